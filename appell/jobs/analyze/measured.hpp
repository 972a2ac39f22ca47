#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/friction_fit.hpp"
#include "appell/analysis/measured_forces.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: measured forces of a recording against those of a model.
namespace appell::jobs {

/// What is asked of them, beside robot, motion and loads.
struct MeasuredRequest {
  bool is_wanted = false;
  std::string law;  ///< Of friction, fitted to the difference; empty: nothing is fitted.
  std::optional<double> velocity;
  std::optional<double> skip;  ///< At either end, s.
  std::string friction_out;    ///< A file for the fitted friction; may be empty.
};
Parameters measured_parameters();
/// Before anything is computed.
/// @param inputs  files that are read: none of them is written to.
/// @throws InvalidArgument for parameters that need each other, an unknown law, or a file that
///   cannot be written.
void check_measured(const MeasuredRequest& request, const std::vector<std::string>& inputs,
                    const Context& context);

/// Measured forces beside a model's, and the friction that was fitted to the difference.
struct MeasuredResult {
  std::string model;
  std::string motion;
  analysis::MeasuredForces forces;
  std::optional<analysis::FittedLaw> law;  ///< Not given: nothing was fitted.
  double velocity = analysis::kDryVelocity;
  std::vector<analysis::FrictionFit> fits = {};  ///< One for each joint of `forces`, with a law.
  std::string friction_out = {};                 ///< Where they were written.
  std::vector<std::string> coordinates = {};     ///< Of the model.
};

/// Compares, fits, and writes the friction that is to be written.
/// @param subject  robot and loads.
/// @throws InvalidArgument if the motion is no recording with measured forces.
MeasuredResult run(const MeasuredRequest& request, const analysis::Subject& subject,
                   const MotionSource& source, const io::Motion& motion, const Context& context);

/// Fits the law of a result to every joint.
void fit(MeasuredResult& result);

/// Tables with a row for each joint; plots of each, and for pages the difference, the fitted
/// friction and what is left over time.
Document show(const MeasuredResult& result, Detail detail);
Json json(const MeasuredResult& result);
/// The friction as a file for --friction, with what was fitted to what as comments.
std::string friction_toml(const MeasuredResult& result);

}  // namespace appell::jobs
