#include "appell/io/study_vary.hpp"

#include <cmath>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

using Spread = VaryEntry::Spread;

/// What can vary, what it is of, and which spreads it may have.
struct VaryForm {
  std::string what;
  std::string of;  ///< "links", "joints", "kinds" or "".
  std::vector<Spread> spreads;
};

const std::vector<VaryForm>& vary_forms() {
  static const std::vector<VaryForm> forms{
      {"inertia", "links", {Spread::kRelative}},
      {"mass", "links", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"centre", "links", {Spread::kAbsolute, Spread::kRange}},
      {"payload", "links", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"friction", "joints", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"rotor", "joints", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"length", "joints", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"gravity", "", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"tilt", "", {Spread::kAbsolute, Spread::kRange}},
      {"limits", "kinds", {Spread::kRelative, Spread::kRange, Spread::kValues}},
      {"speed", "", {Spread::kRelative, Spread::kRange, Spread::kValues}}};
  return forms;
}

/// Of a relative deviation: beyond it nearly all draws are nearly zero.
constexpr double kMostRelative = 10.0;

constexpr std::string_view kSpreadKeys[] = {"sd", "sd_abs", "range", "values"};

std::string spread_keys(const std::vector<Spread>& spreads) {
  std::string text;
  for (const Spread spread : spreads) {
    text += concat(text.empty()               ? ""
                   : spread == spreads.back() ? " or "
                                              : ", ",
                   kSpreadKeys[static_cast<std::size_t>(spread)]);
  }
  return text;
}

const VaryForm* form_of(TomlFields& fields, const std::string& what) {
  std::vector<std::string> names;
  for (const VaryForm& form : vary_forms()) {
    if (form.what == what) return &form;
    names.push_back(form.what);
  }
  if (!what.empty()) {
    fields.error_at("what", concat("what is '", one_line(what), "'", suggestion(what, names),
                                   "; it must be one of ", comma_list(names)));
  }
  return nullptr;
}

/// Two numbers that ascend.
void read_vary_range(TomlFields& fields, VaryEntry& entry) {
  const std::vector<double> ends = fields.numbers("range", 2);
  if (ends.size() != 2) return;
  entry.low = ends[0];
  entry.high = ends[1];
  if (entry.low <= entry.high) return;
  fields.wrong_form("range", "two numbers that do not descend, [low, high], are");
}

void read_values(TomlFields& fields, VaryEntry& entry) {
  const auto values = fields.nested_numbers("values");
  const auto* list = values ? std::get_if<std::vector<double>>(&*values) : nullptr;
  if (list != nullptr && !list->empty()) {
    entry.values = *list;
  } else {
    fields.wrong_form("values", "a list of numbers is");
  }
}

void read_spread(TomlFields& fields, const VaryForm& form, VaryEntry& entry) {
  int num_given = 0;
  bool is_possible = false;
  for (std::size_t i = 0; i < std::size(kSpreadKeys); ++i) {
    if (!fields.has(kSpreadKeys[i])) continue;
    ++num_given;
    entry.spread_place = concat(fields.place_of(kSpreadKeys[i]), ": ", kSpreadKeys[i]);
    entry.spread = static_cast<Spread>(i);
    for (const Spread spread : form.spreads) is_possible |= spread == entry.spread;
  }
  if (num_given != 1 || !is_possible) {
    fields.error(concat("what = \"", form.what, "\" takes ", spread_keys(form.spreads),
                        num_given > 1 ? "; one of them is needed" : " (docs/formats.md)"));
  }
  for (const std::string_view key : {"sd", "sd_abs"}) {
    if (fields.has(key)) entry.sd = fields.size(key, 0.0);
  }
  if (entry.spread == Spread::kRelative && entry.sd > kMostRelative) {
    fields.error_at("sd",
                    concat("sd is ", entry.sd, "; it is a share of the number itself: at most ",
                           kMostRelative, " is possible"));
  }
  if (fields.has("range")) read_vary_range(fields, entry);
  if (fields.has("values")) read_values(fields, entry);
}

/// Patterns of what the form is of; the others do not belong there.
void read_names(TomlFields& fields, const VaryForm& form, VaryEntry& entry) {
  const std::pair<std::string, std::vector<std::string>*> all[] = {
      {"links", &entry.links}, {"joints", &entry.joints}, {"kinds", &entry.kinds}};
  for (const auto& [key, names] : all) {
    if (key != form.of) continue;
    *names = texts_of(fields, key);
    if (key != "links" || !fields.has("link")) continue;
    if (fields.has("links")) {
      fields.error_at("links", "link and links are given; one of them is needed");
    }
    *names = texts_of(fields, "link");
  }
}

/// What such an entry may say, for messages.
void know_keys(TomlFields& fields, const VaryForm& form) {
  if (!form.of.empty()) fields.know({form.of, "each"});
  if (form.of == "links") fields.know({"link"});
  for (const Spread spread : form.spreads) {
    fields.know({std::string(kSpreadKeys[static_cast<std::size_t>(spread)])});
  }
  fields.know({"levels"});
  if (form.what == "payload") fields.know({"mean", "centre", "radius"});
  if (form.what == "friction") fields.know({"part"});
}

/// Signs and sizes that would make no robot or no motion.
void check_spread(TomlFields& fields, const VaryEntry& entry) {
  const bool is_factor = entry.what != "centre" && entry.what != "tilt";
  const bool may_be_zero =
      entry.what == "gravity" || entry.what == "friction" || entry.what == "payload";
  const auto check_value = [&](std::string_view key, double value) {
    if (!is_factor || value > 0.0 || (may_be_zero && value == 0.0)) return;
    fields.error_at(key, concat(key, " has ", value, "; ", entry.what, " takes numbers ",
                                may_be_zero ? "that are not negative" : "above 0"));
  };
  if (entry.spread == Spread::kRange) check_value("range", entry.low);
  for (const double value : entry.values) check_value("values", value);
}

}  // namespace

VaryEntry read_vary(TomlFields& fields) {
  VaryEntry entry{.place = fields.place_of("")};
  entry.what = fields.required_text("what");
  const VaryForm* form = form_of(fields, entry.what);
  if (form == nullptr) {
    fields.know({"links", "link", "joints", "kinds", "sd", "sd_abs", "range", "values", "levels",
                 "each", "mean", "centre", "radius", "part"});
    return entry;
  }
  know_keys(fields, *form);
  read_names(fields, *form, entry);
  read_spread(fields, *form, entry);
  check_spread(fields, entry);
  entry.levels = static_cast<int>(whole_number_of(fields, "levels", 0, 1, 1e6));
  if (!form->of.empty()) entry.is_together = one_of(fields, "each", {"own", "together"}) != "own";
  if (entry.what == "friction") entry.part = one_of(fields, "part", {"", "viscous", "dry"});
  if (entry.what != "payload") {
    fields.finish();
    return entry;
  }
  entry.centre = fields.vector("centre", Vec3::Zero());
  entry.radius = fields.size("radius", 0.0);
  if (fields.has("mean")) entry.mean = fields.size("mean", 0.0);
  if (entry.spread == Spread::kRelative && !entry.mean) {
    fields.error("a payload with sd needs its mean, in kg");
  }
  fields.finish();
  return entry;
}

std::vector<std::string> texts_of(TomlFields& fields, std::string_view key) {
  const toml::node* node = fields.any(key);
  if (node == nullptr) return {};
  std::vector<std::string> texts;
  bool is_list = node->is_string();
  if (is_list) texts.push_back(*node->value<std::string>());
  if (const toml::array* list = node->as_array()) {
    is_list = true;
    for (const toml::node& entry : *list) {
      is_list = is_list && entry.is_string();
      if (is_list) texts.push_back(*entry.value<std::string>());
    }
  }
  const bool has_empty = std::find(texts.begin(), texts.end(), "") != texts.end();
  if (is_list && !texts.empty() && !has_empty) return texts;
  fields.wrong_form(key, "a text or a list of texts is");
  return {};
}

long long whole_number_of(TomlFields& fields, std::string_view key, long long missing, double least,
                          double most) {
  const toml::node* node = fields.any(key);
  if (node == nullptr) return missing;
  const std::optional<double> value = TomlFields::number_of(*node);
  if (value && *value == std::floor(*value) && *value >= least && *value <= most) {
    return static_cast<long long>(*value);
  }
  fields.wrong_form(key, concat("a whole number in ", least, "..", most, " is"));
  return missing;
}

std::string one_of(TomlFields& fields, std::string_view key,
                   const std::vector<std::string>& texts) {
  if (!fields.has(key)) return texts.front();
  const std::string text = fields.text(key, texts.front());
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) != texts.end()) return text;
  std::vector<std::string> shown;
  for (const std::string& one : texts) {
    if (!one.empty()) shown.push_back(one);
  }
  fields.error_at(key, concat(key, " is '", one_line(text), "'", suggestion(text, shown),
                              "; it must be one of ", comma_list(shown)));
  return texts.front();
}

}  // namespace appell::io
