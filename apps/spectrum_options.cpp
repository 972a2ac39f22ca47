#include "apps/spectrum_options.hpp"

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/actuator_file.hpp"
#include "appell/io/numbers.hpp"
#include "appell/report/table.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

constexpr double kMuchAliased = 1e-4;  // Of the energy: a hundredth of the amplitude.

std::vector<double> frequencies(const std::string& option, const std::vector<std::string>& texts) {
  std::vector<double> found;
  for (const std::string& text : texts) {
    const auto number = io::number_in(text);
    check(number && *number > 0.0, option, ": '", text,
          "' is found; a frequency in Hz above zero is needed");
    found.push_back(*number);
  }
  return found;
}

}  // namespace

void add_spectrum_options(CLI::App& command, SpectrumOptions& options) {
  command.add_option(
      "--spectrum", options.path,
      "write amplitude spectra of the joints' forces and of the end effector's jerk: "
      ".csv, .h5 or .npz");
  command.add_option("--window", options.window, "with --spectrum: hann or rectangular")
      ->capture_default_str();
  as_list(command.add_option(
              "--above", options.above,
              "with --spectrum: print the share of the energy above these frequencies, Hz"),
          "HZ,HZ,...");
  as_list(
      command.add_option(
          "--near", options.near,
          "with --spectrum: print the share of the energy within 10 % of these frequencies, Hz"),
      "HZ,HZ,...");
  command.add_option("--actuators", options.actuators,
                     "with --spectrum: a .toml with joint stiffnesses, or manutec_r3, for the "
                     "eigenfrequencies (docs/formats.md)");
}

void check_spectrum(const SpectrumOptions& options, const std::vector<std::string>& inputs) {
  check(options.window == "hann" || options.window == "rectangular", "--window: is '",
        options.window, "'; hann or rectangular is needed");
  if (options.path.empty()) {
    check(options.above.empty() && options.near.empty() && options.actuators.empty(),
          "--above, --near, --actuators: need --spectrum FILE");
    return;
  }
  frequencies("--above", options.above);
  frequencies("--near", options.near);
  report::check_table_path(options.path);
  check_output_path(options.path, inputs);
}

SpectrumResult write_spectra(const SpectrumOptions& options, const analysis::Subject& subject,
                             const trajectory::Trajectory& motion, const std::string& motion_name,
                             double dt, mass::Physics physics) {
  const model::Model& own = subject.model;
  const model::Model elastic =
      options.actuators.empty()
          ? own
          : io::with_actuators(own, io::load_actuators(options.actuators, own), physics);
  const auto window =
      options.window == "hann" ? analysis::Window::kHann : analysis::Window::kRectangular;
  SpectrumResult result{
      of_option("--spectrum",
                [&] { return analysis::motion_spectra(subject, motion, dt, window); }),
      report::bands_of(frequencies("--above", options.above), frequencies("--near", options.near),
                       of_file(options.actuators.empty() ? concat("model '", own.name(), "'")
                                                         : options.actuators,
                               [&] { return analysis::eigenfrequency_ranges(elastic, motion); }))};
  for (const std::string& warning : report::aliasing_warnings(result.spectra, kMuchAliased)) {
    warn(one_line(warning));
  }
  report::write_spectrum_table(subject.model, motion_name, result.spectra, options.path);
  return result;
}

}  // namespace appell::apps
