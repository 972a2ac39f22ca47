#include <memory>

#include <CLI/CLI.hpp>

#include "appell/io/state_file.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/papers_program.hpp"
#include "papers/verify/motion_equation.hpp"

namespace appell::apps {
namespace {

struct EquationsOptions {
  ModelOptions model;
  std::string state;
  verify::EquationRequest request;
  bool json = false;
  bool markdown = false;
};

void show_equation(const EquationsOptions& options) {
  const model::Model model = load(options.model);
  const io::StateFile state = io::load_state(options.state, model);
  verify::EquationRequest request = options.request;
  request.frame = end_effector(model, request.frame).name;
  const verify::MotionEquation equation = verify::motion_equation(model, state, request);
  print(options.json       ? verify::motion_equation_json(equation)
        : options.markdown ? verify::motion_equation_markdown(equation)
                           : verify::motion_equation_text(equation));
}

std::string form_names() {
  std::string text;
  for (const verify::EquationForm& form : verify::equation_forms()) {
    text += (text.empty() ? "" : ", ") + std::string(form.name);
  }
  return text;
}

}  // namespace

void add_equations(CLI::App& app) {
  CLI::App* command = app.add_subcommand("equations", kEquationsSummary);
  const auto options = std::make_shared<EquationsOptions>();
  add_model_options(*command, options->model);
  command
      ->add_option("--state", options->state,
                   "JSON file with q, q', q'', ... ('-': standard input; see docs/formats.md)")
      ->required();
  command->add_option("--form", options->request.form, "which form, of: " + form_names())
      ->capture_default_str();
  command
      ->add_option("--order", options->request.k,
                   "k: the equation is that of the (k-1)-th derivative of the force (1, the force "
                   "itself: what is taught first)")
      ->capture_default_str()
      ->check(whole_number(1, 12));
  command->add_option(
      "-m", options->request.m,
      "derivative of q by which the energies are differentiated, where the form has "
      "a choice (default: the lowest; the sum is the same for every m)");
  command->add_option("--joint", options->request.joint, "only this joint");
  command->add_option("--frame", options->request.frame,
                      "link at which the load of the state is (default: the end effector)");
  auto* json = command->add_flag("--json", options->json, "print JSON");
  command->add_flag("--markdown", options->markdown, "print a page with formulas, for teaching")
      ->excludes(json);
  command->footer(
      "Example: echo '{\"q\": [[0.3, 0.5], [1, -1], [2, 0]]}' |\n"
      "           appell equations planar2r --state - --form lagrange\n"
      "The sum of coefficient times value is compared with Q_drive by Newton and Euler.");
  command->callback([options] { show_equation(*options); });
}

}  // namespace appell::apps
