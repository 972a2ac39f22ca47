// Every job is behind every door: the command line, its help, completion, docs and Python.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/jobs/job.hpp"
#include "appell/jobs/reference.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// What was written by hand once; a job that is taken from the list is missed.
TEST(Doors, TheseAreJobs) {
  for (const char* name : {"models", "lint", "mass", "convert", "eval", "inverse", "sample",
                           "trajectory", "analyze", "measured", "spectrum", "feedforward",
                           "elastic", "compare", "check", "retime", "capability", "quantities"}) {
    EXPECT_EQ(jobs::job_named(name).name, name);
  }
}

TEST(Doors, EveryJobIsBehindAll) {
  const std::string help = run_program("--help").out;
  const std::string script = run_program("completion bash").out;
  const std::string docs = support::text_of(support::source_dir() + "/docs/commands.md");
  const std::string python = jobs::python_module();
  for (const jobs::Job& job : jobs::all_jobs()) {
    SCOPED_TRACE(job.name);
    EXPECT_TRUE(has_part(help, "\n  " + job.name + " "));
    EXPECT_TRUE(has_part(help, "\n" + title_of(job.purpose)));
    EXPECT_TRUE(has_part(script, "\n    " + job.name + ")\n"));
    EXPECT_TRUE(has_part(docs, "\n### " + job.name + "\n"));
    EXPECT_TRUE(has_part(python, "\ndef " + job.name + "(\n"));
    EXPECT_EQ(has_part(python, "\n    \"" + job.name + "\",\n"), job.is_public_in_python);
    const Outcome own = run_program(job.name + " --help");
    EXPECT_EQ(own.exit_code, 0) << own.err;
    for (const jobs::Parameter& parameter : job.parameters) {
      if (parameter.kind == jobs::Kind::kArray) continue;  // Files have them.
      const bool is_word = parameter.is_required || parameter.is_word;
      const std::string name = is_word ? parameter.value : "--" + parameter.name;
      EXPECT_TRUE(has_part(own.out, name)) << name;
      for (const std::string& alias : parameter.aliases) {
        EXPECT_TRUE(alias.size() > 1 || has_part(own.out, "-" + alias + ",")) << alias;
      }
    }
  }
}

// Whatever a command prints for people, programs get as JSON.
TEST(Doors, JobsThatHadNoJsonHaveIt) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "p.urdf").string();
  const Outcome outcome = run_program("convert planar2r --json -o " + path);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json written = json::parse(outcome.out);
  EXPECT_EQ(written["model"], "planar2r");
  EXPECT_EQ(written["file"], path);
  EXPECT_EQ(written["not_said"], json::array());
  EXPECT_EQ(run_program("convert planar2r -o " + path).out, "");
}

}  // namespace
}  // namespace appell
