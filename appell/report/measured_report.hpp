#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/friction_fit.hpp"
#include "appell/analysis/measured_forces.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/page.hpp"

namespace appell::report {

/// Measured forces against a model's, and the friction that was fitted to the difference.
struct MeasuredComparison {
  std::string model;
  std::string motion;
  analysis::MeasuredForces forces;
  std::optional<analysis::FittedLaw> law;  ///< Not given: nothing was fitted.
  double velocity = analysis::kDryVelocity;
  std::vector<analysis::FrictionFit> fits;  ///< One for each joint of `forces`, with a law.
};

/// Fits the law to every joint.
MeasuredComparison compare_measured(analysis::MeasuredForces forces,
                                    std::optional<analysis::FittedLaw> law, double velocity);

/// A table with a line per joint, and one of the friction; notes below.
std::string measured_text(const MeasuredComparison& of);

/// The same with all digits.
std::string measured_json(const MeasuredComparison& of);

/// The friction as a file for --friction, with what was fitted to what as comments.
std::string fitted_friction_toml(const MeasuredComparison& of);

/// For a page: tables of the same, and over time the difference, the fitted friction and what is
/// left.
std::vector<PageTable> measured_tables(const MeasuredComparison& of);
PageGroup measured_group(const MeasuredComparison& of, const model::Model& model);

inline constexpr std::size_t kMostMeasuredFigures = 8;

/// A plot per joint: measured, Q_drive, their difference and, if it was fitted, friction. Of more
/// than kMostMeasuredFigures joints some share a figure.
std::vector<Figure> measured_figures(const MeasuredComparison& of);

}  // namespace appell::report
