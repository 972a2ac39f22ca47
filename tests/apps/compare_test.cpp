// appell compare, appell feedforward and appell analyze --spectrum, as users call them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;
using support::TemporaryFolder;

constexpr const char* kMove =
    "kind = \"minimum_jerk\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = 0.9\n"
    "[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n";

const json& figure_of(const json& found, std::string_view name) {
  for (const json& figure : found["figures"]) {
    if (figure["name"] == name) return figure;
  }
  throw std::runtime_error("no figure " + std::string(name));
}

// Oracle: a minimum-jerk motion compared with the standard laws is the first of them.
TEST(Compare, OneMotionWithTheStandardLaws) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("move.toml", kMove);
  const std::string table = (folder.path() / "table.csv").string();
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome =
      run_program("compare planar2r " + motion + " --json -o " + table + " --plots " + plots);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  ASSERT_EQ(found["motions"].size(), 4u);
  EXPECT_EQ(found["motions"][1]["name"], "minimum_jerk");
  for (const json& figure : found["figures"]) {
    ASSERT_EQ(figure["values"].size(), 4u);
    const json &given = figure["values"][0], &same = figure["values"][1];
    EXPECT_EQ(given["value"].is_null(), same["value"].is_null()) << figure;
    if (given["value"].is_null()) continue;
    const double value = given["value"];
    EXPECT_NEAR(value, same["value"].get<double>(), 1e-11 * value) << figure["name"];
  }
  EXPECT_NEAR(figure_of(found, "velocity")["values"][0]["value"].get<double>(), 0.75, 1e-12);
  EXPECT_EQ(figure_of(found, "velocity")["values"][0]["joint"], "shoulder");
  EXPECT_NEAR(figure_of(found, "jerk")["values"][0]["joints"]["elbow"].get<double>(), 4.5, 1e-11);
  EXPECT_EQ(figure_of(found, "E3")["values"][3]["impulse"], true);
  EXPECT_EQ(figure_of(found, "jerk")["best"], json::array({"minimum_snap"}));
  std::istringstream lines(support::text_of(table));
  std::string line;
  std::vector<std::size_t> commas;
  while (std::getline(lines, line)) {
    if (!line.starts_with("# model"))
      commas.push_back(static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')));
  }
  ASSERT_EQ(commas.size(), 6u);  // Units, header, four motions.
  for (const std::size_t count : commas) EXPECT_EQ(count, commas[1]);
  int drawings = 0;
  for (const auto& entry : std::filesystem::directory_iterator(plots)) {
    drawings += entry.path().extension() == ".svg" ? 1 : 0;
  }
  EXPECT_EQ(drawings, 30);
  const std::string page = support::text_of(std::filesystem::path(plots) / "index.html");
  for (const auto& [file, title] : {std::pair{"comparison_torque_shoulder.svg", "torque, shoulder"},
                                    std::pair{"comparison_e_1.svg", "E^(1)"}}) {
    EXPECT_NE(page.find(file), std::string::npos) << file;
    const std::string drawing = support::text_of(std::filesystem::path(plots) / file);
    for (const char* part : {title, "minimum_snap", "jerk_limited"}) {
      EXPECT_NE(drawing.find(part), std::string::npos) << file << ": " << part;
    }
  }
}

// Property: λ times as fast, duration, velocity, jerk and ∫ E^(1) dt go with λ⁻¹, λ, λ³, λ³.
TEST(Compare, SeveralMotions) {
  const TemporaryFolder folder;
  const std::string slow = folder.write("slow.toml", kMove);
  const std::string fast = folder.write("fast.toml", std::string("speed = 2.0\n") + kMove);
  const Outcome outcome = run_program("compare planar2r " + slow + " " + fast + " --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  ASSERT_EQ(found["motions"].size(), 2u);
  for (const auto& [name, factor] : {std::pair{"duration", 0.5}, std::pair{"velocity", 2.0},
                                     std::pair{"jerk", 8.0}, std::pair{"E1_integral", 8.0}}) {
    const json& values = figure_of(found, name)["values"];
    EXPECT_NEAR(values[1]["value"].get<double>(), factor * values[0]["value"].get<double>(),
                1e-11 * factor * values[0]["value"].get<double>())
        << name;
  }
  const Outcome text = run_program("compare planar2r " + slow + " " + fast);
  EXPECT_NE(text.out.find("Best (*) of"), std::string::npos) << text.out;
}

// Cross-check: what check finds of the same motion under the same load, and that the load matters.
TEST(Compare, UnderLoads) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("move.toml", kMove);
  const std::string loads =
      folder.write("tool.json", R"({"loads": [{"link": "tip", "force": [[0, 0, 20]]}]})");
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 100\n");
  const std::string with = " planar2r " + motion + " --limits " + limits + " --json";
  const Outcome compared = run_program("compare" + with + " --loads " + loads);
  const Outcome checked = run_program("check" + with + " --loads " + loads);
  ASSERT_EQ(compared.exit_code, 0) << compared.err;
  ASSERT_EQ(checked.exit_code, 0) << checked.err;
  const json found = json::parse(compared.out), known = json::parse(checked.out);
  EXPECT_EQ(found["loads"], loads);
  const json& torque = figure_of(found, "torque")["values"][0]["joints"];
  for (const json& limit : known["limits"]) {
    if (limit["kind"] != "torque") continue;
    const double worst = limit["worst"];
    EXPECT_NEAR(torque[limit["joint"].get<std::string>()].get<double>(), worst, 1e-9 * worst);
  }
  const double energy = known["energy"]["total"];
  EXPECT_NEAR(figure_of(found, "mechanical_energy")["values"][0]["value"].get<double>(), energy,
              1e-9 * energy);
  const json alone = json::parse(run_program("compare" + with).out);
  EXPECT_TRUE(alone["loads"].is_null());
  EXPECT_GT(figure_of(found, "torque")["values"][0]["value"].get<double>(),
            1.2 * figure_of(alone, "torque")["values"][0]["value"].get<double>());
}

TEST(Compare, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string loop = folder.write(
      "loop.toml",
      "kind = \"expression\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nq = \"sin(pi*t)\"\n"
      "[[joint]]\nname = \"elbow\"\nq = \"1\"\n");
  const Outcome outcome = run_program("compare planar2r " + loop);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("ends where it begins"), std::string::npos) << outcome.err;
  EXPECT_EQ(run_program("compare planar2r " + loop + " " + loop + " -o table.h5").exit_code, 2);
}

/// The lists of a point, and its time in ns: of the lines of a JointTrajectory.
struct Point {
  std::map<std::string, std::vector<double>> lists;
  long long time = -1;
};

std::vector<Point> points_in(const std::string& text) {
  std::vector<Point> points;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("- ")) points.emplace_back();
    if (points.empty()) continue;
    const std::string name = line.substr(2, line.find(':') - 2);
    if (name == "time_from_start") {
      long long sec = -1, nanosec = -1;
      EXPECT_EQ(std::sscanf(line.c_str(), "  time_from_start: {sec: %lld, nanosec: %lld}", &sec,
                            &nanosec),
                2)
          << line;
      EXPECT_GE(nanosec, 0);
      EXPECT_LT(nanosec, 1'000'000'000);
      points.back().time = sec * 1'000'000'000 + nanosec;
      continue;
    }
    std::string numbers = line.substr(line.find('[') + 1);
    for (char& c : numbers) c = c == ',' || c == ']' ? ' ' : c;
    std::istringstream words(numbers);
    for (std::string word; words >> word;) {
      EXPECT_NE(word.find('.'), std::string::npos) << word;  // A YAML float, not an integer.
      points.back().lists[name].push_back(std::stod(word));
    }
  }
  return points;
}

// Cross-check: the YAML file, the CSV and appell analyze give the same numbers, and the CSV is a
// motion that can be read again.
TEST(Feedforward, FilesAgreeWithAnalyze) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("move.toml", kMove);
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const std::string start = "feedforward planar2r " + motion + " --rate 300 ";
  ASSERT_EQ(run_program(start + "-o " + file("a.yaml")).exit_code, 0);
  const Outcome csv = run_program(start + "--order 2 -o " + file("a.csv") + " --json");
  ASSERT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_EQ(json::parse(csv.out)["points"], 601);
  ASSERT_EQ(
      run_program("analyze planar2r " + motion + " --only q,Q_drive --rate 300 -o " + file("b.csv"))
          .exit_code,
      0);
  const auto a = support::csv_columns(file("a.csv")), b = support::csv_columns(file("b.csv"));
  for (const char* joint : {"shoulder", "elbow"}) {
    const std::string j = joint;
    EXPECT_EQ(a.at(j), b.at("q." + j));
    EXPECT_EQ(a.at(j + ".d2"), b.at("q." + j + ".d2"));
    EXPECT_EQ(a.at(j + ".effort"), b.at("Q_drive." + j));
    EXPECT_EQ(a.at(j + ".effort_d2"), b.at("Q_drive." + j + ".d2"));
  }
  const std::vector<Point> points = points_in(support::text_of(file("a.yaml")));
  ASSERT_EQ(points.size(), 601u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].time, std::llround(static_cast<double>(i) / 300.0 * 1e9)) << i;
    EXPECT_EQ(points[i].lists.at("positions"),
              (std::vector{a.at("shoulder")[i], a.at("elbow")[i]}));
    EXPECT_EQ(points[i].lists.at("velocities"),
              (std::vector{a.at("shoulder.d1")[i], a.at("elbow.d1")[i]}));
    EXPECT_EQ(points[i].lists.at("accelerations"),
              (std::vector{a.at("shoulder.d2")[i], a.at("elbow.d2")[i]}));
    EXPECT_EQ(points[i].lists.at("effort"),
              (std::vector{a.at("shoulder.effort")[i], a.at("elbow.effort")[i]}));
  }
  const Outcome again = run_program("sample " + file("a.csv") + " --at 1 --order 1 --json");
  ASSERT_EQ(again.exit_code, 0) << again.err;
  const json sampled = json::parse(again.out);
  EXPECT_EQ(sampled["joints"], json::array({"shoulder", "elbow"}));
  EXPECT_NEAR(sampled["q"][0][0][0].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(sampled["q"][0][1][0].get<double>(), 0.75, 1e-12);
}

// Oracle: the end of the motion is a point though no whole step leads to it; times ascend.
TEST(Feedforward, EndsWithTheMotion) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("move.toml", kMove);
  const std::string file = (folder.path() / "a.yaml").string();
  ASSERT_EQ(run_program("feedforward planar2r " + motion + " --every 0.3 -o " + file).exit_code, 0);
  const std::vector<Point> points = points_in(support::text_of(file));
  ASSERT_EQ(points.size(), 8u);  // 0, 0.3, ..., 1.8, 2.
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_GT(points[i].time, points[i - 1].time);
  EXPECT_EQ(points.back().time, 2'000'000'000);
  EXPECT_NEAR(points.back().lists.at("positions")[0], 0.9, 1e-12);
  ASSERT_EQ(
      run_program("feedforward planar2r " + motion + " --ros1 --rate 10 -o " + file).exit_code, 0);
  EXPECT_NE(support::text_of(file).find("time_from_start: {secs: 0, nsecs: 100000000}"),
            std::string::npos);
}

// Oracle: by hand. A lift of 2 kg, of which 21.09 N is the weight, with dry friction of 1 N: to go
// down it needs 20.09 N at both ends of the move, where it rests, and not 21.09 or 22.09; analyze
// says the same. A joint that never moves is named.
TEST(Feedforward, FrictionAtRestIsThatOfTheMove) {
  const TemporaryFolder folder;
  const std::string robot = folder.write(
      "lift.urdf",
      "<robot name='lift'><link name='base'/>"
      "<link name='cabin'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
      "ixz='0' iyz='0'/></inertial></link><joint name='rail' type='prismatic'><parent "
      "link='base'/><child link='cabin'/><axis xyz='0 0 1'/><limit lower='-9' upper='9' "
      "effort='99' velocity='9'/><dynamics friction='1'/></joint></robot>");
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  for (const char* kind : {"minimum_jerk", "minimum_snap"}) {
    for (const double to : {-0.7, 1.3}) {
      const std::string motion = folder.write(
          "move.toml", std::string("kind = '") + kind + "'\nduration = 1.7\n[[joint]]\nname = " +
                           "'rail'\nfrom = 0.1\nto = " + std::to_string(to) + "\n");
      const std::string with = robot + " " + motion + " --gravity 0,0,-10.545 --rate 100 -o ";
      std::filesystem::remove(file("a.csv"));
      const Outcome written = run_program("feedforward " + with + file("a.csv"));
      ASSERT_EQ(written.exit_code, 0) << written.err;
      EXPECT_EQ(written.err, "");
      ASSERT_EQ(run_program("analyze " + with + file("b.csv") + " --only Q_motor").exit_code, 0);
      const auto effort = support::csv_columns(file("a.csv")).at("rail.effort");
      EXPECT_NEAR(effort.front(), to < 0.0 ? 20.09 : 22.09, 1e-12) << kind;
      EXPECT_NEAR(effort.back(), to < 0.0 ? 20.09 : 22.09, 1e-12) << kind;
      EXPECT_EQ(effort, support::csv_columns(file("b.csv")).at("Q_motor.rail"));
    }
  }
  const std::string still = folder.write(
      "still.toml", "kind = 'expression'\nduration = 1\n[[joint]]\nname = 'rail'\nq = '0.3'\n");
  std::filesystem::remove(file("a.csv"));
  const Outcome held = run_program("feedforward " + robot + " " + still + " -o " + file("a.csv"));
  EXPECT_EQ(held.err, "note: " + still +
                          ": stands still all the time: joint 'rail'; dry friction there may hold "
                          "either way, and is not counted\n");
  EXPECT_NEAR(support::csv_columns(file("a.csv")).at("rail.effort").front(), 2.0 * 9.81, 1e-3);
}

TEST(Feedforward, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("move.toml", kMove);
  const std::string start = "feedforward planar2r " + motion;
  const std::string yaml = (folder.path() / "a.yaml").string();
  const Outcome order = run_program(start + " --order 1 -o " + yaml);
  EXPECT_EQ(order.exit_code, 2);
  EXPECT_NE(order.err.find("no field for derivatives"), std::string::npos) << order.err;
  const Outcome ending = run_program(start + " -o a.txt");
  EXPECT_EQ(ending.exit_code, 2);
  EXPECT_NE(ending.err.find("does not end with .csv or .yaml"), std::string::npos) << ending.err;
  EXPECT_EQ(run_program(start + " --every 1e-9 -o " + yaml).exit_code, 2);
  EXPECT_EQ(run_program(start).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(yaml));
  const std::string friction =
      folder.write("friction.toml", "[[joint]]\nname = \"shoulder\"\nfriction = {dry = 0.5}\n");
  const Outcome dry = run_program(start + " --friction " + friction + " --order 1 -o " +
                                  (folder.path() / "a.csv").string());
  EXPECT_EQ(dry.exit_code, 2) << dry.out;
  EXPECT_NE(dry.err.find("shoulder"), std::string::npos) << dry.err;
}

// Oracle: a swing of one joint at 2 Hz without gravity has its torque there.
TEST(SpectrumOption, TableAndText) {
  const TemporaryFolder folder;
  const std::string motion =
      folder.write("swing.toml",
                   "kind = \"expression\"\nduration = 5\n[[joint]]\nname = \"shoulder\"\nq = "
                   "\"0.01*sin(4*pi*t)\"\n[[joint]]\nname = \"elbow\"\nq = \"1\"\n");
  const std::string file = (folder.path() / "s.csv").string();
  const std::string start =
      "analyze planar2r " + motion + " --gravity 0,0,0 --rate 100 --spectrum ";
  const Outcome outcome = run_program(start + file + " --json --above 5 --near 2");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out)["spectrum"];
  EXPECT_EQ(found["signals"][0]["name"], "Q_drive.shoulder");
  EXPECT_NEAR(found["signals"][0]["dominant_frequency"].get<double>(), 2.0, 1e-9);
  EXPECT_LT(found["signals"][0]["shares"][0].get<double>(), 1e-3);
  EXPECT_GT(found["signals"][0]["shares"][1].get<double>(), 0.6);
  const auto columns = support::csv_columns(file);
  EXPECT_EQ(columns.at("f").size(), 251u);
  EXPECT_NEAR(columns.at("f")[10], 2.0, 1e-12);
  const Outcome text = run_program(start + file);
  EXPECT_NE(text.out.find("window hann"), std::string::npos) << text.out << text.err;
  const Outcome coarse = run_program("analyze planar2r " + motion + " --gravity 0,0,0 --rate 3 " +
                                     "--spectrum " + (folder.path() / "t.csv").string());
  EXPECT_NE(coarse.err.find("half the rate"), std::string::npos) << coarse.err;
  EXPECT_EQ(run_program("analyze planar2r " + motion + " --above 5 -o x.csv").exit_code, 2);
}

// The job and the option of analyze are the same question; the job needs no file.
TEST(SpectrumOption, IsAJobOfItsOwn) {
  const TemporaryFolder folder;
  const std::string motion =
      folder.write("swing.toml",
                   "kind = \"expression\"\nduration = 5\n[[joint]]\nname = \"shoulder\"\nq = "
                   "\"0.01*sin(4*pi*t)\"\n[[joint]]\nname = \"elbow\"\nq = \"1\"\n");
  const std::string own = (folder.path() / "own.csv").string();
  const std::string option = (folder.path() / "option.csv").string();
  const std::string words = "planar2r " + motion + " --rate 100 --above 5 --json";
  const Outcome expected = run_program("analyze " + words + " --spectrum " + option);
  ASSERT_EQ(expected.exit_code, 0) << expected.err;
  EXPECT_EQ(run_program("spectrum " + words).out, expected.out);
  EXPECT_EQ(run_program("spectrum " + words + " -o " + own).out, expected.out);
  EXPECT_EQ(support::csv_columns(own), support::csv_columns(option));
}

// Oracle: with the elbow rigid and all motors locked the shoulder alone vibrates, ω² = k/M₁₁; its
// band is ±10 % of that.
TEST(SpectrumOption, EigenfrequenciesOfAFileOfActuators) {
  const TemporaryFolder folder;
  const std::string motion =
      folder.write("swing.toml",
                   "kind = \"expression\"\nduration = 5\n[[joint]]\nname = \"shoulder\"\nq = "
                   "\"0.01*sin(4*pi*t)\"\n[[joint]]\nname = \"elbow\"\nq = \"1\"\n");
  const std::string springs = folder.write("k.toml", "[joint.shoulder]\nstiffness = 600\n");
  const std::string state = folder.write("state.json", "{\"q\": [[0, 1]]}");
  const Outcome at = run_program("eval planar2r --only mass_matrix --state " + state);
  const double M11 = json::parse(at.out)["mass_matrix"][0][0].get<double>();
  const double f = std::sqrt(600.0 / M11) / (2.0 * std::numbers::pi);
  const std::string start =
      "analyze planar2r " + motion + " --gravity 0,0,0 --rate 100 --actuators " + springs;
  const Outcome outcome =
      run_program(start + " --json --spectrum " + (folder.path() / "s.csv").string());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json bands = json::parse(outcome.out)["spectrum"]["bands"];
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_NEAR(bands[0]["low"].get<double>(), 0.9 * f, 1e-12 * f);
  EXPECT_NEAR(bands[0]["high"].get<double>(), 1.1 * f, 1e-12 * f);
  const Outcome alone = run_program(start + " -o " + (folder.path() / "t.csv").string());
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_NE(alone.err.find("need --spectrum FILE"), std::string::npos) << alone.err;
}

}  // namespace
}  // namespace appell
