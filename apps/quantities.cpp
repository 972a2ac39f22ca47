#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/report/json_writer.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

struct QuantitiesOptions {
  std::vector<std::string> only;
  bool json = false;
  bool markdown = false;
};

using Quantities = std::vector<std::reference_wrapper<const analysis::Quantity>>;

/// Those that are named; all if none is.
Quantities chosen_quantities(const std::vector<std::string>& names) {
  const auto all = analysis::all_quantities();
  const std::vector<std::string> known = analysis::quantity_names();
  for (const std::string& name : names) {
    check(std::find(known.begin(), known.end(), name) != known.end(),
          "--only: ", analysis::unknown_quantity(name));
  }
  Quantities chosen;
  for (const analysis::Quantity& quantity : all) {
    if (names.empty() || std::find(names.begin(), names.end(), quantity.name) != names.end()) {
      chosen.emplace_back(quantity);
    }
  }
  return chosen;
}

std::string quantities_table(const Quantities& quantities) {
  std::string text =
      fmt::format("{:<20} {:<58} {:<26} {}\n", "name", "what it is", "unit", "formula");
  for (const analysis::Quantity& quantity : quantities) {
    const std::vector<std::string> units = analysis::possible_units(quantity);
    text += fmt::format("{:<20} {:<58} {:<26} {}\n", quantity.name, quantity.title,
                        whole_comma_list(units), quantity.formula);
  }
  return text;
}

/// Text as a cell of a table, which ends at a bar.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

/// The table of docs/formats.md.
std::string quantities_markdown(const Quantities& quantities) {
  std::string text = "| key | what it is | derivatives |\n|---|---|---|\n";
  for (const analysis::Quantity& quantity : quantities) {
    text += fmt::format("| `{}` | {} | {} |\n", quantity.name, markdown_cell(quantity.description),
                        markdown_cell(quantity.derivatives));
  }
  return text;
}

std::string quantities_json(const Quantities& quantities) {
  report::JsonWriter json;
  json.begin_array();
  for (const analysis::Quantity& quantity : quantities) {
    json.begin_object();
    json.key("name").value(quantity.name);
    json.key("title").value(quantity.title);
    json.key("formula").value(quantity.formula);
    json.key("description").value(quantity.description);
    json.key("derivatives").value(quantity.derivatives);
    json.key("key").value(quantity.key);
    std::vector<std::string> axes;
    for (const analysis::Axis axis : quantity.axes) axes.emplace_back(analysis::axis_name(axis));
    json.key("axes").value(axes);
    const std::vector<std::string> terms(quantity.terms.begin(), quantity.terms.end());
    json.key("terms").value(terms);
    json.key("units").value(analysis::possible_units(quantity));
    json.end_object();
  }
  json.end_array();
  return json.text();
}

}  // namespace

void add_quantities(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("quantities", "what eval and analyze compute: names for --only");
  const auto options = std::make_shared<QuantitiesOptions>();
  auto* json = command->add_flag("--json", options->json, "print JSON");
  command->add_flag("--markdown", options->markdown, "print the table of docs/formats.md")
      ->excludes(json);
  add_quantities_option(*command, options->only);
  command->footer(
      "Example: appell quantities\n"
      "         appell quantities --only Q_drive,power --json");
  command->callback([options] {
    const Quantities chosen = chosen_quantities(options->only);
    print(options->json       ? quantities_json(chosen)
          : options->markdown ? quantities_markdown(chosen)
                              : quantities_table(chosen));
  });
}

}  // namespace appell::apps
