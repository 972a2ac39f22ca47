#pragma once

#include <optional>
#include <string>

#include "appell/analysis/quantity.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/measured_report.hpp"
#include "apps/output_options.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// What `analyze --measured` takes beside the options of analyze.
struct MeasuredOptions {
  bool is_wanted = false;
  std::string law;  ///< Of --fit-friction; empty: nothing is fitted.
  std::optional<double> velocity;
  std::optional<double> skip;
  OutputOptions friction;  ///< Where the fitted friction goes.
};

/// Adds --measured, --fit-friction, --friction-velocity, --friction-out and --skip to a command.
void add_measured_options(CLI::App& command, MeasuredOptions& options);

/// Before anything is computed.
/// @param inputs  files that are read: none of them is written to.
/// @throws InvalidArgument for options that want --measured or each other, an unknown law, or a
///   file that cannot be written.
void check_measured(const MeasuredOptions& options, const std::vector<std::string>& inputs);

/// What is printed and drawn of a comparison.
struct MeasuredAnswer {
  std::string text;
  std::vector<report::Figure> figures;
  report::MeasuredComparison comparison;
};

/// Compares, and writes the friction that is to be written.
/// @param motion_name  as on the command line.
/// @throws InvalidArgument if the motion is no record with measured forces.
MeasuredAnswer compare_with_measured(const MeasuredOptions& options,
                                     const analysis::Subject& subject, const io::Motion& motion,
                                     const std::string& motion_name, bool as_json);

}  // namespace appell::apps
