// Command lines that are refused: exit 2, nothing on stdout, and a message that names what was
// typed, what is needed, and the nearest that there is.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <nlohmann/json.hpp>

#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using support::Outcome;
using support::run_program;

const char* const kUsageMotion =
    "kind='expression'\nduration=2\n[[joint]]\nname='shoulder'\nq='sin(t)'\n"
    "[[joint]]\nname='elbow'\nq='t'\n";

void expect_refused(const std::string& arguments, const std::string& message) {
  const Outcome outcome = run_program(arguments, R"({"q": [[1, 2], [0, 0], [0, 0]]})");
  EXPECT_EQ(outcome.exit_code, 2) << arguments;
  EXPECT_EQ(outcome.out, "") << arguments;
  EXPECT_NE(outcome.err.find("appell: " + message), std::string::npos)
      << arguments << "\nexpected: " << message << "\nfound:    " << outcome.err;
}

/// No file of more than 16 MB as long as it lives, by programs that are started either: a number of
/// samples that is not refused must not fill the disk.
class SmallFiles {
 public:
  SmallFiles() {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = 16 << 20;
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { setrlimit(RLIMIT_FSIZE, &before_); }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
};

// Bad input: a folder that is not there would leave a robot without its meshes, in silence.
TEST(Usage, PackagesThatAreNoFolder) {
  expect_refused("eval planar2r --state - --package a=/no/such/folder",
                 "--package a=/no/such/folder: '/no/such/folder' is no folder");
  expect_refused("eval planar2r --state - --package /tmp", "--package: is '/tmp'; NAME=DIR");
}

// Bad input: the value of every numeric option, as it can be wrong.
TEST(Usage, NumbersThatAreNone) {
  const std::string needed = " is needed\n";
  for (const char* command : {"eval planar2r --state -", "sample no.toml --at 1",
                              "trajectory no.toml", "analyze planar2r no.toml -o x.csv"}) {
    const bool is_analyze = std::string(command).starts_with("analyze");
    const std::string range = is_analyze ? "0..84" : "0..170";
    for (const char* value : {"", "-1", "171", "1000000", "99999999999999999999", "2.0", "1e1",
                              "0x3", "nan", "inf", "two", "' 2'"}) {
      const std::string typed = value == std::string("' 2'") ? " 2" : value;
      const std::string quoted = typed == value ? "'" + typed + "'" : value;
      expect_refused(std::string(command) + " --order " + quoted,
                     "--order: is '" + typed + "'; a whole number in " + range + needed);
    }
  }
  for (const char* value : {"", "-1", "11", "x"}) {
    expect_refused("verify planar2r --order '" + std::string(value) + "'",
                   "--order: is '" + std::string(value) + "'; a whole number in 0..10" + needed);
  }
  for (const char* value : {"", "-1", "0.5", "18446744073709551615"}) {
    expect_refused(
        "verify planar2r --seed '" + std::string(value) + "'",
        "--seed: is '" + std::string(value) + "'; a whole number in 0..9007199254740991" + needed);
  }
  for (const char* value : {"", "0", "-2", "nan"}) {
    expect_refused("analyze planar2r no.toml -o x.csv --threads '" + std::string(value) + "'",
                   "--threads: is '" + std::string(value) + "'; a whole number in 1..");
  }
}

// Bad input: how many samples. Nothing is written.
TEST(Usage, NumbersOfSamples) {
  const SmallFiles small_files;
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kUsageMotion);
  const std::string out = (folder.path() / "out.csv").string();
  for (const std::string& command :
       {"analyze planar2r " + motion + " -o " + out, "trajectory " + motion + " -o " + out}) {
    for (const char* value : {"", "0", "1", "-5", "1e3", "nan", "1000000000001",
                              "9223372036854775807", "99999999999999999999"}) {
      expect_refused(command + " --samples '" + value + "'",
                     "--samples: is '" + std::string(value) +
                         "'; a whole number in 2..1000000000000 is needed\n");
    }
    for (const char* value : {"", "0", "-1", "nan", "inf", "1e-320", "1e999", "fast"}) {
      expect_refused(
          command + " --every '" + value + "'",
          "--every: is '" + std::string(value) + "'; a positive number of seconds is needed\n");
      expect_refused(command + " --rate '" + value + "'",
                     "--rate: is '" + std::string(value) +
                         "'; a positive number of samples per second is needed\n");
    }
    expect_refused(command + " --every 1e-300",
                   "--every: 1e-300 s makes 2e+300 samples of the 2 s");
    expect_refused(command + " --rate 1e300",
                   "--rate: 1e+300 per s makes 2e+300 samples of the 2 s");
    expect_refused(command + " --rate 10 --samples 3",
                   "--every, --rate, --samples: 2 of them are given; one is needed");
    EXPECT_FALSE(std::filesystem::exists(out));
  }
  // Five samples is what five samples are.
  EXPECT_TRUE(run_program("analyze planar2r " + motion + " --samples 5 --only q -o " + out)
                  .out.starts_with("5 samples, 7 columns: " + out + "\n"));
}

// Bad input: a text that is empty is not a wish for the default.
TEST(Usage, EmptyTexts) {
  for (const char* option : {"--gravity", "--frame", "--only", "--route", "--package", "--state"}) {
    expect_refused("eval planar2r --state - " + std::string(option) + " ''",
                   std::string(option) + ": is ''; a value is needed\n");
  }
  for (const char* option : {"--gravity=", "--only=", "--route="}) {
    expect_refused("eval planar2r --state - " + std::string(option) + " --frame base",
                   std::string(option, std::strlen(option) - 1) + ": is ''; a value is needed\n");
  }
  expect_refused("eval planar2r --state - --order=",
                 "--order: is ''; a whole number in 0..170 is needed\n");
  expect_refused("verify planar2r --order=", "--order: is ''; a whole number in 0..10 is needed\n");
  expect_refused("verify planar2r --explain ''", "--explain: is ''; a value is needed\n");
  expect_refused("sample no.toml --at ''", "--at: is ''; a value is needed\n");
  expect_refused("analyze planar2r no.toml -o ''", "--output: is ''; a value is needed\n");
  expect_refused("eval '' --state -", "MODEL: is ''; a value is needed\n");
  expect_refused("eval planar2r --state - --gravity nan,0,0",
                 "--gravity: is 'nan,0,0'; three numbers x,y,z are needed\n");
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kUsageMotion);
  for (const char* time : {"nan", "inf", "1e999", "x"}) {
    expect_refused("sample " + motion + " --at 0," + time,
                   "--at: '" + std::string(time) + "' is found; times t1,t2,... in s are needed\n");
  }
}

// Bad input: the word that was typed, not what is missing because of it.
TEST(Usage, UnknownWords) {
  expect_refused("analyse panda",
                 "unknown command 'analyse' (did you mean 'analyze'?); commands "
                 "are analyze, ");
  expect_refused("help analyse", "help: unknown command 'analyse' (did you mean 'analyze'?)");
  expect_refused("help analyze check",
                 "unexpected argument 'check'; help takes COMMAND and options\n");
  expect_refused("", "a command is needed; commands are analyze, ");
  expect_refused("--verion", "unknown option '--verion' (did you mean '--version'?); options are ");
  for (const char* word : {"--sate x.json", "--sate=x.json", "--sate -"}) {
    expect_refused("eval planar2r " + std::string(word),
                   "unknown option '--sate' (did you mean '--state'?); options are --help, ");
  }
  expect_refused("eval planar2r --state - --orde 3", "unknown option '--orde' (did you mean");
  expect_refused("models -x", "unknown option '-x'; options are --help, -h, --json\n");
  expect_refused("eval planar2r", "--state is required");
  expect_refused("eval planar2r --state - more",
                 "unexpected argument 'more'; eval takes MODEL and options\n");
  // The option that a stray file may be for: a missing one, one of its name, or the output.
  expect_refused("eval planar2r st.json",
                 "unexpected argument 'st.json' (did you mean --state st.json?); eval takes MODEL");
  expect_refused("check planar2r m.toml my_limits.toml",
                 "unexpected argument 'my_limits.toml' (did you mean --limits my_limits.toml?)");
  expect_refused("analyze planar2r m.toml no_such.csv",
                 "unexpected argument 'no_such.csv' (did you mean --output no_such.csv?); "
                 "analyze takes MODEL, MOTION and options\n");
  expect_refused("models panda", "unexpected argument 'panda'; models takes options only\n");
  expect_refused("eval planar2r --state - --only torque",
                 "--only: there is no quantity 'torque' (did you mean one of Q_drive, Q_motor?); "
                 "`appell quantities` lists all ");
  expect_refused("eval planar2r --state - --only q Q_drve",
                 "--only: there is no quantity 'Q_drve' (did you mean 'Q_drive'?)");
  expect_refused("quantities --only q Q_drve",
                 "--only: there is no quantity 'Q_drve' (did you mean 'Q_drive'?)");
  expect_refused("eval --only=X planar2r --state - more",
                 "unexpected argument 'more'; eval takes MODEL and options\n");
  expect_refused("eval --only X planar2r --state - more",
                 "unexpected argument 'more'; eval takes MODEL and options\n");
  expect_refused("eval planar2r --state - --only Q_driv",
                 "--only: there is no quantity 'Q_driv' "
                 "(did you mean 'Q_drive'?); `appell quantities` lists all ");
  expect_refused("eval planar2r --state - --frame link3",
                 "model 'planar2r' has no link 'link3' (did you mean 'link1'?)");
  expect_refused("eval pandda --state -",
                 "pandda: is neither a .urdf, .xml, .sdf or .toml file nor an embedded "
                 "model (did you mean 'panda'?)");
  expect_refused("eval planar2r --state - --route reedable",
                 "--route: is 'reedable' (did you mean 'readable'?)");
  expect_refused("eval planar2r --state - --terms sholder",
                 "--terms: 'sholder' is no coordinate of 'planar2r' "
                 "(did you mean 'shoulder'?)");
  expect_refused("equations planar2r --state - --joint sholder",
                 "there is no joint 'sholder' (did you mean 'shoulder'?)");
}

// Bad input: names in files are told like those that are typed.
TEST(Usage, UnknownNamesInFiles) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kUsageMotion);
  const auto limits = [&](const char* text) {
    return "check planar2r " + motion + " --limits " + folder.write("l.toml", text);
  };
  const auto says = [](const std::string& arguments, const std::string& part) {
    const Outcome outcome = run_program(arguments, R"({"joints": ["jont1", "b"], "q": [[1, 2]]})");
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << arguments << "\n" << outcome.err;
  };
  says(limits("[default]\nvelocty = 1\n"), "(did you mean 'velocity'?)");
  says(limits("[joint.sholder]\nvelocity = 1\n"), "(did you mean 'shoulder'?)");
  says("check planar2r " + motion + " --limits pnda", "(did you mean 'panda'?)");
  says("eval panda --state -", "(did you mean 'joint1'?)");
  says("analyze planar2r " +
           folder.write("o.toml",
                        "kind='expression'\nduration=2\n[[joint]]\nname='sholder'\nq='t'\n"
                        "[[joint]]\nname='elbow'\nq='t'\n") +
           " -o x.csv",
       "(did you mean 'sholder'?)");
}

// A value may begin with a minus sign, and a list may be given in parts.
TEST(Usage, WhatIsAccepted) {
  const std::string state = R"({"q": [[1, 2], [0, 0]]})";
  for (const char* arguments : {"--only X,T --gravity -1,0,0", "--only X --only T", "--only=X,T",
                                "--order=0", "--only X T", "--only=X T --order 1", "--only X, T"}) {
    const Outcome outcome = run_program("eval planar2r --state - " + std::string(arguments), state);
    EXPECT_EQ(outcome.exit_code, 0) << arguments << outcome.err;
    EXPECT_EQ(outcome.err, "");
  }
  // The list may stand before the robot.
  const auto only = [&](const std::string& words) {
    return run_program("eval " + words + " --state -", state).out;
  };
  EXPECT_EQ(only("--only X T planar2r"), only("planar2r --only X,T"));
  EXPECT_EQ(only("planar2r --only X T"), only("planar2r --only X,T"));
  EXPECT_EQ(run_program("quantities --only X T").out, run_program("quantities --only X,T").out);
  const std::string help = run_program("eval --help").out;
  EXPECT_NE(help.find("--only NAME,NAME,... "), std::string::npos) << help;
  EXPECT_EQ(help.find("TEXT ..."), std::string::npos) << help;
}

TEST(Usage, HelpIsACommandToo) {
  EXPECT_EQ(run_program("help").out, run_program("--help").out);
  for (const char* command : {"analyze", "verify", "help"}) {
    const std::string name(command);
    const Outcome outcome = run_program("help " + name);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, run_program(name + " --help").out);
    EXPECT_NE(outcome.out.find("Usage: appell " + name), std::string::npos) << outcome.out;
  }
  EXPECT_NE(run_program("eval planar2r").err.find("appell: appell help eval says how to call it\n"),
            std::string::npos);
}

// Every command that --help lists has an example, and one that has an order says its default.
TEST(Usage, EveryHelpHasAnExample) {
  std::istringstream help(run_program("--help").out);
  int num_commands = 0;
  bool is_command = false;
  for (std::string line; std::getline(help, line);) {
    if (line.ends_with(":")) is_command = !line.starts_with("Options");  // By purpose.
    if (!is_command || !line.starts_with("  ") || line[2] == ' ') continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    const std::string text = run_program(name + " --help").out;
    EXPECT_NE(text.find("Example"), std::string::npos) << name << "\n" << text;
    std::istringstream lines(text);
    for (std::string one; std::getline(lines, one);) EXPECT_LE(one.size(), 100u) << name << one;
    ++num_commands;
  }
  EXPECT_EQ(num_commands, 24);
}

// Outputs that cite papers by their keys say which these are, once; those that do not, do not.
TEST(Usage, PapersAreSpelledOutOnce) {
  const std::string state = R"({"q": [[1, 2], [0, 0], [0, 0]]})";
  const auto num_times = [](const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++count;
    }
    return count;
  };
  for (const char* arguments : {"verify rpr --order 0", "verify --list"}) {
    const std::string out = run_program(arguments).out;
    EXPECT_EQ(num_times(out, "S2: Negrean 2016, Advanced notions"), 1) << arguments;
    EXPECT_EQ(num_times(out, "\nS4: Negrean 2017, Mass Distribution"), 1) << arguments;
  }
  const std::string page =
      run_program("equations planar2r --state - --form gibbs-appell --markdown", state).out;
  const std::string cited = page.substr(page.find("Equations "), page.find("of the papers"));
  for (const char* key : {"S0", "S1", "S2", "S3", "S4"}) {
    const std::string name(key);
    EXPECT_EQ(num_times(page, name + ": Negrean"), cited.find(name) == std::string::npos ? 0 : 1)
        << page;
  }
  EXPECT_EQ(num_times(run_program("eval planar2r --state -", state).out, "Negrean"), 0);
}

TEST(Usage, ARobotThatDoesNotMove) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("zero.urdf", "<robot name='zero'><link name='a'/></robot>");
  expect_refused("verify " + file, file + ": model 'zero' has no joint that moves; one at least");
}

TEST(Usage, AnIdentityThatThereIsNot) {
  expect_refused("verify --explain catalan-coefficient",
                 "no identity is called 'catalan-coefficient' (did you mean "
                 "'catalan-coefficients'?)");
  const Outcome outcome = run_program("verify --explain catalan-coefficient");
  EXPECT_NE(outcome.err.find("; appell verify --list shows all identities"), std::string::npos)
      << outcome.err;
}

// The library asks where a package is; the program says by which option, unless it was given.
TEST(Usage, NamesTheOptionForPackages) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'><visual><geometry><mesh filename='package://arm/a.stl'/>"
      "</geometry></visual></link></robot>");
  const std::string hint = "--package arm=DIR says where package://arm/ is";
  const auto said = [&](const std::string& arguments) {
    const Outcome outcome = run_program(arguments, R"({"q": [[]]})");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out + outcome.err;
  };
  const std::string given = " --package arm=" + folder.path().string();
  for (const char* command : {"lint ", "eval --state - "}) {
    const std::string unknown = said(command + file);
    EXPECT_NE(unknown.find("'package://arm/a.stl' is not found"), std::string::npos) << unknown;
    EXPECT_NE(unknown.find(hint), std::string::npos) << unknown;
    const std::string known = said(command + file + given);
    EXPECT_NE(known.find("'package://arm/a.stl' is not found"), std::string::npos) << known;
    EXPECT_EQ(known.find(hint), std::string::npos) << known;
  }
}

// What cannot be printed is not done: exit 3.
TEST(Usage, FullStandardOutput) {
  for (const char* arguments : {"--help", "eval --help", "--version", "models"}) {
    const int status = std::system(
        (support::program() + " " + std::string(arguments) + " >/dev/full 2>&1").c_str());
    EXPECT_EQ(WEXITSTATUS(status), 3) << arguments;
  }
}

}  // namespace
}  // namespace appell
