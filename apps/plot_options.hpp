#pragma once

#include <string>
#include <vector>

#include "appell/report/figures.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/motion_overview.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// Where the plots of `analyze` go.
struct PlotOptions {
  std::string few;  ///< Folder of --plots; empty: none.
  std::string all;  ///< Folder of --plots-all; empty: none.

  bool are_wanted() const { return !few.empty() || !all.empty(); }
};

/// Figures in the folder of each option.
struct NumFigures {
  int few = 0;
  int all = 0;
};

/// Adds --plots and --plots-all to a command.
void add_plot_options(CLI::App& command, PlotOptions& options);

/// Before anything is computed.
/// @throws InvalidArgument if a folder cannot be one, or both are the same.
void check_plot_folders(const PlotOptions& options);

/// The quantities that are drawn unless told otherwise.
std::vector<std::string> overview_quantities();

/// What is drawn beside the overview.
struct Drawn {
  const analysis::Selection& selection;
  const report::MotionRecord& record;  ///< Of the selection; without rows: nothing of it is drawn.
  bool are_chosen = false;             ///< Whether --only named the quantities.
  std::vector<report::Figure> first;   ///< Before the overview.
};

/// Draws and writes; what is left out is said on stderr.
/// @param title, text  of the page.
NumFigures write_plots(const PlotOptions& options, const report::OverviewRequest& request,
                       Drawn drawn, const std::string& title, const std::string& text);

/// "14 plots: DIR/index.html", a line for each folder.
std::string plots_text(const PlotOptions& options, const NumFigures& num_figures);

}  // namespace appell::apps
