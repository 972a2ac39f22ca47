#include "appell/report/demo_page.hpp"

#include <memory>

#include "appell/report/motion_page.hpp"
#include "appell/report/rendering.hpp"
#include "appell/trajectory/point_to_point.hpp"

namespace appell::report {

void write_demo_page(const model::Model& model, std::span<const double> start,
                     std::span<const double> turn, double duration, const std::string& path,
                     const std::atomic<bool>* stop) {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t j = 0; j < model.coordinates().size(); ++j) {
    names.push_back(model.coordinates()[j].name);
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::minimum_jerk(0.0, start[j], duration, start[j] + turn[j])));
  }
  const trajectory::Trajectory motion(names, laws, {0.0, duration});
  const analysis::Subject subject =
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = 2});
  const PageFacts facts{.command = "demo",
                        .motion_name = "all joints by minimum-jerk laws",
                        .used = {{"Motion", "minimum-jerk laws, as in tool_motion.csv"}}};
  constexpr int kHighest = 5;  // The highest derivative that a quintic law has.
  write_page(motion_page(subject, motion, motion_limits(model), kHighest, kPageSamples, facts),
             path, stop);
}

}  // namespace appell::report
