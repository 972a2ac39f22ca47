#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/report/json_writer.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

struct QuantitiesOptions {
  bool json = false;
  bool markdown = false;
};

std::string quantities_table() {
  std::string text = fmt::format("{:<20} {:<58} {}\n", "name", "what it is", "formula");
  for (const analysis::Quantity& quantity : analysis::all_quantities()) {
    text += fmt::format("{:<20} {:<58} {}\n", quantity.name, quantity.title, quantity.formula);
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
std::string quantities_markdown() {
  std::string text = "| key | what it is | derivatives |\n|---|---|---|\n";
  for (const analysis::Quantity& quantity : analysis::all_quantities()) {
    text += fmt::format("| `{}` | {} | {} |\n", quantity.name, markdown_cell(quantity.description),
                        markdown_cell(quantity.derivatives));
  }
  return text;
}

std::string quantities_json() {
  report::JsonWriter json;
  json.begin_array();
  for (const analysis::Quantity& quantity : analysis::all_quantities()) {
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
  command->footer("Example: appell quantities");
  command->callback([options] {
    print(options->json       ? quantities_json()
          : options->markdown ? quantities_markdown()
                              : quantities_table());
  });
}

}  // namespace appell::apps
