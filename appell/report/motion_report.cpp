#include "appell/report/motion_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/output_file.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::report {
namespace {

/// "q", "d1", "d2", ...
std::string derivative_label(int k) { return k == 0 ? "q" : fmt::format("d{}", k); }

std::string continuity_text(int continuity) {
  if (continuity >= taylor::kMaxOrder) return "all derivatives are continuous";
  if (continuity < 0) return "q itself jumps";
  if (continuity == 0) return "only q itself is continuous";
  return fmt::format("derivatives up to order {} are continuous", continuity);
}

/// The states at times one after the other, by a cursor: what a long record needs near a time is
/// made once, and not for each time again.
class States {
 public:
  States(const trajectory::Trajectory& motion, int order)
      : cursor_(motion), block_(motion.num_joints(), order, 1) {}

  const model::StateSeries& at(double t) {
    cursor_.sample({&t, 1}, block_);
    block_.get(0, state_);
    return state_;
  }

 private:
  trajectory::TrajectoryCursor cursor_;
  model::StateBlock block_;
  model::StateSeries state_;
};

/// Largest magnitude of each derivative (columns) of each joint (rows).
MatX peaks_of(const trajectory::Trajectory& law, const SampleTimes& times, int order) {
  MatX peaks = MatX::Zero(law.num_joints(), order + 1);
  States states(law, order);
  for (long long i = 0; i < times.size(); ++i) {
    const model::StateSeries& state = states.at(times[i]);
    for (int k = 0; k <= order; ++k) {
      peaks.col(k) = peaks.col(k).cwiseMax(state.derivative(k).cwiseAbs());
    }
  }
  return peaks;
}

}  // namespace

std::string samples_json(const trajectory::Trajectory& motion, const std::vector<double>& times,
                         int order) {
  JsonWriter json;
  json.begin_object();
  json.key("times").begin_array();
  for (const double t : times) json.value(t);
  json.end_array();
  json.key("joints").value(motion.joints());
  json.key("q").begin_array();
  States states(motion, order);
  for (const double t : times) {
    const model::StateSeries& state = states.at(t);
    json.begin_array();
    for (int k = 0; k <= order; ++k) json.vector(state.derivative(k));
    json.end_array();
  }
  json.end_array();
  json.end_object();
  return json.text();
}

std::string samples_text(const trajectory::Trajectory& motion, const std::vector<double>& times,
                         int order) {
  std::size_t width = 5;
  for (const std::string& name : motion.joints()) width = std::max(width, name.size());
  std::string text = fmt::format("{:>12}  {:<{}}", "t (s)", "joint", width);
  for (int k = 0; k <= order; ++k) text += fmt::format(" {:>15}", derivative_label(k));
  text += "\n";
  States states(motion, order);
  for (const double t : times) {
    const model::StateSeries& state = states.at(t);
    std::vector<VecX> derivatives;  // Each of all joints, once.
    for (int k = 0; k <= order; ++k) derivatives.push_back(state.derivative(k));
    for (int j = 0; j < motion.num_joints(); ++j) {
      text +=
          fmt::format("{:>12.6g}  {:<{}}", t, motion.joints()[static_cast<std::size_t>(j)], width);
      for (const VecX& values : derivatives) text += fmt::format(" {:>15.8g}", values(j));
      text += "\n";
    }
  }
  return text;
}

std::string motion_summary(const io::Motion& motion, const SampleTimes& times, int order) {
  const trajectory::Trajectory& law = motion.trajectory;
  const auto [start, end] = law.range();
  std::string text = fmt::format("Motion ({}): {} joint{}, from {:g} to {:g} s; {}\n", motion.kind,
                                 law.num_joints(), law.num_joints() == 1 ? "" : "s", start, end,
                                 continuity_text(law.continuity()));
  for (const std::string& note : motion.notes) text += note + "\n";
  const MatX peaks = peaks_of(law, times, order);
  std::size_t width = 5;
  for (const std::string& name : law.joints()) width = std::max(width, name.size());
  text += fmt::format(
      "Largest magnitudes at {} samples (rad, or m for a prismatic joint; dk per s^k):\n{:<{}}",
      times.size(), "joint", width);
  for (int k = 0; k <= order; ++k) text += fmt::format(" {:>12}", derivative_label(k));
  text += "\n";
  for (int j = 0; j < law.num_joints(); ++j) {
    text += fmt::format("{:<{}}", law.joints()[static_cast<std::size_t>(j)], width);
    for (int k = 0; k <= order; ++k) text += fmt::format(" {:>12.6g}", peaks(j, k));
    text += "\n";
  }
  return text;
}

std::string motion_summary_json(const io::Motion& motion, const SampleTimes& times, int order) {
  const trajectory::Trajectory& law = motion.trajectory;
  JsonWriter json;
  json.begin_object();
  json.key("kind").value(motion.kind);
  json.key("joints").value(law.joints());
  json.key("start").value(law.range().start);
  json.key("end").value(law.range().end);
  if (law.continuity() < taylor::kMaxOrder) json.key("continuity").value(law.continuity());
  json.key("notes").value(motion.notes);
  json.key("samples").value(static_cast<double>(times.size()));
  json.key("peaks").matrix(peaks_of(law, times, order));
  json.end_object();
  return json.text();
}

void write_motion_csv(const trajectory::Trajectory& motion, const SampleTimes& times, int order,
                      const std::string& path, const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  OutputFile file(path);
  std::string text = "t";
  for (const std::string& name : motion.joints()) {
    text += "," + csv_field(name);
    for (int k = 1; k <= order; ++k) text += "," + csv_field(fmt::format("{}.d{}", name, k));
  }
  text += "\n";
  States states(motion, order);
  const auto state_at = [&](long long i) -> const model::StateSeries& {
    try {
      check_stop();
      return states.at(times[i]);
    } catch (const Interrupted&) {
      file.write(text);
      throw Interrupted(
          concat("interrupted after ", i, " of ", times.size(), " samples", file.keep()));
    }
  };
  for (long long i = 0; i < times.size(); ++i) {
    const model::StateSeries& state = state_at(i);
    fmt::format_to(std::back_inserter(text), "{:.17g}", times[i]);
    for (int j = 0; j < motion.num_joints(); ++j) {
      for (int k = 0; k <= order; ++k) {
        const double value = state[k](j) * taylor::factorial(k);
        if (!std::isfinite(value)) {
          file.write(text.substr(0, text.rfind('\n') + 1));
          throw NumericalError(concat("derivative ", k, " of joint '",
                                      motion.joints()[static_cast<std::size_t>(j)],
                                      "' is not finite at t = ", times[i], file.keep()));
        }
        fmt::format_to(std::back_inserter(text), ",{:.17g}", value);
      }
    }
    text += "\n";
    constexpr std::size_t kBlock = 1 << 16;
    if (text.size() > kBlock) {
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
  file.commit();
}

void write_spline_constants(const trajectory::Trajectory& motion, const std::string& path) {
  std::string text;
  int m = 0;
  for (int j = 0; j < motion.num_joints(); ++j) {
    const std::string& name = motion.joints()[static_cast<std::size_t>(j)];
    const auto* law = dynamic_cast<const trajectory::PiecewisePolynomial*>(&motion.law(j));
    check(law != nullptr, "the law of joint '", name, "' is no spline");
    const auto constants = trajectory::spline_constants(*law);
    check(m == 0 || m == law->degree() - 1, "the joints have splines of order ", m, " and ",
          law->degree() - 1, "; one order is needed");
    m = law->degree() - 1;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      text += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g}", csv_field(name), i + 1,
                          law->breaks()[i], law->breaks()[i + 1], constants[i].start_derivative,
                          constants[i].end_derivative);
      for (const double a : constants[i].a) text += fmt::format(",{:.17g}", a);
      text += "\n";
    }
  }
  std::string header = fmt::format("joint,interval,tau_start,tau_end,d{0}_start,d{0}_end", m);
  for (int k = 1; k <= m; ++k) header += fmt::format(",a{}", k);
  OutputFile file(path);
  file.write(header + "\n" + text);
  file.commit();
}

}  // namespace appell::report
