#include "appell/io/study_file.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <glob.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/study_vary.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

/// Of items of a study, and of what doubles count exactly.
constexpr double kMostDraws = 1e12;

/// What a study may say, for messages: all of it, whatever this one has.
const std::vector<std::string> kStudyKeys = words_of(
    "format model models motion motions columns smooth order clock degrees time_unit rename "
    "skip_bad_rows derivatives samples every seed draws design indices items_per_part quantities "
    "reduce series check limits frame gravity accept_inertia vary");

/// Files that match a pattern, in the order of their names in the C locale; one that is no pattern
/// is itself.
std::vector<std::string> matching_files(const std::string& pattern) {
  if (pattern.find_first_of("*?[") == std::string::npos) return {pattern};
  glob_t found{};
  std::vector<std::string> files;
  if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  std::sort(files.begin(), files.end());
  return files;
}

/// The name of a file that matches a pattern of a study, as the study has it.
std::string name_in_study(const std::string& source, const std::string& pattern,
                          const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(source).parent_path();
  if (folder.empty() || std::filesystem::path(pattern).is_absolute()) return file;
  return std::filesystem::path(file).lexically_relative(folder).generic_string();
}

/// A file beside the study, or a name of what is part of the program.
std::string file_or_name(const std::string& source, const std::string& text) {
  const bool is_file = std::filesystem::path(text).has_extension() || text.find('/') != text.npos;
  return is_file ? beside(source, text) : text;
}

/// Items of the same robot and motion would be no others.
void refuse_twice(TomlFields& file, std::string_view key, const std::vector<std::string>& names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    file.error_at(key, concat(key, " has '", one_line(*name), "' twice"));
  }
}

void read_models(TomlFields& file, const std::string& source, StudyFile& study) {
  if (file.has("model") && file.has("models")) {
    file.error_at("models", "model and models are given; one of them is needed");
  }
  const std::vector<std::string> names = file.texts(file.has("models") ? "models" : "model");
  if (names.empty() && !file.has("model") && !file.has("models")) {
    file.error("model is missing; the name of an embedded model or a file is needed");
  }
  for (const std::string& name : names) {
    study.models.push_back(file_or_name(source, name));
  }
  refuse_twice(file, file.has("models") ? "models" : "model", study.models);
}

void read_motions(TomlFields& file, const std::string& source, StudyFile& study) {
  if (file.has("motion") && file.has("motions")) {
    file.error_at("motions", "motion and motions are given; one of them is needed");
  }
  const char* key = file.has("motions") || !file.has("motion") ? "motions" : "motion";
  const std::vector<std::string> patterns = file.texts(key);
  if (patterns.empty() && !file.has(key)) {
    file.error("motions is missing; a list of motion files is needed");
  }
  for (const std::string& pattern : patterns) {
    const std::vector<std::string> files = matching_files(beside(source, pattern));
    if (files.empty()) {
      file.error_at(key, concat(key, ": no file matches '", one_line(pattern), "'"));
    }
    study.motions.insert(study.motions.end(), files.begin(), files.end());
    for (const std::string& found : files) {
      study.motion_names.push_back(name_in_study(source, pattern, found));
    }
  }
  refuse_twice(file, key, study.motions);
  study.reading = read_motion_options(file, source);
}

void read_sampling(TomlFields& file, StudyFile& study) {
  study.order = static_cast<int>(file.whole("order", 2, 0, 1000));
  study.samples = file.whole("samples", 1001, 2, kMostStudySamples);
  if (!file.has("every")) return;
  if (file.has("samples")) file.error_at("every", "every and samples are given; one is needed");
  const double every = file.number("every", 1.0);
  if (every > 0.0) {
    study.every = every;
  } else {
    file.wrong_form("every", "a number of seconds above 0 is");
  }
}

void read_design(TomlFields& file, StudyFile& study) {
  study.seed = static_cast<std::uint64_t>(file.whole("seed", 1, 0, 9e15));
  study.has_draws = file.has("draws");
  study.draws = file.whole("draws", 1, 1, kMostDraws);
  study.design = file.one_of("design", {"random", "latin", "sobol", "grid"});
  study.indices = file.one_of("indices", {"", "sobol"});
  study.items_per_part = file.whole("items_per_part", 0, 1, 1e9);
  if (study.design == "grid" && study.has_draws) {
    file.error_at("draws", "draws is given; a grid has as many as its levels make");
  }
  if (study.design == "grid" && !study.indices.empty()) {
    file.error_at("indices",
                  "indices are not to be had of a grid; design = \"random\", \"latin\" or "
                  "\"sobol\" is needed");
  }
}

void read_results(TomlFields& file, const std::string& source, StudyFile& study) {
  study.quantities = file.texts("quantities");
  study.reduce = file.texts("reduce");
  study.series = file.texts("series");
  study.is_checked = file.boolean("check", file.has("limits"));
  if (file.has("limits")) {
    study.limits = file_or_name(source, file.text("limits"));
  }
  if (study.quantities.empty() && !study.is_checked) {
    file.error(
        "quantities is missing; a list of names as [\"Q_drive\"], or check = true, is needed");
  }
  if (study.reduce.empty()) study.reduce = {"max_abs", "rms"};
  study.frame = file.text("frame");
  if (file.has("gravity")) study.gravity = file.vector("gravity", Vec3::Zero());
  study.accepts_inertia = file.boolean("accept_inertia", false);
}

}  // namespace

std::string StudyFile::at(const std::string& key) const {
  auto found = places.find(key);
  // Of "models" and "motions" a study may have one, and say so.
  if (found == places.end() && key.ends_with('s')) {
    found = places.find(key.substr(0, key.size() - 1));
  }
  return concat(found == places.end() ? path : found->second, ": ",
                found == places.end() ? key : found->first, ": ");
}

StudyFile read_study_toml(const std::string& source_name, const std::string& text) {
  Diagnostics diagnostics(source_name);
  const toml::table table = parse_toml(text, diagnostics);
  TomlFields file(table, "study", diagnostics);
  file.know(kStudyKeys);
  file.check_given_format();
  StudyFile study{.path = source_name};
  std::ostringstream canonical;
  canonical << toml::json_formatter(table);
  study.canonical = canonical.str();
  read_models(file, source_name, study);
  read_motions(file, source_name, study);
  read_sampling(file, study);
  read_design(file, study);
  read_results(file, source_name, study);
  for (TomlFields& entry : file.tables("vary")) study.vary.push_back(read_vary(entry));
  if (study.has_draws && study.draws > 1 && study.vary.empty() && diagnostics.num_errors() == 0) {
    file.error_at("draws", "draws is given, but nothing varies; [[vary]] is needed");
  }
  for (const auto& [key, node] : table) {
    const toml::source_position& at = node.source().begin;
    study.places[std::string(key.str())] = diagnostics.place({at.line, at.column});
  }
  file.finish();
  diagnostics.throw_if_errors();
  return study;
}

StudyFile load_study(const std::string& path) {
  if (!path.ends_with(".toml")) {
    throw ModelError(concat(path, ": does not end with .toml; a study is such a file"));
  }
  return read_study_toml(path, file_text(path, kTomlLimit));
}

}  // namespace appell::io
