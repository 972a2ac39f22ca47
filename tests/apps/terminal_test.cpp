// How the program behaves on a terminal: colour and progress are there, and nowhere else.
#include <array>
#include <cstdlib>

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using support::run_program;

struct Shown {
  int exit_code;
  std::string text;
};

/// Runs a command of the shell with a terminal as its standard output and error, and gives all that
/// was written to it.
Shown on_terminal(const std::string& command) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  return {WEXITSTATUS(status), text};
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Where there are no pseudo-terminals, as in a bare chroot, none of this can be seen.
class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    int terminal = -1, other = -1;
    if (openpty(&terminal, &other, nullptr, nullptr, nullptr) != 0) {
      GTEST_SKIP() << "the system has no pseudo-terminal (/dev/pts)";
    }
    close(terminal);
    close(other);
  }
};

TEST_F(Terminal, HasColourUnlessItIsNotWanted) {
  const std::string program = support::program() + " lint pnda";
  const Shown coloured = on_terminal("TERM=xterm NO_COLOR= " + program);
  EXPECT_EQ(coloured.exit_code, 2);
  EXPECT_TRUE(holds(coloured.text, "\033[1;31mappell:\033[0m pnda: is neither")) << coloured.text;
  for (const char* environment : {"TERM=xterm NO_COLOR=1 ", "TERM=dumb ", "env -u TERM "}) {
    const Shown plain = on_terminal(environment + program);
    EXPECT_TRUE(holds(plain.text, "appell: pnda: is neither")) << plain.text;
    EXPECT_FALSE(holds(plain.text, "\033[1;31m")) << environment << plain.text;
  }
  EXPECT_FALSE(holds(run_program("lint pnda").err, "\033"));
}

// Results are coloured where they go to a terminal themselves.
TEST_F(Terminal, VerdictsHaveColour) {
  const support::TemporaryFolder folder;
  const std::string motion =
      folder.write("m.toml",
                   "kind='expression'\nduration=2\n[[joint]]\nname='shoulder'\nq='sin(9*t)'\n"
                   "[[joint]]\nname='elbow'\nq='t'\n");
  const std::string limits = folder.write("l.toml", "[default]\nvelocity = 1.5\n");
  const std::string check = "check planar2r " + motion + " --limits " + limits;
  const Shown shown = on_terminal("TERM=xterm NO_COLOR= " + support::program() + " " + check);
  EXPECT_EQ(shown.exit_code, 1);
  EXPECT_TRUE(holds(shown.text, "\033[1;31mNOT legal\033[0m")) << shown.text;
  EXPECT_TRUE(holds(shown.text, "\033[1;31mEXCEEDED\033[0m")) << shown.text;
  const std::string plain = run_program(check).out;
  EXPECT_TRUE(holds(plain, "NOT legal") && !holds(plain, "\033")) << plain;
}

TEST_F(Terminal, ShowsProgressThatVanishes) {
  const support::TemporaryFolder folder;
  const std::string motion =
      folder.write("m.toml",
                   "kind='expression'\nduration=2\n[[joint]]\nname='shoulder'\nq='sin(t)'\n"
                   "[[joint]]\nname='elbow'\nq='t'\n");
  const std::string command = "analyze planar2r " + motion +
                              " --samples 3000000 --threads 1 --only Q_drive,X --order 1 -o " +
                              (folder.path() / "x.h5").string();
  const Shown shown = on_terminal("TERM=xterm " + support::program() + " " + command);
  EXPECT_EQ(shown.exit_code, 0) << shown.text;
  const std::size_t at = shown.text.find(" % of 3000000 samples, ");
  ASSERT_NE(at, std::string::npos) << shown.text;
  EXPECT_NE(shown.text.find(" per s, ", at), std::string::npos) << shown.text;
  EXPECT_NE(shown.text.find(" s left", at), std::string::npos) << shown.text;
  const std::size_t wiped = shown.text.rfind("\r\033[K");
  EXPECT_LT(wiped, shown.text.find("3000000 samples, 25 columns")) << shown.text;
  EXPECT_GT(wiped, shown.text.rfind(" s left")) << shown.text;
  const support::Outcome piped = run_program(command);
  EXPECT_EQ(piped.exit_code, 0);
  EXPECT_EQ(piped.err, "");
}

}  // namespace
}  // namespace appell
