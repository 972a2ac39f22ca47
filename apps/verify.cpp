#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/papers.hpp"
#include "appell/io/embedded_models.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/papers_program.hpp"
#include "apps/terminal.hpp"
#include "papers/verify/catalogue.hpp"
#include "papers/verify/report.hpp"
#include "papers/verify/sample.hpp"

namespace appell::apps {
namespace {

/// What --explain shows its numbers on unless told otherwise: small, with both kinds of joint.
constexpr const char* kExplained = "rpr";

/// The JSON output has seeds as numbers, which are exact so far.
constexpr long long kLargestSeed = (1LL << 53) - 1;

struct VerifyOptions {
  ModelOptions model;
  int order = 5;
  std::uint64_t seed = 1;
  std::string explain;
  std::string frame;
  bool list = false;
  bool json = false;
};

model::Model load_moving(const ModelOptions& options) {
  model::Model model = load(options);
  check(model.num_coordinates() > 0, options.path, ": model '", model.name(),
        "' has no joint that moves; one at least is needed");
  return model;
}

verify::Verification on_sample(const VerifyOptions& options, const verify::Sample& sample) {
  return verify::verification_of(sample, options.seed, options.model.accept_inertia);
}

/// What the keys S0 to S4 in the tables mean.
std::string keys_of_papers() { return keys_spelled_out("S0 S1 S2 S3 S4"); }

void list_identities(const VerifyOptions& options) {
  print(options.json ? verify::catalogue_json(verify::identities())
                     : verify::catalogue_text(verify::identities()) + keys_of_papers());
}

std::vector<const verify::Identity*> chosen_by(const std::string& text) {
  try {
    return verify::identities_named(text);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(error.what(), "; appell verify --list shows all identities"));
  }
}

void explain(const VerifyOptions& options) {
  const std::vector<const verify::Identity*> chosen = chosen_by(options.explain);
  ModelOptions robot = options.model;
  if (robot.path.empty()) robot.path = kExplained;
  const model::Model model = load_moving(robot);
  const verify::Sample sample(model, options.order, options.seed,
                              end_effector(model, options.frame).name);
  verify::Verification verification = on_sample(options, sample);
  for (const verify::Identity* identity : chosen) {
    verification.results.push_back(verify::run(*identity, sample));
    if (options.json) continue;
    print((identity == chosen.front() ? "" : "\n") +
          verify::explanation_text(verification, verification.results.back()));
  }
  if (options.json) print(verify::explanation_json(verification));
  if (!verify::all_pass(verification.results)) throw AnswerIsNo();
}

/// A row is shown when it is known: what takes long can be seen to.
/// @param is_first  of several robots: it says what the keys mean.
verify::Verification verify_model(const VerifyOptions& options, const verify::Sample& sample,
                                  bool is_first) {
  verify::Verification verification = on_sample(options, sample);
  if (!options.json) print(verify::table_start(verification));
  verification.results = verify::run_all(sample, [&](const verify::Result& result) {
    if (!options.json) print(with_verdicts(verify::table_row(result)));
  });
  if (!options.json) {
    print((is_first ? keys_of_papers() : "") + "--explain ID has the explanation of a row\n");
    print(verify::table_end(verification));
  }
  return verification;
}

void verify_models(const VerifyOptions& options) {
  std::vector<std::string> names{options.model.path};
  const bool all = options.model.path.empty();
  check(!all || options.frame.empty(), "--frame needs a MODEL: '", options.frame,
        "' is a link of one");
  if (all) {
    names.clear();
    for (const io::EmbeddedModel& model : io::embedded_models()) names.emplace_back(model.name);
  }
  std::vector<verify::Verification> verifications;
  bool pass = true;
  for (const std::string& name : names) {
    ModelOptions chosen = options.model;
    chosen.path = name;
    const model::Model model = load_moving(chosen);
    const verify::Sample sample(model, options.order, options.seed,
                                end_effector(model, options.frame).name);
    verify::Verification verification = verify_model(options, sample, name == names.front());
    if (!options.json && all) print("\n");
    pass = pass && verify::all_pass(verification.results);
    if (options.json) {
      for (verify::Result& result : verification.results) result.comparisons.clear();
      verifications.push_back(std::move(verification));
    }
  }
  if (options.json) print(verify::verification_json(verifications, all));
  if (!pass) throw AnswerIsNo();
}

}  // namespace

void become_papers_if_there(const char*, std::vector<std::string>) {}  // It is this one.

void add_verify(CLI::App& app) {
  CLI::App* command = app.add_subcommand("verify", kVerifySummary);
  const auto options = std::make_shared<VerifyOptions>();
  add_model_options(*command, options->model);
  command->get_option("MODEL")->required(false)->description(
      "a .urdf, MJCF .xml, .sdf or .toml file, or the name of an embedded model (default: all "
      "embedded models)");
  command
      ->add_option("--order", options->order,
                   "highest time derivative of the force, 0 to 10: equations of motion up to the "
                   "order k = N + 1")
      ->capture_default_str()
      ->check(whole_number(0, 10));
  command->add_option("--seed", options->seed, "seed of the random state")
      ->capture_default_str()
      ->check(whole_number(0, kLargestSeed));
  command->add_option("--explain", options->explain,
                      "one identity, or all that evaluate an equation (\"S2 (21)\"): where it is "
                      "in the papers, reading, state, every term, and where the code is");
  command->add_option("--frame", options->frame,
                      "link that is the end effector (default: the model's own)");
  command->add_flag("--list", options->list, "the identities and what they say; runs none")
      ->excludes("--explain")
      ->excludes("MODEL");
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Example: appell verify panda\n"
      "         appell verify --explain \"S2 (21)\"   (S0 to S4 are the papers; the output says "
      "which)\n"
      "The same default order as eval and sample.");
  command->callback([options] {
    if (options->list) {
      list_identities(*options);
    } else if (options->explain.empty()) {
      verify_models(*options);
    } else {
      explain(*options);
    }
  });
}

}  // namespace appell::apps
