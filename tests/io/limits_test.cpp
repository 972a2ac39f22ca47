// What the readers refuse before it fills the memory, the stack or the day.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/body_file.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/state_file.hpp"
#include "appell/io/toml_nesting.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sanitized.hpp"

namespace appell::io {
namespace {

using support::TemporaryFolder;

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

/// Fails if a call takes more processor time than what is quadratic or worse would be far beyond.
void expect_quick(const std::function<void()>& call) {
  constexpr double kSeconds = 4.0 * support::kPatience;  // The slowest takes 0.5 s.
  const std::clock_t start = std::clock();
  call();
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, kSeconds);
}

/// Every reader of TOML refuses a text at this place.
void expect_refused(const std::string& text, const std::string& message) {
  const std::string full = "x.toml:" + message;
  EXPECT_THROW_MESSAGE(read_model_toml("x.toml", text), ModelError, full);
  EXPECT_THROW_MESSAGE(read_body_toml("x.toml", text), ModelError, full);
  EXPECT_THROW_MESSAGE(read_motion_toml("x.toml", text), ModelError, full);
}

// Bad input: toml++ calls itself for every dot when such a table is destroyed.
TEST(TomlLimits, KeysWithManyDots) {
  const std::string dots = repeated("a.", 50'000) + "a";
  const std::string message = ":34: a key has more than 16 dots; no more are read";
  expect_refused(dots + " = 1\n", "1" + message);
  expect_refused("b = 1\n\n[" + dots + "]\n", "3:35: a key has more than 16 dots");
  expect_refused("[[" + dots + "]]\n", "1:36: a key has more than 16 dots");
  expect_refused("b = {" + dots + " = 1}\n", "1:39: a key has more than 16 dots");
  expect_refused(repeated("'a' . ", 50'000) + "a = 1\n", "1:101: a key has more than 16 dots");
}

// Bad input: lists and inline tables, the brackets mixed, also where no one closes them.
TEST(TomlLimits, NestedLists) {
  const std::string message = "1:22: lists and tables nest deeper than 16 levels; no more are read";
  expect_refused("name=" + repeated("[", 50'000) + repeated("]", 50'000) + "\n", message);
  expect_refused("name=" + repeated("[", 50'000), message);
  expect_refused("name=" + repeated("{a=", 50'000), "1:54: lists and tables nest deeper");
}

// Oracle: by hand. Nothing in a string or a comment nests; what is within the limits is read.
TEST(TomlLimits, StringsAndCommentsHideTheirContents) {
  const std::string dots = repeated("a.", 30), open = repeated("[", 30);
  const std::string good[] = {
      "a = \"" + dots + open + "\"\n",
      "a = '" + dots + open + "\\'\n",
      "a = \"\\\"" + open + "\"\n",
      "a = \"\"\"" + dots + "\n\"\"" + open + "\\\"\"\" \"\"\"\"\"\n",
      "a = '''" + dots + "\n''" + open + "\\'''''\n",
      "# " + dots + open + " \"\nb = 1\n",
      "\"" + dots + "\" = 1\n'" + open + "' = 2\n",
      "a = 1.5\nb = [1.5, 2.5, " + repeated("3.5, ", 100) + "]\n" + repeated("[[c]]\n", 100),
      "a = " + repeated("[", 16) + repeated("]", 16) + "\n",
      repeated("a.", 16) + "a = 1.5\n",
  };
  for (const std::string& text : good) {
    EXPECT_FALSE(find_toml_excess(text)) << text;
    // And what is behind it is seen again.
    const std::optional<TomlExcess> found = find_toml_excess(text + "b = " + open);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->offset, text.size() + 20) << text;
  }
}

TEST(TomlLimits, LargeTexts) {
  const std::string text(kTomlLimit.bytes + 1, '\n');
  expect_refused(text, "1:1: has 16777217 bytes; at most 16777216 are read of a TOML file");
  const TemporaryFolder folder;
  const std::string path = folder.write("large.toml", text);
  const std::string message = path + ": has 16777217 bytes; at most 16777216 are read of a TOML";
  EXPECT_THROW_MESSAGE(load_model(path), ModelError, message);
  EXPECT_THROW_MESSAGE(load_body(path), ModelError, message);
  EXPECT_THROW_MESSAGE(load_motion(path), ModelError, message);
}

/// What comes from a device never ends; its size is not known before.
TEST(FileLimits, DevicesEndAtTheLimit) {
  const TemporaryFolder folder;
  for (const char* name : {"zero.toml", "zero.urdf"}) {
    const std::string path = (folder.path() / name).string();
    std::filesystem::create_symlink("/dev/zero", path);
    EXPECT_THROW_MESSAGE(load_model(path), ModelError, path + ": has more than ");
  }
}

/// A body file that names the next one `times` times; the last is a ball.
std::string body_chain(const TemporaryFolder& folder, int length, int times) {
  const std::string part = "[[part]]\nshape = 'file'\nfile = 'b";
  for (int i = 1; i <= length; ++i) {
    std::string text = "name = 'b'\n";
    text += i < length ? repeated(part + std::to_string(i + 1) + ".toml'\n", times)
                       : "[[part]]\nshape = 'sphere'\nradius = 1\ndensity = 1\n";
    folder.write("b" + std::to_string(i) + ".toml", text);
  }
  return (folder.path() / "b1.toml").string();
}

/// The same with motions; the last is a formula that ends where it begins.
std::string motion_chain(const TemporaryFolder& folder, int length, int times) {
  for (int i = 1; i <= length; ++i) {
    std::string text = "kind = 'expression'\nduration = 1\n[[joint]]\nname = 'a'\nq = '1'\n";
    if (i < length) {
      text = "kind = 'sequence'\n" +
             repeated("[[part]]\nfile = 'm" + std::to_string(i + 1) + ".toml'\n", times);
    }
    folder.write("m" + std::to_string(i) + ".toml", text);
  }
  return (folder.path() / "m1.toml").string();
}

/// The only problem that a call tells.
std::string problem_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems().size(), 1U) << error.what();
    return error.problems().front();
  }
  return "nothing was thrown";
}

// Bad input: a chain, of which 5000 files would take the stack. One message, where the file too
// many is named.
TEST(FileLimits, ChainsOfFiles) {
  const TemporaryFolder folder;
  EXPECT_NO_THROW(load_body(body_chain(folder, 32, 1)));
  EXPECT_NO_THROW(load_motion(motion_chain(folder, 32, 1)));
  const std::string body = body_chain(folder, 100, 1), motion = motion_chain(folder, 100, 1);
  const std::string end = " names file 33 of a chain in which each names the next, from ";
  expect_quick([&] {
    EXPECT_EQ(problem_of([&] { load_body(body); }), (folder.path() / "b32.toml").string() +
                                                        ":4:8: part 1:" + end + body +
                                                        "; at most 32 are read");
    EXPECT_EQ(problem_of([&] { load_motion(motion); }), (folder.path() / "m32.toml").string() +
                                                            ":3:8: part 1:" + end + motion +
                                                            "; at most 32 are read");
  });
  const std::string model = folder.write(
      "r.toml", "name='r'\n[[link]]\nname='a'\nparts=[{shape='file', file='b1.toml'}]\n");
  EXPECT_NE(problem_of([&] { load_model(model); }).find(end + body), std::string::npos);
}

// Bad input: files that name the next one twice would be read 2^39 and 2^11 times.
TEST(FileLimits, FilesThatDouble) {
  const TemporaryFolder folder;
  const std::string chain = " of a chain in which each names the next, from ";
  const std::string body = body_chain(folder, 40, 2), motion = motion_chain(folder, 40, 2);
  expect_quick([&] {
    EXPECT_NE(problem_of([&] { load_body(body); }).find(chain + body), std::string::npos);
    EXPECT_NE(problem_of([&] { load_motion(motion); }).find(chain + motion), std::string::npos);
  });
  EXPECT_NO_THROW(load_body(body_chain(folder, 9, 2)));
  const std::string many = ": names file 1001 that ";
  const std::string wide_body = body_chain(folder, 12, 2),
                    wide_motion = motion_chain(folder, 12, 2);
  expect_quick([&] {
    EXPECT_NE(problem_of([&] {
                load_body(wide_body);
              }).find(many + wide_body + " leads to; at most 1000 are read"),
              std::string::npos);
    EXPECT_NE(problem_of([&] { load_motion(wide_motion); }).find(many), std::string::npos);
  });
}

// Property: a file that names no other is read once, however many name it; so are its problems.
// Others are counted each time.
TEST(FileLimits, ALeafIsReadOnce) {
  const TemporaryFolder folder;
  const std::string body = body_chain(folder, 2, 1050), motion = motion_chain(folder, 2, 1050);
  EXPECT_NEAR(load_body(body).compound.total.mass, 1400 * M_PI, 1e-8);
  EXPECT_DOUBLE_EQ(load_motion(motion).trajectory.range().end, 1050.0);
  folder.write("b2.toml", "name = 'b'\n[[part]]\nshape = 'sphere'\nradius = 2\ndensity = 1\n");
  EXPECT_NEAR(load_body(body).compound.total.mass, 11200 * M_PI, 1e-7);
  folder.write("b2.toml", "name = 'b'\n[[part]]\nshape = 'sphere'\nradius = -2\ndensity = 1\n");
  EXPECT_THROW_MESSAGE(load_body(body), ModelError, "radius is -2");
  const std::string wide = body_chain(folder, 3, 1050);
  EXPECT_NE(problem_of([&] { load_body(wide); }).find(": names file 1001 that "),
            std::string::npos);
}

// Bad input: of many problems the first are shown, and how many there are.
TEST(FileLimits, ManyProblems) {
  std::string parts;
  for (int i = 0; i < 150; ++i) {
    parts += "[[part]]\nshape = 'sphere'\nradius = -" + std::to_string(i + 1) + "\n";
  }
  const TemporaryFolder folder;
  const std::string body = folder.write("b.toml", "name = 'b'\n" + parts);
  const std::string outer = folder.write(
      "o.toml", "name = 'o'\n[[part]]\nshape = 'file'\nfile = 'b.toml'\n[[part]]\nshape = 'x'\n");
  for (const auto& [path, num_more] : {std::pair{body, "50"}, std::pair{outer, "51"}}) {
    try {
      load_body(path);
      FAIL();
    } catch (const ModelError& error) {
      const std::string text = error.what();
      EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 100);
      EXPECT_NE(text.find("radius is -100"), std::string::npos);
      EXPECT_EQ(text.find("radius is -101"), std::string::npos);
      EXPECT_TRUE(text.ends_with(std::string("\nand ") + num_more + " more problems")) << text;
    }
  }
}

// Bad input: opening a pipe without a writer would wait for ever.
TEST(FileLimits, NamedFilesAreRegular) {
  const TemporaryFolder folder;
  for (const char* name : {"pipe.toml", "pipe.csv", "pipe.stl", "pipe.obj", "pipe.dae"}) {
    ASSERT_EQ(mkfifo((folder.path() / name).c_str(), 0600), 0);
  }
  const std::string start = (folder.path() / "pipe").string();
  const std::string message = ": is a pipe; a regular file is needed";
  for (const char* end : {".stl", ".obj", ".dae"}) {
    const std::string text =
        "name='b'\n[[part]]\nshape='mesh'\nfile='pipe" + std::string(end) + "'\ndensity=1\n";
    EXPECT_THROW_MESSAGE(load_body(folder.write("b.toml", text)), ModelError,
                         start + end + message);
  }
  EXPECT_THROW_MESSAGE(
      load_body(folder.write("b.toml", "name='b'\n[[part]]\nshape='file'\nfile='pipe.toml'\n")),
      ModelError, start + ".toml" + message);
  EXPECT_THROW_MESSAGE(
      load_motion(folder.write("m.toml", "kind='sequence'\n[[part]]\nfile='pipe.toml'\n")),
      ModelError, start + ".toml" + message);
  EXPECT_THROW_MESSAGE(load_motion(folder.write("m.toml", "kind='samples'\nfile='pipe.csv'\n")),
                       ModelError, start + ".csv" + message);
}

// A chain of joints is no recursion anywhere between the file and the model, in either format.
TEST(FileLimits, LongChainsOfLinks) {
  constexpr int kLinks = 100'000;
  std::string urdf = "<robot name='r'>\n<link name='l0'/>\n",
              toml = "name='r'\n[[link]]\nname='l0'\n";
  for (int i = 1; i <= kLinks / 10; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    toml += concat("[[link]]\nname='l", n, "'\n[[joint]]\nname='j", n,
                   "'\ntype='revolute'\nparent='l", before, "'\nchild='l", n, "'\n");
  }
  for (int i = 1; i <= kLinks; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    urdf +=
        concat("<link name='l", n, "'/><joint name='j", n, "' type='continuous'><parent link='l",
               before, "'/><child link='l", n, "'/></joint>\n");
  }
  expect_quick([&] {
    EXPECT_EQ(read_urdf("r.urdf", urdf + "</robot>").model.num_bodies(), kLinks);
    EXPECT_EQ(read_model_toml("r.toml", toml).model.num_bodies(), kLinks / 10);
  });
}

// Bad input: nesting and size of a state, from a text and through the program.
TEST(StateLimits, DeepAndLargeStates) {
  const model::Model model = load_model("planar2r").model;
  const std::string deep = repeated("[", 1'000'000);
  EXPECT_THROW_MESSAGE(read_state("s.json", deep, model), ModelError,
                       "s.json: nested deeper than 64 levels; no more are read");
  EXPECT_THROW_MESSAGE(read_state("s.json", "{\"q\": " + repeated("{\"a\":", 100'000), model),
                       ModelError, "s.json: nested deeper than 64 levels");
  const std::string large(kStateLimit.bytes + 1, ' ');
  const TemporaryFolder folder;
  const std::string path = folder.write("s.json", large);
  EXPECT_THROW_MESSAGE(load_state(path, model), ModelError,
                       path + ": has 16777217 bytes; at most 16777216 are read of a state");
  const support::Outcome outcome = support::run_program("eval planar2r --state -", large);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err,
            "appell: <stdin>: has more than 16777216 bytes; this is the most that is read of a "
            "state\n");
  EXPECT_EQ(support::run_program("eval planar2r --state /dev/zero").exit_code, 2);
}

/// A CSV with this many columns of joints and rows; every tenth joint has a derivative, too.
std::string csv(int columns, int rows) {
  std::string header = "t", row;
  for (int i = 0; i < columns; ++i) {
    header += ",j" + std::to_string(i - (i % 10 == 9 ? 1 : 0)) + (i % 10 == 9 ? ".d1" : "");
    row += ",0";
  }
  std::string text = header + "\n";
  for (int i = 0; i < rows; ++i) text += std::to_string(i) + row + "\n";
  return text;
}

// Budget: time grows with the number of columns, not with its square.
TEST(CsvLimits, ManyColumnsTakeLinearTime) {
  const std::string text = csv(100'000, 6);
  expect_quick([&] {
    const Motion motion = read_motion_csv("m.csv", text);
    EXPECT_EQ(motion.trajectory.num_joints(), 90'000);
  });
  std::string bad = "t";
  for (int i = 0; i < 100'000; ++i) bad += ",j" + std::to_string(i) + ".d1";
  expect_quick([&] {
    EXPECT_THROW_MESSAGE(read_motion_csv("m.csv", bad + "\n"), ModelError,
                         "m.csv:1:3: column 'j0.d1' has no column 'j0'");
  });
}

// Bad input: a table whose splines would take 20 GB is refused where it becomes too large. A long
// record, which is kept as it is, is only too large if it is smoothed.
TEST(CsvLimits, ManyNumbers) {
  EXPECT_THROW_MESSAGE(
      read_motion_csv("m.csv", csv(9'999, 1'001)), ModelError,
      "m.csv:1002:1: this is row 1001 of 10000 numbers; at most 10000000 numbers are read");
  const std::string record = csv(249, 50'001);
  EXPECT_NO_THROW(read_motion_csv("m.csv", record));
  EXPECT_THROW_MESSAGE(read_motion_csv("m.csv", record, {.smoothing = 1.0}), ModelError,
                       "smoothing takes at most 10000000 numbers");
}

}  // namespace
}  // namespace appell::io
