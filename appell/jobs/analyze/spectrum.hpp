#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/motion_spectra.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: spectra of forces and of the end effector's jerk along a motion.
namespace appell::jobs {

/// What is asked of them, beside robot, motion, loads and the time between samples.
struct SpectrumRequest {
  bool is_asked = false;  ///< Even if they are written nowhere.
  std::string path;       ///< Of their table.
  std::string window = "hann";
  std::vector<std::string> above;  ///< Hz
  std::vector<std::string> near;   ///< Hz
  std::string actuators;           ///< For eigenfrequencies; empty: those of the model.

  bool is_wanted() const { return is_asked || !path.empty(); }
};
Parameters spectrum_parameters();
/// Before anything is computed.
/// @param inputs  files that are read: none of them is written to.
/// @throws InvalidArgument for parameters that need --spectrum, a number or window that is none, or
///   a file that cannot be written.
void check_spectrum(const SpectrumRequest& request, const std::vector<std::string>& inputs,
                    const Context& context);

/// A range of frequencies that one wants to know the share of.
struct SpectrumBand {
  std::string name;  ///< "> 20 Hz", "f1 = 11.2 to 13.4 Hz"
  double low = 0.0;
  std::optional<double> high;  ///< None: all above.
};

struct SpectrumResult {
  analysis::MotionSpectra spectra;
  std::vector<SpectrumBand> bands;
};
/// A row for each frequency: f, then the amplitude of each signal.
report::MotionRecord table_of(const SpectrumResult& result);

/// Computes the spectra, and writes their table if that is wanted.
/// @param dt  between samples, s.
/// @param physics  as the model was loaded with.
SpectrumResult run(const SpectrumRequest& request, const analysis::Subject& subject,
                   const MotionSource& source, const trajectory::Trajectory& motion, double dt,
                   mass::Physics physics, Context& context);

/// How the spectra were made, and a row for each: effective value, dominant frequency, share of the
/// energy in each band.
Document show(const SpectrumResult& result);
Json json(const SpectrumResult& result);

}  // namespace appell::jobs
