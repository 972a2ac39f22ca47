#pragma once

#include <string>
#include <vector>

#include "appell/analysis/fanuc_experiment.hpp"
#include "appell/report/figures.hpp"

/// The experiment of S2, section 5, as files and text.
namespace appell::report {

/// Plots that stand beside figures 5 to 11 of the paper.
std::vector<Figure> fanuc_figures(const analysis::FanucExperiment& experiment);

/// All curves as a CSV: t, q.J3 and its derivatives, energies and torques by both routes.
void write_fanuc_csv(const model::Model& model, const analysis::FanucExperiment& experiment,
                     const std::string& path);

/// The motion as a motion file for `appell analyze`.
std::string fanuc_motion_toml(const model::Model& model, const analysis::AngularRecord& record);

/// Key figures and a small plot for the terminal.
std::string fanuc_account(const model::Model& model, const analysis::FanucExperiment& experiment);

}  // namespace appell::report
