#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/jobs/reference.hpp"
#include "apps/commands.hpp"
#include "apps/job_command.hpp"
#include "apps/papers_program.hpp"
#include "apps/usage_errors.hpp"

namespace appell::apps {
namespace {

/// The part of the script that does not depend on the program: it asks _appell_command for what a
/// command takes. `=` is a word of its own for bash, a comma is none.
constexpr const char* kScriptEnd = R"script(
_appell_files() {
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen "$1" -- "$cur"))
}

# What may stand for an argument or the value of an option of some kind.
_appell_value() {
  local before=
  case "$1" in
    none) ;;
    files) _appell_files -f ;;
    folders) _appell_files -d ;;
    models) COMPREPLY+=($(compgen -W "$_appell_models" -- "$cur")); _appell_files -f ;;
    quantities)
      if [[ $cur == *,* ]]; then before=${cur%,*},; fi
      COMPREPLY+=($(compgen -P "$before" -W "$_appell_quantities" -- "${cur##*,}"))
      compopt -o nospace 2>/dev/null ;;
    commands) COMPREPLY+=($(compgen -W "$_appell_commands" -- "$cur")) ;;
    words:*:files) COMPREPLY+=($(compgen -W "$(_appell_list "$1")" -- "$cur")); _appell_files -f ;;
    words:*) COMPREPLY+=($(compgen -W "$(_appell_list "$1")" -- "$cur")) ;;
  esac
}

_appell_list() {
  local list=${1#words:}
  list=${list%:files}
  echo "${list//,/ }"
}

# The kind of value of the option $1, of those in $options; empty: it takes none, or is unknown.
_appell_kind() {
  local option
  for option in $options; do
    if [[ ${option%%=*} == "$1" && $option == *=* ]]; then echo "${option#*=}"; return; fi
  done
}

_appell() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options= arguments=
  local i num_arguments=0 kind names= IFS=$' \t\n'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$_appell_commands --help --version" -- "$cur"))
    return
  fi
  _appell_command "${COMP_WORDS[1]}"
  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  kind=$(_appell_kind "$prev")
  if [[ -n $kind ]]; then _appell_value "$kind"; return; fi
  if [[ $cur == -* ]]; then
    for i in $options; do names+=" ${i%%=*}"; done
    COMPREPLY=($(compgen -W "$names" -- "$cur"))
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -* ]]; then
      if [[ ${COMP_WORDS[i+1]} == "=" ]]; then ((i += 2))
      elif [[ -n $(_appell_kind "${COMP_WORDS[i]}") ]]; then ((i += 1)); fi
    else
      ((num_arguments += 1))
    fi
  done
  set -- $arguments
  if (($# > 0)); then
    ((num_arguments < $#)) || [[ ${!#} != *... ]] || num_arguments=$(($# - 1))
    ((num_arguments += 1))
    kind=${!num_arguments}
    _appell_value "${kind%...}"
  fi
}

complete -F _appell appell
)script";

std::string blank_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

/// What CLI11 does not know of a text of a command that is no job: what it may be. Other texts are
/// names of files.
std::string kind_of_text(const std::string& name) {
  if (name == "MODEL") return "models";
  if (name == "COMMAND") return "commands";
  if (name == "SHELL") return "words:bash";
  constexpr std::array kNoFiles{"--gravity", "--frame", "--explain",    "--joint",
                                "--package", "--form",  "--open-meshes"};
  return std::find(kNoFiles.begin(), kNoFiles.end(), name) != kNoFiles.end() ? "none" : "files";
}

/// What may stand for the value of a parameter of a job.
std::string kind_of_parameter(const jobs::Parameter& parameter) {
  using jobs::Kind;
  std::string words;
  for (const std::string& choice : parameter.choices) words += (words.empty() ? "" : ",") + choice;
  switch (parameter.kind) {
    case Kind::kModel:
      return "models";
    case Kind::kMotion:
      return "files";
    case Kind::kFile:
    case Kind::kTables:
    case Kind::kJson:
    case Kind::kLoads:
      return words.empty() ? "files" : "words:" + words + ":files";
    case Kind::kFolder:
      return "folders";
    default:
      if (parameter.name == "only") return "quantities";
      return words.empty() ? "none" : "words:" + words;
  }
}

/// "" of a flag.
std::string kind_of(const CLI::Option& option, const std::string& name) {
  if (!takes_value(option)) return "";
  if (const jobs::Parameter* parameter = parameter_of(option)) return kind_of_parameter(*parameter);
  const std::string type = option.get_type_name();
  const bool is_number =
      type.find("INT") != std::string::npos || type.find("FLOAT") != std::string::npos;
  return is_number ? "none" : kind_of_text(name);
}

/// "  analyze)\n    options=... arguments=... ;;"
std::string case_of(const CLI::App& command) {
  std::string options;
  std::string arguments;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      const bool is_endless =
          option->get_items_expected_max() >= CLI::detail::expected_max_vector_size;
      arguments += (arguments.empty() ? "" : " ") + kind_of(*option, option->get_name()) +
                   (is_endless ? "..." : "");
      continue;
    }
    std::vector<std::string> names;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    const std::string kind = kind_of(*option, names.front());
    for (const std::string& name : names) {
      options += (options.empty() ? "" : " ") + name + (kind.empty() ? "" : "=" + kind);
    }
  }
  return fmt::format("    {})\n      options=\"{}\"\n      arguments=\"{}\" ;;\n",
                     command.get_name(), options, arguments);
}

std::string bash_script(const CLI::App& app) {
  std::vector<std::string> commands;
  std::vector<std::string> models;
  std::string cases;
  for (const io::EmbeddedModel& model : io::embedded_models()) models.emplace_back(model.name);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
    cases += case_of(*command);
  }
  return fmt::format(
      "# Completion for bash; in ~/.bashrc: source <(appell completion bash)\n"
      "_appell_commands=\"{}\"\n_appell_models=\"{}\"\n_appell_quantities=\"{}\"\n\n"
      "# Sets what a command takes: options, each with =KIND of its value, and kinds of "
      "arguments.\n"
      "_appell_command() {{\n  case \"$1\" in\n{}  esac\n}}\n{}",
      blank_list(commands), blank_list(models), blank_list(analysis::quantity_names()), cases,
      kScriptEnd);
}

}  // namespace

void add_completion(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("completion", "a script that lets a shell complete what you type");
  const auto shell = std::make_shared<std::string>("bash");
  command->add_option("SHELL", *shell, "bash; or markdown, for the table of all options in docs")
      ->capture_default_str();
  command->footer(
      "Example: source <(appell completion bash)   (in ~/.bashrc)\n"
      "Completes commands, options, embedded models, quantities (after commas too) and files.");
  command->callback([&app, shell] {
    if (*shell == "markdown") return print(jobs::reference());
    check(*shell == "bash", "SHELL: is '", one_line(*shell), "'; bash is needed");
    become_papers_if_there("completion", {*shell});  // It knows the options of verify.
    print(bash_script(app));
  });
}

}  // namespace appell::apps
