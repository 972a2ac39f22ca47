#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/io/embedded_models.hpp"
#include "appell/report/json_writer.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

std::string as_table() {
  std::string text = fmt::format("{:<22} {:>6}  {}\n", "name", "joints", "what it is");
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    text +=
        fmt::format("{:<22} {:>6}  {}\n", embedded.name, model.num_coordinates(), embedded.summary);
  }
  return text;
}

std::string as_json() {
  report::JsonWriter json;
  json.begin_array();
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    json.begin_object();
    json.key("name").value(embedded.name);
    json.key("dof").value(model.num_coordinates());
    json.key("summary").value(embedded.summary);
    json.end_object();
  }
  json.end_array();
  return json.text();
}

}  // namespace

void add_models(CLI::App& app) {
  CLI::App* command = app.add_subcommand("models", "the embedded robots");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print JSON");
  command->footer(
      "Example: appell models\n"
      "         appell lint panda   (their names stand for files in every command)");
  command->callback([json] { print(*json ? as_json() : as_table()); });
}

}  // namespace appell::apps
