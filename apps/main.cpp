#include <algorithm>
#include <exception>
#include <sstream>

#include <CLI/CLI.hpp>

#include "appell/analysis/selection.hpp"
#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/base/version.hpp"
#include "appell/io/file_text.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/job_command.hpp"
#include "apps/no_memory.hpp"
#include "apps/option_checks.hpp"
#include "apps/papers_program.hpp"
#include "apps/terminal.hpp"
#include "apps/usage_errors.hpp"

namespace {

enum ExitCode { kDone = 0, kAnswerIsNo = 1, kBadInput = 2, kCouldNotFinish = 3 };

/// Messages to stderr, one "appell: " before each line.
int fail(const char* text, ExitCode code) {
  std::string line;
  for (const char* c = text;; ++c) {
    if (*c != '\n' && *c != '\0') {
      line += *c;
      continue;
    }
    appell::apps::complain(line);
    line.clear();
    if (*c == '\0') return code;
  }
}

/// The text that --help or --version asks for.
void show(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  app.exit(request, text, text);
  appell::apps::print(appell::apps::as_help(text.str()));
}

/// Notes which files have taken the place of an older one.
void tell_replaced() {
  for (const std::string& path : appell::jobs::replaced_files()) {
    appell::apps::note(appell::concat("replaced ", appell::one_line(path)));
  }
}

/// The headings of --help for commands that are no jobs.
void group_other_commands(CLI::App& app) {
  using appell::jobs::Purpose;
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    const std::string name = command->get_name();
    const auto is_one_of = [&](std::initializer_list<const char*> names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is_one_of({"equations", "verify", "demo"})) {
      command->group(title_of(Purpose::kTheory));
    } else if (is_one_of({"completion", "help"})) {
      command->group("Help");
    }
  }
}

int run(CLI::App& app, int argc, char** argv) {
  using namespace appell::apps;
  const std::vector<std::string> words = with_joined_lists(
      app, with_empty_values(
               app, with_help(app, with_current_names({argv + std::min(argc, 1), argv + argc}))));
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // The last first.
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      show(app, error);
      return kDone;
    }
    fail(explain_refusal(app, words, error).c_str(), kBadInput);
    const CLI::App* command = command_of(app, words);
    const std::string which = command == nullptr ? "" : " " + command->get_name();
    return fail(("appell help" + which + " says how to call it").c_str(), kBadInput);
  }
}

}  // namespace

int main(int argc, char** argv) {
  appell::apps::prepare_for_no_memory();
  appell::apps::ignore_file_size_signal();
  const appell::StopScope scope(&appell::apps::end_on_interrupts());
  const appell::io::KeptPipes kept_pipes;
  CLI::App app{"Appell: higher-order dynamics of robots (jerk, snap and beyond)", "appell"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("appell ") + appell::kVersion);
  app.footer(
      "Example: appell demo -o out                                   a first tour\n"
      "         appell lint robot.urdf                               is it right?\n"
      "         appell analyze robot.urdf motion.csv --plots plots   draw it all\n"
      "appell help COMMAND explains a command.");
  appell::apps::add_jobs(app);
  appell::apps::add_completion(app);
  appell::apps::add_demo(app);
  appell::apps::add_equations(app);
  appell::apps::add_help(app);
  appell::apps::add_verify(app);
  group_other_commands(app);
  appell::apps::refuse_empty_values(app);
  try {
    const int code = run(app, argc, argv);
    tell_replaced();
    return code;
  } catch (const appell::apps::AnswerIsNo&) {
    tell_replaced();
    return kAnswerIsNo;
  } catch (const appell::jobs::AnswerIsNo& error) {
    return fail(error.what(), kAnswerIsNo);
  } catch (const appell::NumericalError& error) {
    return fail(error.what(), kCouldNotFinish);
  } catch (const appell::analysis::QuantityError& error) {
    return fail((std::string("--only: ") + error.what()).c_str(), kBadInput);
  } catch (const appell::Error& error) {
    return fail(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", kCouldNotFinish);
  } catch (const std::exception& error) {
    return fail(error.what(), kCouldNotFinish);
  }
}
