#include "apps/option_checks.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "appell/base/text.hpp"
#include "apps/job_command.hpp"

namespace appell::apps {
namespace {

/// nullopt for everything that is not digits with a sign, and for more than fits.
std::optional<long long> whole_number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A check without a name of its own in --help.
CLI::Validator refusing(std::function<bool(const std::string&)> is_good, std::string needed) {
  return CLI::Validator(
      [is_good = std::move(is_good), needed = std::move(needed)](std::string& text) {
        return is_good(text) ? std::string()
                             : concat("is '", one_line(text), "'; ", needed, " is needed");
      },
      "");
}

}  // namespace

CLI::Validator whole_number(long long least, long long most) {
  return refusing(
      [least, most](const std::string& text) {
        const std::optional<long long> value = whole_number_in(text);
        return value && *value >= least && *value <= most;
      },
      concat("a whole number in ", least, "..", most));
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  std::string text = whole_comma_list({words.begin(), words.end() - 1});
  return refusing(
      [words](const std::string& word) {
        return std::find(words.begin(), words.end(), word) != words.end();
      },
      concat(text, " or ", words.back()));
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    for (CLI::Option* option : command->get_options()) {
      const bool is_flag = option->get_type_size() == 0;
      const jobs::Parameter* parameter = parameter_of(*option);
      const bool is_number = parameter != nullptr && (parameter->kind == jobs::Kind::kWhole ||
                                                      parameter->kind == jobs::Kind::kNumber);
      if (is_flag || is_number) continue;  // Numbers say what they need.
      option->check(refusing([](const std::string& text) { return !text.empty(); }, "a value"));
    }
  }
}

CLI::Option* as_list(CLI::Option* option, const std::string& text) {
  return option->delimiter(',')->allow_extra_args(false)->option_text(text);
}

}  // namespace appell::apps
