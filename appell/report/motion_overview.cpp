#include "appell/report/motion_overview.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "appell/analysis/limit_course.hpp"
#include "appell/analysis/selection.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/report/limit_levels.hpp"
#include "appell/report/motion_plots.hpp"

namespace appell::report {
namespace {

using analysis::NamedArray;
using model::Limited;
using model::MotionLimit;

constexpr int kMostForceFigures = 6;
constexpr int kMostEnergyPanels = 4;
constexpr long long kMostRows = 10'001;

/// Names of a kind of figure, by the derivative.
struct Words {
  const char* file;
  const char* title;
};
constexpr std::array kJointWords{Words{"position.svg", "Positions of the joints"},
                                 Words{"velocity.svg", "Velocities of the joints"},
                                 Words{"acceleration.svg", "Accelerations of the joints"},
                                 Words{"jerk.svg", "Jerks of the joints"}};
constexpr std::array kFrameWords{
    Words{"end_effector_speed.svg", "Speed of the end effector"},
    Words{"end_effector_acceleration.svg", "Acceleration of the end effector"},
    Words{"end_effector_jerk.svg", "Jerk of the end effector"}};

/// Quantities along the motion, in memory.
struct Course {
  analysis::Selection selection;
  MotionRecord record;

  const NamedArray* array(const std::string& name) const {
    for (const NamedArray& array : selection.arrays()) {
      if (array.name == name) return &array;
    }
    return nullptr;
  }
};

/// Of every two neighbouring buckets of a long line its lowest and highest value, where they are:
/// no peak is lost.
void thin(PlotLine& line, const std::vector<double>& x) {
  const std::size_t size = line.values.size();
  if (size <= 2 * kPlotRows) return;
  PlotLine thinned{.name = line.name, .values = {}};
  const auto keep = [&](std::size_t i) {
    if (!thinned.x.empty() && thinned.x.back() == x[i]) return;
    thinned.x.push_back(x[i]);
    thinned.values.push_back(line.values[i]);
    if (!line.band.empty()) thinned.band.push_back(line.band[i]);
  };
  keep(0);
  constexpr std::size_t kBuckets = kPlotRows / 2;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    const auto begin = line.values.begin() + static_cast<std::ptrdiff_t>(bucket * size / kBuckets);
    const auto end =
        line.values.begin() + static_cast<std::ptrdiff_t>((bucket + 1) * size / kBuckets);
    const auto [low, high] = std::minmax_element(begin, end);
    const auto place = [&](auto at) { return static_cast<std::size_t>(at - line.values.begin()); };
    keep(std::min(place(low), place(high)));
    keep(std::max(place(low), place(high)));
  }
  keep(size - 1);
  line = std::move(thinned);
}

class OverviewFigures {
 public:
  explicit OverviewFigures(const OverviewRequest& request)
      : request_(request),
        subject_(request.subject),
        available_(std::max(request.state_order, request.motion.continuity())),
        rows_(std::clamp<long long>(request.num_samples, kPlotRows, kMostRows)),
        times_(times_between(request.motion.range(), rows_)) {
    for (long long i = 0; i < times_.size(); ++i) x_.push_back(times_[i]);
    for (const MotionLimit& limit :
         model::with_followers(model::motion_limits(subject_.model), subject_.model)) {
      if (limit.low < 0.0 || limit.high > 0.0) limits_.push_back(limit);  // Zeros: nobody gave one.
    }
  }

  Overview all() {
    add_joints();
    add_forces();
    add_frame();
    add_energies();
    return std::move(overview_);
  }

 private:
  Course course(const std::vector<std::string>& names, int order) const {
    analysis::Subject subject = analysis::along_motion(subject_);
    subject.given = subject_.given;  // A recording's law may have fewer derivatives than others.
    subject.order = std::max(0, order);
    analysis::Selection selection(std::move(subject), names);
    MotionRecord record = analyze_motion(selection, request_.motion, times_,
                                         {.threads = request_.threads,
                                          .record_rows = static_cast<int>(rows_),
                                          .stop = request_.stop},
                                         "");
    return {std::move(selection), std::move(record)};
  }

  bool has(const analysis::Quantity& quantity) const {
    return quantity.absence == nullptr || quantity.absence(subject_).empty();
  }
  bool has(const std::string& name) const {
    const auto all = analysis::all_quantities();
    return std::any_of(all.begin(), all.end(), [&](const analysis::Quantity& quantity) {
      return quantity.name == name && has(quantity);
    });
  }

  /// Adds a figure, if there is a line.
  void add(const std::string& file, const std::string& title, std::vector<LineWithUnit> lines,
           const MotionLimit* like = nullptr) {
    if (lines.empty()) return;
    const bool has_band = !lines.front().line.band.empty();
    std::map<std::string, const MotionLimit*> limits;  // By name: panels have another order.
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (like != nullptr) limits[lines[i].line.name] = limit_of(*like, static_cast<int>(i));
      thin(lines[i].line, x_);
    }
    std::vector<Plot> panels =
        panels_of_lines({.title = {}, .y_label = {}, .x = x_, .lines = {}}, std::move(lines));
    bool has_limits = false;
    for (Plot& panel : panels) {
      std::vector<const MotionLimit*> own;
      for (const PlotLine& line : panel.lines) {
        own.push_back(limits[line.name]);
        has_limits = has_limits || own.back() != nullptr;
      }
      show_limits(panel, own);
    }
    overview_.figures.push_back(figure_of(
        file,
        concat(title, has_limits ? " (limits)" : "", has_band ? ", with the band of 95 %" : ""),
        std::move(panels)));
  }

  /// That the last figure has a quantity, or a derivative of it.
  void has_shown(const std::string& name) {
    overview_.shown.emplace(name, overview_.figures.empty() ? 0 : overview_.figures.size() - 1);
  }

  /// The limit of a coordinate that is about the same as `like`.
  const MotionLimit* limit_of(MotionLimit like, int coordinate) const {
    like.coordinate = coordinate;
    const auto found = std::find_if(limits_.begin(), limits_.end(),
                                    [&](const MotionLimit& limit) { return limit.is_like(like); });
    return found == limits_.end() ? nullptr : &*found;
  }

  void add_joints() {
    const int highest = std::min<int>(kJointWords.size() - 1, available_);
    const Course q = course({"q"}, highest);
    for (int k = 0; k <= highest; ++k) {
      const auto& [file, title] = kJointWords[static_cast<std::size_t>(k)];
      const MotionLimit like{.what = Limited::kCoordinate, .order = k};
      add(file, title, lines_of(q.selection, *q.array("q"), k, q.record), &like);
      has_shown(k == 0 ? "q" : concat("q.d", k));
    }
  }

  /// "torques", "forces" or both, as the joints are.
  std::string force_word(const std::vector<LineWithUnit>& lines) const {
    const bool has_torque = std::any_of(lines.begin(), lines.end(), [](const LineWithUnit& of) {
      return of.unit.starts_with("N m");
    });
    const bool has_force = std::any_of(lines.begin(), lines.end(), [](const LineWithUnit& of) {
      return !of.unit.starts_with("N m");
    });
    return has_torque && has_force ? "torques and forces" : has_force ? "forces" : "torques";
  }

  void add_forces() {
    if (available_ < 2) return;
    const bool has_friction = has("Q_motor") && subject_.operators.friction;
    const int highest = std::min({subject_.order, available_ - 2, kMostForceFigures - 1});
    const Course drive = course({"Q_drive", "power"}, highest);
    const NamedArray& Q = *drive.array("Q_drive");
    for (int k = 0; k < analysis::num_derivatives(Q); ++k) {
      std::vector<LineWithUnit> lines = lines_of(drive.selection, Q, k, drive.record);
      const std::string driving = concat(force_word(lines), has_friction ? " before friction" : "");
      const MotionLimit like{.what = Limited::kForce, .order = k};
      const std::string word = derivative_in_words(k);
      add(k == 0   ? "torque.svg"
          : k == 1 ? "torque_rate.svg"
                   : concat("torque_derivative_", k, ".svg"),
          k == 0 ? concat("Driving ", driving)
                 : concat(k == 1 ? "Rate"
                                 : concat(std::string(1, static_cast<char>(word[0] - 32)),
                                          word.substr(1)),
                          " of the driving ", driving),
          std::move(lines), has_friction ? nullptr : &like);
      has_shown(k == 0 ? "Q_drive" : concat("Q_drive.d", k));
    }
    if (has_friction) {
      const Course motor = course({"Q_motor"}, 0);
      std::vector<LineWithUnit> lines =
          lines_of(motor.selection, *motor.array("Q_motor"), 0, motor.record);
      const MotionLimit like{.what = Limited::kForce};
      const std::string title = concat("Motor ", force_word(lines), ", friction included");
      add("motor_torque.svg", title, std::move(lines), &like);
      has_shown("Q_motor");
    }
    add("power.svg",
        concat("Mechanical power of the joints", has_friction ? " before friction" : ""),
        lines_of(drive.selection, *drive.array("power"), 0, drive.record));
    has_shown("power");
  }

  /// Linear and angular size of derivative k of the end effector's motion, a panel each.
  void add_frame_motion(int k) {
    const auto& [file, title] = kFrameWords[static_cast<std::size_t>(k - 1)];
    const std::vector<MotionLimit> wanted{{.what = Limited::kFrameLinear, .order = k},
                                          {.what = Limited::kFrameAngular, .order = k}};
    const std::vector<std::vector<double>> sizes = analysis::limit_courses(
        subject_.model, request_.motion.for_model(subject_.model), subject_.frame, wanted, x_);
    std::vector<LineWithUnit> lines;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      lines.push_back({{.name = i == 0 ? "linear" : "angular", .values = sizes[i]},
                       unit_name(wanted[i], true)});
    }
    add(file, concat(title, " '", subject_.frame.name, "'", k == 1 ? "" : ", magnitude"),
        std::move(lines));
    // A panel has one line, which has no legend.
    for (std::size_t i = 0; i < 2; ++i) {
      Plot& panel = overview_.figures.back().panels[i];
      panel.y_label = concat(panel.lines[0].name, ", ", panel.y_label);
    }
  }

  void add_frame() {
    const Course frame = course({"frame_T"}, 0);
    add("end_effector_position.svg",
        concat("Position of the end effector '", subject_.frame.name, "'"), position_lines(frame));
    for (int k = 1; k <= std::min<int>(kFrameWords.size(), available_); ++k) add_frame_motion(k);
  }

  /// x, y and z of a placement.
  static std::vector<LineWithUnit> position_lines(const Course& frame) {
    std::vector<LineWithUnit> lines =
        lines_of(frame.selection, *frame.array("frame_T"), 0, frame.record);
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i].line.name = std::string(1, "xyz"[i % 3]);
    return lines;
  }

  void add_energies() {
    if (available_ < 1) return;
    const Course energy = course({"kinetic_energy", "potential_energy"}, 0);
    std::vector<LineWithUnit> lines;
    for (const char* name : {"kinetic_energy", "potential_energy"}) {
      for (LineWithUnit& of : lines_of(energy.selection, *energy.array(name), 0, energy.record)) {
        of.line.name = std::string(name, std::string_view(name).find('_'));
        lines.push_back(std::move(of));
      }
    }
    add("energy.svg", "Energies of the robot", std::move(lines));
    for (const char* name : {"kinetic_energy", "potential_energy"}) has_shown(name);
    const int highest = std::min({std::max(1, subject_.order), available_ - 1, kMostEnergyPanels});
    if (highest < 1) return;
    const Course higher = course({"acceleration_energy"}, highest);
    std::vector<LineWithUnit> energies;
    for (int p = 1; p <= highest; ++p) {
      const std::string name = concat("acceleration_energy/", p);
      for (LineWithUnit& of : lines_of(higher.selection, *higher.array(name), 0, higher.record)) {
        energies.push_back(std::move(of));
      }
    }
    add("acceleration_energy.svg", "Acceleration energies", std::move(energies));
    for (int p = 1; p <= highest; ++p) has_shown(concat("acceleration_energy/", p));
    std::vector<Plot>& panels = overview_.figures.back().panels;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      panels[i].y_label = fmt::format("E{}, {}", kSubscripts[i + 1], panels[i].y_label);
    }
  }

  static constexpr std::array kSubscripts{"₀", "₁", "₂", "₃", "₄"};

  const OverviewRequest& request_;
  const analysis::Subject& subject_;
  int available_;  ///< Derivatives of q.
  long long rows_;
  SampleTimes times_;
  std::vector<double> x_;  ///< The same.
  std::vector<MotionLimit> limits_;
  Overview overview_;
};

}  // namespace

Overview motion_overview(const OverviewRequest& request) { return OverviewFigures(request).all(); }

}  // namespace appell::report
