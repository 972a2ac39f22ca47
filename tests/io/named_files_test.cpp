// Which files are read with a file: found in its text, however they name each other.
#include <filesystem>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "appell/io/named_files.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

TEST(NamedFiles, AreFoundOnce) {
  const support::TemporaryFolder folder;
  const auto at = [&](const char* name) { return (folder.path() / name).string(); };
  folder.write("a.toml",
               "profile = 'none.csv'\nfile = \"b.toml\"\n[[part]]\nfile='m.csv'\nfile = 3\n"
               "x = {shape = 'file', file = './sub/../m.csv'}\nfile = 'pipe.toml'\nfile = 'cut");
  folder.write("b.toml", "file = 'a.toml'\nfile = 'missing.toml'\nmodel = 'panda'\n");
  folder.write("m.csv", "file = 'no.csv'\n");
  ASSERT_EQ(::mkfifo(at("pipe.toml").c_str(), 0600), 0);  // Is not read: that would never end.
  EXPECT_EQ(files_read_with(at("a.toml")),
            (std::vector<std::string>{at("a.toml"), at("b.toml"), at("m.csv"), at("pipe.toml"),
                                      at("missing.toml")}));
  folder.write("o.toml", "kind = 'operational'\nmodel = 'arm.urdf'\nlaw = {file = 'm.csv'}\n");
  EXPECT_EQ(files_read_with(at("o.toml")),
            (std::vector<std::string>{at("o.toml"), at("m.csv"), at("arm.urdf")}));
  EXPECT_EQ(files_read_with("panda"), std::vector<std::string>{"panda"});
}

}  // namespace
}  // namespace appell::io
