// The list of docs/robots.md against the files that it names, where they are beside the repository.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

namespace fs = std::filesystem;

/// Where the folders of docs/robots.md are; APPELL_FOREIGN says otherwise.
fs::path foreign_folder() {
  const char* given = std::getenv("APPELL_FOREIGN");
  return given != nullptr ? given : support::source_dir() + "/../shared";
}

/// A line of the table.
struct ForeignRobot {
  int coordinates = 0;
  std::size_t num_impossible = 0;  ///< Links; 0: it loads.
  bool has_loops = false;          ///< It loads if they may stay open and all meshes are there.
};

std::map<std::string, ForeignRobot> foreign_table() {
  std::istringstream text(support::text_of(support::source_dir() + "/docs/robots.md"));
  std::map<std::string, ForeignRobot> robots;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t end = line.find('`', 3), loads = line.find('|', end + 3);
    ForeignRobot& robot = robots[line.substr(3, end - 3)];
    robot.coordinates = std::atoi(line.c_str() + end + 3);
    const std::string verdict = line.substr(loads + 2);
    if (verdict.starts_with("yes")) continue;
    if (verdict.starts_with("no: closed loops")) {
      robot.has_loops = true;
      continue;
    }
    EXPECT_TRUE(verdict.starts_with("no: ")) << line;
    robot.num_impossible = static_cast<std::size_t>(std::atoi(verdict.c_str() + 4));
    EXPECT_GT(robot.num_impossible, 0U) << line;
  }
  return robots;
}

TEST(ForeignRobots, TheTableNamesAFileForEveryLine) { EXPECT_EQ(foreign_table().size(), 25U); }

TEST(ForeignRobots, LoadOrAreRefusedAsTheTableSays) {
  const std::map<std::string, ForeignRobot> robots = foreign_table();
  if (!fs::exists(foreign_folder() / "robots")) {
    GTEST_SKIP() << "no folder of foreign robots; set APPELL_FOREIGN to one that has them";
  }
  for (const auto& [name, robot] : robots) {
    SCOPED_TRACE(name);
    const std::string file = (foreign_folder() / name).string();
    if (robot.has_loops) {
      if (!fs::exists(file)) continue;
      EXPECT_THROW_MESSAGE(load_model(file), ModelError, "closes a loop");
      continue;
    }
    const LoadResult any = load_model(file, {.physics = mass::Physics::kNotChecked});
    EXPECT_EQ(any.model.num_coordinates(), robot.coordinates);
    std::size_t num_impossible = 0;
    try {
      load_model(file);
    } catch (const ModelError& error) {
      num_impossible = error.problems().size();
      for (const std::string& problem : error.problems()) {
        EXPECT_NE(problem.find("break the triangle inequality"), std::string::npos) << problem;
      }
    }
    EXPECT_EQ(num_impossible, robot.num_impossible);
  }
}

// Nothing that is there is passed over in silence.
TEST(ForeignRobots, TheTableHasThemAll) {
  const std::map<std::string, ForeignRobot> robots = foreign_table();
  std::error_code absent;
  for (const char* folder : {"robots", "packages", "mjcf", "sdf"}) {
    for (const auto& entry : fs::recursive_directory_iterator(foreign_folder() / folder, absent)) {
      const std::string extension = entry.path().extension().string();
      const bool is_mjcf = extension == ".xml" && std::string(folder) == "mjcf";
      if (extension != ".urdf" && extension != ".sdf" && !is_mjcf) continue;
      const std::string name = fs::relative(entry.path(), foreign_folder()).generic_string();
      EXPECT_TRUE(robots.contains(name)) << name;
    }
  }
}

}  // namespace
}  // namespace appell::io
