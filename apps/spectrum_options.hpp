#pragma once

#include <string>
#include <vector>

#include "appell/analysis/motion_spectra.hpp"
#include "appell/report/spectrum_report.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// What `analyze --spectrum` takes beside the options of analyze.
struct SpectrumOptions {
  std::string path;  ///< Empty: no spectra are wanted.
  std::string window = "hann";
  std::vector<std::string> above;  ///< Hz
  std::vector<std::string> near;   ///< Hz
};

/// Spectra, and the bands that are asked for.
struct SpectrumResult {
  analysis::MotionSpectra spectra;
  std::vector<report::NamedBand> bands;
};

/// Adds --spectrum, --window, --above and --near to a command.
void add_spectrum_options(CLI::App& command, SpectrumOptions& options);

/// Before anything is computed.
/// @param inputs  files that are read: none of them is written to.
/// @throws InvalidArgument for options that want --spectrum, a number or window that is none, or a
///   file that cannot be written.
void check_spectrum(const SpectrumOptions& options, const std::vector<std::string>& inputs);

/// Computes the spectra and writes their table; warnings go to stderr.
SpectrumResult write_spectra(const SpectrumOptions& options, const analysis::Subject& subject,
                             const trajectory::Trajectory& motion, const std::string& motion_name,
                             double dt);

}  // namespace appell::apps
