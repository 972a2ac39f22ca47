#include "appell/analysis/quantities.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/jobs/list.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::jobs {

struct QuantitiesRequest {
  std::vector<std::string> only;
  bool markdown = false;
};

struct QuantitiesResult {
  std::vector<std::reference_wrapper<const analysis::Quantity>> quantities;
  bool is_markdown = false;
};

QuantitiesResult run(const QuantitiesRequest& request, Context& context) {
  const std::vector<std::string> known = analysis::quantity_names();
  for (const std::string& name : request.only) {
    check(std::find(known.begin(), known.end(), name) != known.end(), context.called("only"), ": ",
          analysis::unknown_quantity(name));
  }
  QuantitiesResult result{.quantities = {}, .is_markdown = request.markdown};
  for (const analysis::Quantity& quantity : analysis::all_quantities()) {
    const bool is_named =
        std::find(request.only.begin(), request.only.end(), quantity.name) != request.only.end();
    if (request.only.empty() || is_named) result.quantities.emplace_back(quantity);
  }
  return result;
}

namespace {

/// Text as a cell of a table, which ends at a bar.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

/// The table of docs/formats/eval.md.
std::vector<std::string> markdown_lines(const QuantitiesResult& of) {
  std::vector<std::string> lines{"| key | what it is | derivatives |", "|---|---|---|"};
  for (const analysis::Quantity& quantity : of.quantities) {
    lines.push_back(fmt::format("| `{}` | {} | {} |", quantity.name,
                                markdown_cell(quantity.description),
                                markdown_cell(quantity.derivatives)));
  }
  return lines;
}

}  // namespace

Document show(const QuantitiesResult& of, Detail detail) {
  Document document{.title = "Quantities"};
  if (of.is_markdown && detail == Detail::kWords) {
    document.opening = markdown_lines(of);
    return document;
  }
  report::PageTable table{.title = "Quantities",
                          .columns = {{"name"}, {"what it is"}, {"unit"}, {"formula"}}};
  for (const analysis::Quantity& quantity : of.quantities) {
    table.rows.push_back({std::string(quantity.name), std::string(quantity.title),
                          whole_comma_list(analysis::possible_units(quantity)),
                          std::string(quantity.formula)});
  }
  document.tables = {std::move(table)};
  return document;
}

std::string json(const QuantitiesResult& of) {
  report::JsonWriter json;
  json.begin_array();
  for (const analysis::Quantity& quantity : of.quantities) {
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

Job quantities_job() {
  using R = QuantitiesRequest;
  return job<QuantitiesRequest, QuantitiesResult>(
      {.name = "quantities",
       .title = "what eval and analyze compute: names for --only",
       .purpose = Purpose::kTheory,
       .parameters = {only_of(&R::only), parameter(&R::markdown, "markdown",
                                                   "print the table of docs/formats/eval.md")},
       .examples = {"appell quantities", "appell quantities --only Q_drive,power --json"},
       .python = R"(>>> [x.formula for x in quantities() if x.name == "power"]
["Q_drive q'"])",
       .python_class = "Quantities",
       .python_returns = "A tuple of Quantity, in the order of every output."});
}

}  // namespace appell::jobs
