#include "apps/plot_options.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/report/motion_plots.hpp"
#include "appell/report/output_check.hpp"
#include "apps/interrupt.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

constexpr std::size_t kMostFigures = 30;  // Of --plots: more than that nobody looks through.

std::string page_of(const std::string& folder) {
  return (std::filesystem::path(folder) / "index.html").string();
}

/// Whether a figure of the overview shows a quantity that --only chose: "Q_drive.d1" is one of
/// Q_drive, "acceleration_energy/1" of acceleration_energy.
std::vector<bool> chosen_of(const report::Overview& overview, const Drawn& drawn) {
  std::vector<bool> are_chosen(overview.figures.size(), false);
  for (const auto& [name, figure] : overview.shown) {
    for (const analysis::Quantity* quantity : drawn.selection.quantities()) {
      const bool is_of_it =
          name.starts_with(quantity->name) &&
          (name.size() == quantity->name.size() || name[quantity->name.size()] == '/' ||
           name.compare(quantity->name.size(), 2, ".d") == 0);
      if (is_of_it) are_chosen[figure] = true;
    }
  }
  return are_chosen;
}

/// What --only chose, where there is room, then the rest of the overview.
std::vector<report::Figure> few_figures(const report::OverviewRequest& request, Drawn& drawn) {
  report::Overview overview = report::motion_overview(request);
  std::vector<report::Figure> figures = std::move(drawn.first);
  if (!drawn.are_chosen || drawn.record.rows.empty()) {
    figures.insert(figures.end(), overview.figures.begin(), overview.figures.end());
    return figures;
  }
  std::set<std::string> shown;
  for (const auto& [name, figure] : overview.shown) shown.insert(name);
  report::AllFigures chosen = report::figures_of(drawn.selection, drawn.record, shown);
  const std::size_t taken = figures.size() + overview.figures.size();
  const std::size_t room = kMostFigures - std::min(kMostFigures, taken);
  if (chosen.figures.size() > room) {
    note(concat("--plots: ", chosen.figures.size() - room,
                " plots of chosen quantities are left out, there are ", kMostFigures,
                " already; --plots-all DIR has every one"));
    chosen.figures.resize(room);
  }
  const std::vector<bool> are_chosen = chosen_of(overview, drawn);
  const auto add_overview = [&](bool which) {
    for (std::size_t i = 0; i < are_chosen.size(); ++i) {
      if (are_chosen[i] == which) figures.push_back(std::move(overview.figures[i]));
    }
  };
  add_overview(true);
  figures.insert(figures.end(), chosen.figures.begin(), chosen.figures.end());
  add_overview(false);
  return figures;
}

std::vector<report::Figure> all_figures(const Drawn& drawn) {
  report::AllFigures all = report::figures_of(drawn.selection, drawn.record);
  if (!all.left_out.empty()) {
    note(concat("--plots-all: these have more numbers than a plot can show: ",
                comma_list(all.left_out)));
  }
  return std::move(all.figures);
}

}  // namespace

void add_plot_options(CLI::App& command, PlotOptions& options) {
  command.add_option("--plots", options.few,
                     "folder for 5 to 30 plots (.svg) and an index.html that shows them: what "
                     "--only names first, then joints, torques with their limits, end effector, "
                     "energies");
  command.add_option("--plots-all", options.all,
                     "folder for plots of every quantity and derivative, and an index.html");
}

void check_plot_folders(const PlotOptions& options) {
  if (!options.few.empty()) report::check_output_folder(options.few);
  if (!options.all.empty()) report::check_output_folder(options.all);
  check(options.few.empty() || options.few != options.all,
        "--plots-all: is the same folder as --plots, ", options.all);
}

std::vector<std::string> overview_quantities() {
  return {"q",       "X",    "kinetic_energy", "potential_energy", "acceleration_energy",
          "Q_drive", "power"};
}

NumFigures write_plots(const PlotOptions& options, const report::OverviewRequest& request,
                       Drawn drawn, const std::string& title, const std::string& text) {
  NumFigures num_figures;
  if (!options.all.empty()) {
    const std::vector<report::Figure> all = all_figures(drawn);
    report::write_figures(all, title, text, options.all, &catch_interrupts());
    num_figures.all = static_cast<int>(all.size());
  }
  if (!options.few.empty()) {
    const std::vector<report::Figure> few = few_figures(request, drawn);
    report::write_figures(few, title, text, options.few, &catch_interrupts());
    num_figures.few = static_cast<int>(few.size());
  }
  return num_figures;
}

std::string plots_text(const PlotOptions& options, const NumFigures& num_figures) {
  std::string text;
  if (!options.few.empty()) {
    text += fmt::format("{} plots: {}\n", num_figures.few, page_of(options.few));
  }
  if (!options.all.empty()) {
    text += fmt::format("{} plots of everything: {}\n", num_figures.all, page_of(options.all));
  }
  return text;
}

}  // namespace appell::apps
