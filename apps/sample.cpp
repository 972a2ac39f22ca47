#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/numbers.hpp"
#include "appell/report/motion_report.hpp"
#include "appell/taylor/factorial.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"

namespace appell::apps {
namespace {

struct SampleOptions {
  MotionOptions motion;
  ModelOptions model;
  std::string times;
  int order = 2;
  bool json = false;
};

std::vector<double> times_in(const std::string& text) {
  std::vector<double> times;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, comma - at);
    const auto value = io::number_in(part);
    check(value.has_value(), "--at: '", part, "' is found; times t1,t2,... in s are needed");
    times.push_back(*value);
    at = comma + 1;
  }
  return times;
}

void sample(const SampleOptions& options) {
  const std::vector<double> times = times_in(options.times);
  const io::Motion motion = load_motion(options.motion, options.model);
  require_derivatives(motion, options.motion.path, options.order,
                      concat("--order ", options.order));
  print(of_option("--at", [&] {
    return options.json ? report::samples_json(motion.trajectory, times, options.order)
                        : report::samples_text(motion.trajectory, times, options.order);
  }));
}

}  // namespace

void add_sample(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "sample", "joint coordinates of a motion and their derivatives at given times");
  const auto options = std::make_shared<SampleOptions>();
  add_motion_options(*command, options->motion);
  add_motion_model_option(*command, options->model);
  command->add_option("--at", options->times, "times t1,t2,... in s")->required();
  command->add_option("--order", options->order, "highest time derivative")
      ->capture_default_str()
      ->check(whole_number(0, taylor::kMaxOrder));
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Example: appell sample swing.toml --at 0,0.5,1 --order 3\n"
      "         appell sample log.csv --columns log.toml --at 0.5\n"
      "rad, or m for a prismatic joint; dk is the k-th derivative, per s^k.");
  command->callback([options] { sample(*options); });
}

}  // namespace appell::apps
