#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::jobs {

struct ModelsRequest {};

struct ModelsResult {
  struct Row {
    std::string name;
    int dof;
    std::string summary;
  };
  std::vector<Row> models;
};

ModelsResult run(const ModelsRequest&, Context&) {
  ModelsResult result;
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const std::string name(embedded.name);
    result.models.push_back({.name = name,
                             .dof = io::load_model(name).model.num_coordinates(),
                             .summary = std::string(embedded.summary)});
  }
  return result;
}

Document show(const ModelsResult& of, Detail) {
  report::PageTable table{.title = "Embedded robots",
                          .columns = {{"name"}, {"joints"}, {"what it is"}}};
  for (const auto& [name, dof, summary] : of.models) {
    table.rows.push_back({name, static_cast<double>(dof), summary});
  }
  Document document{.title = "Embedded robots"};
  document.tables = {std::move(table)};
  return document;
}

std::string json(const ModelsResult& of) {
  report::JsonWriter json;
  json.begin_array();
  for (const auto& [name, dof, summary] : of.models) {
    json.begin_object();
    json.key("name").value(name);
    json.key("dof").value(dof);
    json.key("summary").value(summary);
    json.end_object();
  }
  json.end_array();
  return json.text();
}

Job models_job() {
  return job<ModelsRequest, ModelsResult>(
      {.name = "models",
       .title = "the embedded robots",
       .purpose = Purpose::kRobot,
       .examples = {"appell models",
                    "appell lint panda   (their names stand for files in every command)"},
       .python = R"(>>> "panda" in models()
True)",
       .python_class = "Models",
       .python_returns = "Their names, a list; `rows` has what `appell models --json` prints."});
}

}  // namespace appell::jobs
