#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>

#include <CLI/CLI.hpp>

#include "appell/analysis/selection.hpp"
#include "appell/base/error.hpp"
#include "appell/base/version.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/usage_errors.hpp"

namespace {

enum ExitCode { kDone = 0, kAnswerIsNo = 1, kBadInput = 2, kCouldNotFinish = 3 };

/// Messages to stderr, one "appell: " before each line.
int complain(const char* text, ExitCode code) {
  std::string line;
  for (const char* c = text;; ++c) {
    if (*c != '\n' && *c != '\0') {
      line += *c;
      continue;
    }
    std::fprintf(stderr, "appell: %s\n", line.c_str());
    line.clear();
    if (*c == '\0') return code;
  }
}

/// The text that --help or --version asks for.
void show(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  app.exit(request, text, text);
  appell::apps::print(text.str());
}

int run(CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> words = appell::apps::with_empty_values(
      app, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // The last first.
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      show(app, error);
      return kDone;
    }
    complain(appell::apps::explain_refusal(app, words, error).c_str(), kBadInput);
    return complain("run with --help for how to call it", kBadInput);
  }
}

}  // namespace

int main(int argc, char** argv) {
  appell::apps::ignore_file_size_signal();
  CLI::App app{"Appell: higher-order dynamics of robots (jerk, snap and beyond)", "appell"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("appell ") + appell::kVersion);
  appell::apps::add_analyze(app);
  appell::apps::add_capability(app);
  appell::apps::add_check(app);
  appell::apps::add_compare(app);
  appell::apps::add_convert(app);
  appell::apps::add_demo(app);
  appell::apps::add_elastic(app);
  appell::apps::add_equations(app);
  appell::apps::add_eval(app);
  appell::apps::add_feedforward(app);
  appell::apps::add_inverse(app);
  appell::apps::add_lint(app);
  appell::apps::add_mass(app);
  appell::apps::add_models(app);
  appell::apps::add_quantities(app);
  appell::apps::add_sample(app);
  appell::apps::add_trajectory(app);
  appell::apps::add_verify(app);
  appell::apps::refuse_empty_values(app);
  try {
    return run(app, argc, argv);
  } catch (const appell::apps::AnswerIsNo&) {
    return kAnswerIsNo;
  } catch (const appell::NumericalError& error) {
    return complain(error.what(), kCouldNotFinish);
  } catch (const appell::analysis::QuantityError& error) {
    return complain((std::string("--only: ") + error.what()).c_str(), kBadInput);
  } catch (const appell::Error& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kCouldNotFinish);
  } catch (const std::exception& error) {
    return complain(error.what(), kCouldNotFinish);
  }
}
