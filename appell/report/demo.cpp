#include "appell/report/demo.hpp"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/demo_page.hpp"
#include "appell/report/evaluation.hpp"
#include "appell/report/fanuc_report.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/text_table.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::report {
namespace {

constexpr int kOrder = 5;  // Up to crackle: the highest derivative that a quintic law has.
constexpr int kNumSamples = 201;
constexpr int kExperimentSamples = 1021;  // Every 2 ms, the knots among them.
constexpr double kDuration = 2.0;         // s
constexpr std::array kDerivativeNames{"position", "velocity", "acceleration",
                                      "jerk",     "snap",     "crackle"};
constexpr std::array kDerivativeUnits{"m", "m/s", "m/s²", "m/s³", "m/s⁴", "m/s⁵"};

/// Where each joint starts and how far it turns (rad).
constexpr std::array kStart{0.0, -0.3, 0.2, -0.5, 0.0};
constexpr std::array kTurn{1.2, 0.8, -0.9, 1.0, 1.5};

/// All joints by the minimum-jerk law q = start + turn (10 s³ - 15 s⁴ + 6 s⁵), s = t / duration: at
/// rest, without acceleration, at both ends.
model::StateSeries state_at(double t) {
  constexpr std::array kLaw{0.0, 0.0, 0.0, 10.0, -15.0, 6.0};
  taylor::Series<double> s = taylor::Series<double>::constant(t / kDuration, kOrder);
  s[1] = 1.0 / kDuration;
  const taylor::Series<double> law = taylor::compose(kLaw, s);
  model::StateSeries state(kOrder, VecX::Zero(static_cast<Eigen::Index>(kStart.size())));
  for (std::size_t j = 0; j < kStart.size(); ++j) {
    const auto row = static_cast<Eigen::Index>(j);
    for (int k = 0; k <= kOrder; ++k) state[k](row) = kTurn[j] * law[k];
    state[0](row) += kStart[j];
  }
  return state;
}

struct Peak {
  double magnitude = 0.0;
  double time = 0.0;
};

std::string csv_header(const model::Model& model) {
  std::string header = "t";
  for (const model::Coordinate& coordinate : model.coordinates()) header += "," + coordinate.name;
  for (int k = 0; k <= kOrder; ++k) {
    const std::string suffix = k == 0 ? "" : fmt::format(".d{}", k);
    for (const char* axis : {"x", "y", "z"}) header += fmt::format(",tool_{}{}", axis, suffix);
  }
  return header + "\n";
}

/// One row per sample; notes the peak of each derivative of the tool's position.
std::string csv_rows(const model::Model& model, std::array<Peak, kOrder + 1>& peaks) {
  std::string rows;
  for (int i = 0; i < kNumSamples; ++i) {
    const double t = kDuration * i / (kNumSamples - 1);
    const model::StateSeries state = state_at(t);
    const kinematics::TreeMotion motion = kinematics::propagate(model, state);
    const taylor::Series<Vec3> p = kinematics::frame_motion(motion, model.default_frame()).p;
    rows += fmt::format("{:.17g}", t);
    for (const double q : state[0]) rows += fmt::format(",{:.17g}", q);
    for (int k = 0; k <= kOrder; ++k) {
      const Vec3 p_k = p.derivative(k);
      for (const double x : p_k) rows += fmt::format(",{:.17g}", x);
      Peak& peak = peaks[k];
      if (p_k.norm() > peak.magnitude) peak = {p_k.norm(), t};
    }
    rows += "\n";
  }
  return rows;
}

io::StateFile instant_file(const model::Model& model, double t) {
  io::StateFile file;
  file.state = state_at(t);
  for (int i = 0; i < model.num_coordinates(); ++i) {
    file.joints.push_back(model.coordinates()[i].name);
    file.coordinates.push_back(i);
  }
  return file;
}

void write_file(const std::filesystem::path& path, const std::string& text,
                const std::atomic<bool>* stop) {
  throw_if_stopped(stop, path.string());
  OutputFile file(path.string());
  file.write(text);
  file.commit();
}

std::string tool_account(const model::Model& model, const std::array<Peak, kOrder + 1>& peaks) {
  std::string text = fmt::format(
      "\nAll {} joints of the arm follow a minimum-jerk law for {:g} s. Peaks of its tool\n"
      "'{}', from one pass per sample, without differencing:\n",
      model.num_coordinates(), kDuration, model.default_frame().name);
  for (int k = 1; k <= kOrder; ++k) {
    const auto i = static_cast<std::size_t>(k);
    text += fmt::format("  {:<13}{:>10.4f} {:<5} at t = {:.2f} s\n", kDerivativeNames[i],
                        peaks[i].magnitude, kDerivativeUnits[i], peaks[i].time);
  }
  return text;
}

std::string files_account(const std::string& folder, std::size_t num_figures) {
  return fmt::format("\nWritten to {}:\n", folder) +
         text_table(
             {{"  report.html", "the robot and its motion, to look at in a browser"},
              {"  index.html",
               fmt::format("{} plots (.svg) that stand beside the paper's figures 5 to 11",
                           num_figures)},
              {"  experiment.csv",
               fmt::format("every curve of the experiment, {} samples", kExperimentSamples)},
              {"  swing.toml", "its motion, for appell analyze"},
              {"  tool_motion.csv",
               fmt::format("the tool and five derivatives, {} samples", kNumSamples)},
              {"  instant.json", fmt::format("everything at t = {:g} s, as appell eval prints it",
                                             kDuration / 2.0)}});
}

}  // namespace

std::string run_demo(const std::string& folder, const std::optional<analysis::AngularRecord>& given,
                     const std::atomic<bool>* stop) {
  check_output_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, folder, ": cannot be created: ", error.message());
  for (const char* name :
       {"experiment.csv", "swing.toml", "tool_motion.csv", "report.html", "instant.json"}) {
    refuse_read_only((std::filesystem::path(folder) / name).string());
  }
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  std::array<Peak, kOrder + 1> peaks;
  const std::string rows = csv_rows(model, peaks);
  const std::filesystem::path at(folder);
  const analysis::AngularRecord record = given ? *given : analysis::fanuc_record();
  const analysis::FanucExperiment experiment =
      analysis::run_fanuc_experiment(model, kExperimentSamples, record);
  throw_if_stopped(stop, (at / "experiment.csv").string());
  write_fanuc_csv(model, experiment, (at / "experiment.csv").string());
  write_file(at / "swing.toml", fanuc_motion_toml(model, record), stop);
  const std::vector<Figure> figures = fanuc_figures(experiment);
  const std::string account = fanuc_account(model, experiment) + tool_account(model, peaks);
  write_figures(figures, "The experiment of S2, section 5", account, folder, stop);
  write_file(at / "tool_motion.csv", csv_header(model) + rows, stop);
  write_demo_page(model, kStart, kTurn, kDuration, (at / "report.html").string(), stop);
  write_file(at / "instant.json",
             evaluate(model, instant_file(model, kDuration / 2.0), {.order = kOrder}).json, stop);
  return account + files_account(folder, figures.size());
}

}  // namespace appell::report
