#include "appell/study/variation_names.hpp"

#include <algorithm>
#include <cctype>

#include "appell/base/check.hpp"
#include "appell/study/variation.hpp"

namespace appell::study {
namespace {

using io::VaryEntry;

/// What an entry can name in a model.
struct Candidate {
  std::string name;
  int index;
};

bool is_of_links(const VaryEntry& entry) {
  return entry.what == "inertia" || entry.what == "mass" || entry.what == "centre";
}

/// Links with a mass that can move; for a payload all that can move.
std::vector<Candidate> links_of(const model::Model& model, bool need_mass) {
  std::vector<Candidate> found;
  for (int i = 0; i < std::ssize(model.frames()); ++i) {
    const model::Link& link = model.description().links[i];
    if (!model.frames()[i].can_move() || (need_mass && !(link.inertial.mass > 0.0))) continue;
    found.push_back({link.name, i});
  }
  return found;
}

/// Joints that have what varies.
std::vector<Candidate> joints_of(const model::Model& model, const VaryEntry& entry) {
  std::vector<Candidate> found;
  for (int i = 0; i < std::ssize(model.description().joints); ++i) {
    const model::Joint& joint = model.description().joints[i];
    const bool has_friction = (entry.part != "dry" && joint.friction.viscous != 0.0) ||
                              (entry.part != "viscous" && joint.friction.has_dry());
    const bool has = entry.what == "friction" ? has_friction
                     : entry.what == "rotor"  ? joint.actuator.reflected_inertia() > 0.0
                                              : !joint.X_PJ.xyz.isZero(0.0);
    if (has) found.push_back({joint.name, i});
  }
  return found;
}

std::vector<Candidate> limits_of(const std::vector<model::MotionLimit>& limits) {
  std::vector<Candidate> found;
  for (int i = 0; i < std::ssize(limits); ++i) found.push_back({kind_name(limits[i]), i});
  return found;
}

std::vector<std::string> names_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  for (const Candidate& one : candidates) {
    if (std::find(names.begin(), names.end(), one.name) == names.end()) names.push_back(one.name);
  }
  return names;
}

/// Names that the patterns meet, in the order of the model; every pattern must meet one.
std::vector<std::string> chosen_names(const std::vector<std::string>& patterns,
                                      const std::vector<std::string>& names,
                                      const std::string& what, const std::string& things,
                                      const std::string& model) {
  check(!names.empty(), "model '", model, "' has no ", things, " for ", what);
  for (const std::string& pattern : patterns) {
    const bool meets = std::any_of(names.begin(), names.end(),
                                   [&](const std::string& name) { return fits(name, pattern); });
    check(meets, "'", one_line(pattern), "' meets none of the ", things, " of model '", model,
          "' that have what varies", suggestion(pattern, names), "; they are ", comma_list(names));
  }
  std::vector<std::string> chosen;
  for (const std::string& name : names) {
    const bool is_chosen = std::any_of(patterns.begin(), patterns.end(),
                                       [&](const auto& pattern) { return fits(name, pattern); });
    if (is_chosen) chosen.push_back(name);
  }
  return chosen;
}

std::vector<int> indices_named(const std::vector<Candidate>& candidates, const std::string& name) {
  std::vector<int> found;
  for (const Candidate& one : candidates) {
    if (one.name == name) found.push_back(one.index);
  }
  return found;
}

}  // namespace

bool fits(std::string_view name, std::string_view pattern) {
  std::size_t n = 0, p = 0, star = pattern.npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
      ++n, ++p;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (star != pattern.npos) {  // The star takes one character more.
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

std::vector<NamedTargets> targets_of(const VaryEntry& entry,
                                     const std::vector<model::Model>& models,
                                     const std::vector<std::vector<model::MotionLimit>>& limits) {
  const bool is_payload = entry.what == "payload", of_limits = entry.what == "limits";
  const bool of_links = is_of_links(entry) || is_payload;
  if (!of_links && !of_limits && entry.what != "friction" && entry.what != "rotor" &&
      entry.what != "length") {
    return {{"", std::vector<std::vector<int>>(models.size())}};
  }
  std::vector<std::string> patterns = of_links    ? entry.links
                                      : of_limits ? entry.kinds
                                                  : entry.joints;
  if (patterns.empty()) patterns = {is_payload ? models.front().default_frame().name : "*"};
  const char* things = of_links ? "links" : of_limits ? "limits" : "joints";
  std::vector<std::string> names;  // Of the first model, which the others must have too.
  std::vector<std::vector<Candidate>> all;
  for (int m = 0; m < std::ssize(models); ++m) {
    all.push_back(of_links    ? links_of(models[m], !is_payload)
                  : of_limits ? limits_of(limits[m])
                              : joints_of(models[m], entry));
    const std::vector<std::string> here =
        chosen_names(patterns, names_of(all[m]), entry.what, things, models[m].name());
    if (m == 0) names = here;
    check(here == names, "models '", models[0].name(), "' and '", models[m].name(),
          "' differ: ", things, " ", comma_list(names), ", and ", comma_list(here),
          "; a study needs the same");
  }
  std::vector<NamedTargets> targets;
  for (const std::string& name : names) {
    if (targets.empty() || !entry.is_together) {
      targets.push_back({name, std::vector<std::vector<int>>(models.size())});
    } else {
      targets.back().name = comma_list(patterns);
    }
    for (int m = 0; m < std::ssize(models); ++m) {
      for (const int index : indices_named(all[m], name)) targets.back().at[m].push_back(index);
    }
  }
  return targets;
}

std::string without_class(const std::string& message) {
  const std::size_t colon = message.find(": ");
  if (colon == std::string::npos || message.front() < 'A' || message.front() > 'Z') return message;
  const bool is_word =
      std::all_of(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(colon),
                  [](unsigned char c) { return std::isalnum(c) != 0; });
  return is_word ? message.substr(colon + 2) : message;
}

}  // namespace appell::study
