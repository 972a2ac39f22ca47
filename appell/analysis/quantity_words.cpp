#include <algorithm>
#include <cctype>

#include "appell/analysis/quantities.hpp"
#include "appell/base/text.hpp"

namespace appell::analysis {
namespace {

constexpr std::size_t kMostMeant = 4;        // Names in one message.
constexpr std::size_t kShortestOfTitle = 4;  // Letters of a word that is looked for in titles.

/// What people call a quantity whose name and title have another word for it.
struct EverydayWord {
  std::string_view word;
  std::vector<std::string_view> names;
};

const std::vector<EverydayWord>& everyday_words() {
  static const std::vector<std::string_view> drive{"Q_drive", "Q_motor"};
  static const std::vector<std::string_view> motion{"q", "X", "omega_world"};
  static const std::vector<EverydayWord> words{
      {"torque", drive},
      {"tau", drive},
      {"effort", drive},
      {"force", {"Q_drive", "Q_motor", "Q_load", "reaction_force"}},
      {"motor", {"Q_motor", "Q_drive"}},
      {"wrench", {"reaction_force", "reaction_moment"}},
      {"payload", {"Q_load"}},
      {"weight", {"Q_gravity", "static_force"}},
      {"inertia", {"mass_matrix", "Q_inertia", "link_inertia"}},
      {"energy", {"kinetic_energy", "potential_energy", "acceleration_energy"}},
      {"work", {"power", "kinetic_energy", "potential_energy"}},
      {"gibbs", {"acceleration_energy"}},
      {"position", {"q", "frame_T", "T"}},
      {"angle", {"q", "angles"}},
      {"pose", {"frame_T", "T"}},
      {"transform", {"T", "frame_T"}},
      {"com", {"centre_of_mass", "r_com"}},
      {"center", {"centre_of_mass", "r_com"}},
      {"velocity", motion},
      {"speed", motion},
      {"omega", {"omega_world", "omega_body"}},
      {"acceleration", motion},
      {"jerk", motion},
      {"snap", motion},
      {"twist", {"X", "twist_world", "twist_body"}},
      {"centrifugal", {"bias", "coriolis"}},
  };
  return words;
}

/// Small letters, one word for each run of letters, without the s of a plural.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalpha(letter) != 0) {
      words.back() += static_cast<char>(std::tolower(letter));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  for (std::string& word : words) {
    if (word.ends_with("ies")) word.replace(word.size() - 3, 3, "y");
    if (word.size() > 1 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
  }
  return words;
}

bool has_in_title(const Quantity& quantity, const std::string& word) {
  const std::vector<std::string> title = words_of(quantity.title);
  return word.size() >= kShortestOfTitle &&
         std::find(title.begin(), title.end(), word) != title.end();
}

/// Whether a word is that of a time derivative, which has no name of its own.
bool is_derivative(const std::string& word) {
  constexpr std::string_view kDerivatives[] = {"velocity", "speed", "acceleration",
                                               "jerk",     "snap",  "rate"};
  return std::find(std::begin(kDerivatives), std::end(kDerivatives), word) !=
         std::end(kDerivatives);
}

/// Names of the quantities that words may mean, the likeliest first: those that everyday words
/// stand for, else those that have one in their title.
std::vector<std::string> meant_by(const std::vector<std::string>& words) {
  std::vector<std::string> meant;
  const auto add = [&meant](std::string_view name) {
    if (meant.size() < kMostMeant && std::find(meant.begin(), meant.end(), name) == meant.end()) {
      meant.emplace_back(name);
    }
  };
  for (const std::string& word : words) {
    for (const auto& [everyday, names] : everyday_words()) {
      if (everyday == word) std::for_each(names.begin(), names.end(), add);
    }
  }
  if (!meant.empty()) return meant;
  for (const std::string& word : words) {
    for (const Quantity& quantity : all_quantities()) {
      if (!is_deviation(quantity) && has_in_title(quantity, word)) add(quantity.name);
    }
  }
  return meant;
}

bool is_everyday(std::string_view word) {
  const auto& all = everyday_words();
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.word == word; });
}

}  // namespace

std::string unknown_quantity(std::string_view name) {
  const std::vector<std::string> all = quantity_names();
  const std::vector<std::string> words = words_of(name);
  const bool is_one_word = words.size() == 1 && is_everyday(words[0]);
  std::string meant = is_one_word ? "" : suggestion(name, all);
  if (meant.empty()) {
    const std::vector<std::string> names = meant_by(words);
    const bool is_rate = std::any_of(words.begin(), words.end(), is_derivative);
    if (!names.empty()) {
      meant = concat(" (did you mean one of ", whole_comma_list(names), "?",
                     is_rate ? " They come with their time derivatives." : "", ")");
    }
  }
  return concat("there is no quantity '", name, "'", meant, "; `appell quantities` lists all ",
                all.size());
}

}  // namespace appell::analysis
