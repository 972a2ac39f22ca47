// The script of `appell completion bash`, run by bash: what is offered is what there is.
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/io/embedded_models.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using support::run_program;
using Words = std::set<std::string>;

/// What bash offers for the last of some words, in a folder.
Words offered(const std::string& words, const std::filesystem::path& folder = "/") {
  const support::TemporaryFolder scripts;
  const std::string out = (scripts.path() / "out").string();
  const std::string script = scripts.write(
      "try.bash", "set -e\ncd " + folder.string() + "\nsource <(" + support::program() +
                      " completion bash)\ncomplete -p appell >/dev/null\nset +e\nCOMP_WORDS=(" +
                      words +
                      ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_appell\n"
                      "printf '%s\\n' \"${COMPREPLY[@]}\" >" +
                      out + "\n");
  EXPECT_EQ(std::system(("bash " + script + " 2>" + out + ".err").c_str()), 0) << words;
  EXPECT_EQ(support::text_of(out + ".err"), "") << words;
  std::istringstream lines(support::text_of(out));
  Words found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) found.insert(line);
  }
  return found;
}

TEST(Completion, Commands) {
  EXPECT_EQ(offered("appell an"), Words{"analyze"});
  EXPECT_EQ(offered("appell co"), (Words{"compare", "completion", "convert"}));
  EXPECT_EQ(offered("appell help ana"), Words{"analyze"});
  EXPECT_EQ(offered("appell --ver"), Words{"--version"});
  const Words all = offered("appell ''");
  for (const char* command : {"check", "demo", "equations", "eval", "verify"}) {
    EXPECT_TRUE(all.contains(command)) << command;
  }
}

// Every option that --help shows is offered, those of the other program too.
TEST(Completion, Options) {
  EXPECT_EQ(offered("appell eval planar2r --sta"), Words{"--state"});
  EXPECT_EQ(offered("appell verify --exp"), Words{"--explain"});
  for (const char* command : {"analyze", "check", "eval", "verify", "equations", "mass"}) {
    std::istringstream help(run_program(std::string(command) + " --help").out);
    const Words found = offered("appell " + std::string(command) + " --");
    int num_options = 0;
    for (std::string line; std::getline(help, line);) {
      const std::size_t at = line.find("--");
      if (!line.starts_with("  ") || at == std::string::npos || at > 8) continue;
      const std::string name = line.substr(at, line.find_first_of(" ,[\n", at) - at);
      EXPECT_TRUE(found.contains(name)) << command << " " << name;
      ++num_options;
    }
    EXPECT_GT(num_options, 5) << command;
  }
}

TEST(Completion, ModelsAndFiles) {
  Words models;
  for (const io::EmbeddedModel& model : io::embedded_models()) models.emplace(model.name);
  const support::TemporaryFolder folder;
  folder.write("pick.toml", "");
  folder.write("panda2.urdf", "");
  EXPECT_EQ(offered("appell lint ''", folder.path()).size(), models.size() + 2);
  EXPECT_EQ(offered("appell lint pan", folder.path()), (Words{"panda", "panda2.urdf"}));
  // The second argument is a motion: no models.
  EXPECT_EQ(offered("appell analyze panda p", folder.path()), (Words{"pick.toml", "panda2.urdf"}));
  EXPECT_EQ(offered("appell analyze --order 3 pan", folder.path()),
            (Words{"panda", "panda2.urdf"}));
  EXPECT_EQ(offered("appell compare panda a.toml b.toml pi", folder.path()), Words{"pick.toml"});
  EXPECT_EQ(offered("appell check panda pick.toml --limits f", folder.path()), Words{"fr3"});
  EXPECT_EQ(offered("appell analyze panda pick.toml --order ''", folder.path()), Words{});
}

TEST(Completion, Quantities) {
  const std::vector<std::string> names = analysis::quantity_names();
  EXPECT_EQ(offered("appell eval panda --only ''"), Words(names.begin(), names.end()));
  EXPECT_EQ(offered("appell eval panda --only kin"), Words{"kinetic_energy"});
  EXPECT_EQ(offered("appell eval panda --only q,X,kin"), Words{"q,X,kinetic_energy"});
  // As bash cuts --only=kin.
  EXPECT_EQ(offered("appell eval panda --only = kin"), Words{"kinetic_energy"});
}

TEST(Completion, OtherShellsAreRefused) {
  const support::Outcome outcome = run_program("completion tcsh");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("appell: SHELL: is 'tcsh'; bash is needed\n"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace appell
