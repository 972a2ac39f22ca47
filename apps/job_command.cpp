#include "apps/job_command.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/progress.hpp"
#include "apps/report_option.hpp"
#include "apps/terminal.hpp"
#include "apps/terminal_context.hpp"

namespace appell::apps {
namespace {

using jobs::Job;
using jobs::Kind;
using jobs::Parameter;

std::map<const CLI::Option*, const Parameter*>& all_options() {
  static std::map<const CLI::Option*, const Parameter*> options;
  return options;
}

/// Whether it has no name on the command line.
bool is_word(const Parameter& parameter) { return parameter.is_required || parameter.is_word; }

/// "-o,--output" of a parameter; "MODEL" of a word.
std::string names_of_option(const Parameter& parameter) {
  if (is_word(parameter)) return parameter.value;
  std::string names = concat("--", parameter.name);
  for (const std::string& alias : parameter.aliases) {
    if (alias.size() == 1) names = concat("-", alias, ",", names);
  }
  return names;
}

std::string help_of(const Parameter& parameter) {
  const bool says_default =
      parameter.default_text.empty() || parameter.words.find("default") != std::string::npos;
  return says_default ? parameter.words
                      : concat(parameter.words, " (default: ", parameter.default_text, ")");
}

bool takes_several(const Parameter& parameter) {
  return parameter.kind == Kind::kList || parameter.kind == Kind::kPairs || parameter.is_many;
}

CLI::Option* add_parameter(CLI::App& command, const Parameter& parameter,
                           std::vector<std::string>& words) {
  CLI::Option* option = nullptr;
  if (parameter.kind == Kind::kFlag) {
    option = command.add_flag_function(
        names_of_option(parameter), [](std::int64_t) {}, help_of(parameter));
  } else {
    const bool is_list = takes_several(parameter);
    option = is_list
                 ? command.add_option(names_of_option(parameter), words, help_of(parameter))
                 : command.add_option_function<std::string>(
                       names_of_option(parameter),
                       [&words](const std::string& word) { words = {word}; }, help_of(parameter));
    if (parameter.kind == Kind::kList) as_list(option, parameter.value);
    if (parameter.kind == Kind::kPairs)
      option->allow_extra_args(false)->option_text(parameter.value);
    const char* type = parameter.kind == Kind::kWhole    ? "INT"
                       : parameter.kind == Kind::kNumber ? "FLOAT"
                                                         : "TEXT";
    option->type_name(parameter.value.empty() || is_word(parameter) ? type : parameter.value);
  }
  if (parameter.is_required || parameter.is_needed) option->required();
  if (!parameter.group.empty()) option->group(parameter.group);
  all_options()[option] = &parameter;
  return option;
}

jobs::Given given_of(const Parameter& parameter, const std::vector<std::string>& words) {
  if (parameter.kind == Kind::kFlag) return true;
  if (takes_several(parameter)) return words;
  return words.back();
}

/// "--limits", "-o", or "MODEL".
std::string called(const Parameter& parameter) {
  if (is_word(parameter)) return parameter.value;
  return parameter.name == "output" ? "-o" : concat("--", parameter.name);
}

std::string footer_of(const Job& job) {
  std::string text;
  for (const std::string& example : job.examples) {
    text += concat(text.empty() ? "Example: " : "\n         ", example);
  }
  return job.remarks.empty() ? text : concat(text, "\n", job.remarks);
}

void run_job(const Job& job, const CLI::App& command, bool as_json,
             const std::vector<std::pair<CLI::Option*, std::vector<std::string>>>& options) {
  jobs::Request request(job);
  for (const auto& [option, words] : options) {
    if (option == nullptr || option->count() == 0) continue;
    const Parameter& parameter = *parameter_of(*option);
    try {
      request.set(parameter, given_of(parameter, words), called(parameter));
    } catch (const InvalidArgument& error) {
      throw CLI::ValidationError(error.what());  // What was typed is wrong: help is named, too.
    }
  }
  const bool reads_motions =
      std::any_of(job.parameters.begin(), job.parameters.end(),
                  [](const Parameter& parameter) { return parameter.name == "smooth"; });
  if (!reads_motions) keep_field_names();
  // Who writes nothing ends at once, even while it waits for standard input.
  const bool may_write = job.outputs(request.fields()) != nullptr;
  const StopScope scope(may_write ? &catch_interrupts() : StopScope::flag());
  jobs::Outcome outcome;
  {
    TerminalContext context(command_line(command));
    outcome = jobs::carry_out(job, request, context);
  }
  if (!outcome.answer.json) return;
  print(as_json || !job.has_document ? outcome.answer.json() : with_verdicts(outcome.text));
  if (outcome.answer.is_no) throw AnswerIsNo{};
}

void add_job(CLI::App& app, const Job& job) {
  CLI::App* command = app.add_subcommand(job.name, job.title);
  command->group(jobs::title_of(job.purpose));
  // The words of each option; their places must not change any more.
  const auto options =
      std::make_shared<std::vector<std::pair<CLI::Option*, std::vector<std::string>>>>(
          job.parameters.size());
  for (std::size_t i = 0; i < job.parameters.size(); ++i) {
    if (job.parameters[i].kind == Kind::kArray) continue;  // Files have them.
    auto& [option, words] = (*options)[i];
    option = add_parameter(*command, job.parameters[i], words);
  }
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json,
                    job.has_document ? "print the result as JSON" : "print JSON (always on)");
  command->footer(footer_of(job));
  command->callback(
      [&job, command, options, as_json] { run_job(job, *command, *as_json, *options); });
}

}  // namespace

void add_jobs(CLI::App& app) {
  for (const Job& job : jobs::all_jobs()) add_job(app, job);
}

std::vector<std::string> with_current_names(std::vector<std::string> words) {
  if (words.empty()) return words;
  for (const Job& job : jobs::all_jobs()) {
    if (job.name != words.front()) continue;
    for (const Parameter& parameter : job.parameters) {
      for (const std::string& alias : parameter.aliases) {
        const std::string old_name = concat("--", alias);
        for (std::string& word : words) {
          if (word == old_name || word.starts_with(old_name + "=")) {
            word.replace(0, old_name.size(), concat("--", parameter.name));
          }
        }
      }
    }
  }
  return words;
}

const Parameter* parameter_of(const CLI::Option& option) {
  const auto found = all_options().find(&option);
  return found == all_options().end() ? nullptr : found->second;
}

}  // namespace appell::apps
