#include "appell/study/study.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "appell/base/check.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/load_model.hpp"
#include "appell/study/variation_names.hpp"

namespace appell::study {
namespace {

/// A reduction of which small numbers are the bad ones.
WorstEnd worst_end_of(const Reduction& reduction) {
  return reduction.kind == Reduction::Kind::kMin ? WorstEnd::kSmallest : WorstEnd::kLargest;
}

/// What `make` gives; what the library refuses gets the key's place before it.
template <class Make>
auto of_key(const io::StudyFile& file, const std::string& key, const Make& make) {
  try {
    return make();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(file.at(key), without_class(error.what())));
  }
}

/// What `load` gives of a file or of a name; a word that is neither is a problem of the study, what
/// is wrong within a file is one of that file.
template <class Load>
auto of_file(const io::StudyFile& file, const std::string& key, const std::string& name,
             const Load& load) {
  try {
    return load();
  } catch (const ModelError& error) {
    if (std::filesystem::is_regular_file(name)) throw;
    throw ModelError(concat(file.at(key), error.what()));
  }
}

/// The columns of results of a selection, its reductions and the limits' kinds.
std::vector<ResultColumn> columns_of(const std::optional<analysis::Selection>& selection,
                                     const std::vector<Reduction>& reductions,
                                     const std::vector<std::string>& limit_kinds) {
  std::vector<ResultColumn> columns;
  const auto arrays = selection ? selection->arrays() : std::vector<analysis::NamedArray>();
  for (const analysis::NamedArray& array : arrays) {
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      const std::string name = entry_name(selection->subject().model, array, entry);
      const std::string unit = array.units[entry].text();
      for (const Reduction& reduction : reductions) {
        columns.push_back({concat(name, ".", reduction.name),
                           reduction.has_unit_of_samples() ? unit : "s", worst_end_of(reduction)});
      }
    }
  }
  for (const std::string& kind : limit_kinds) {
    columns.push_back({"margin." + kind, "1", WorstEnd::kSmallest});
  }
  if (!limit_kinds.empty()) columns.push_back({"legal", "1", WorstEnd::kSmallest});
  return columns;
}

}  // namespace

Study::Study(io::StudyFile file) : file_(std::move(file)), kept_(no_motions()) {
  for (const std::string& name : file_.reduce) {
    reductions_.push_back(of_key(file_, "reduce", [&] { return reduction_by_name(name); }));
  }
  load_models();
  load_limits();
  variations_.emplace(models_, limits_, file_.vary);
  make_design();
  describe_results();
  for (const std::string& path : file_.motions) {
    check(std::filesystem::is_regular_file(path), file_.at("motions"), path,
          " is no file; a motion is needed");
  }
  check(file_.reading.columns.empty() || std::filesystem::is_regular_file(file_.reading.columns),
        file_.at("columns"), file_.reading.columns,
        " is no file; one that says how logs are read is needed");
}

void Study::load_models() {
  const mass::Physics physics =
      file_.accepts_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired;
  for (const std::string& name : file_.models) {
    io::LoadResult loaded =
        of_file(file_, "models", name, [&] { return io::load_model(name, {.physics = physics}); });
    warnings_.insert(warnings_.end(), loaded.warnings.begin(), loaded.warnings.end());
    models_.push_back(file_.gravity ? loaded.model.with_gravity(*file_.gravity) : loaded.model);
    of_key(file_, "frame", [&] { return frame(models_.back()).body; });
  }
}

void Study::load_limits() {
  for (const model::Model& model : models_) {
    std::vector<model::MotionLimit>& limits = limits_.emplace_back();
    if (!file_.is_checked) continue;
    limits = motion_limits(model);
    if (!file_.limits.empty()) {
      limits = replaced(limits, of_file(file_, "limits", file_.limits,
                                        [&] { return io::load_limits(file_.limits, model); }));
    }
    limits = with_followers(limits, model);
    check(!limits.empty(), file_.at("check"), "model '", model.name(),
          "' has no limits; limits = \"FILE.toml\" is needed");
    std::vector<std::string> kinds;
    for (const model::MotionLimit& limit : limits) {
      const std::string kind = kind_name(limit);
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
    if (limits_.size() == 1) limit_kinds_ = kinds;
    check(kinds == limit_kinds_, file_.at("check"), "models '", models_[0].name(), "' and '",
          model.name(), "' have limits of other kinds; a study needs the same of all models");
  }
}

void Study::make_design() {
  const Design design = of_key(file_, "design", [&] { return design_by_name(file_.design); });
  const int dimensions = variations_->num_dimensions();
  if (design == Design::kGrid) {
    points_.emplace(of_key(file_, "design", [&] { return UnitPoints(variations_->grid()); }));
  } else if (file_.indices.empty()) {
    points_.emplace(of_key(
        file_, "design", [&] { return UnitPoints(design, file_.seed, file_.draws, dimensions); }));
  } else {
    check(dimensions > 0, file_.at("indices"), "nothing varies; [[vary]] is needed");
    std::vector<FactorRange> factors;
    for (const Factor& factor : variations_->factors()) factors.push_back(factor.range);
    index_design_.emplace(of_key(file_, "indices", [&] {
      return IndexDesign(design, file_.seed, file_.draws, dimensions, factors);
    }));
  }
  draws_ = points_ ? points_->num_points() : index_design_->num_points();
  const double items =
      static_cast<double>(draws_) * num_motions() * static_cast<double>(models_.size());
  check(items <= 1e12, file_.at(points_ && design == Design::kGrid ? "design" : "draws"),
        "these are ", items, " items; at most 1e12 are possible");
}

void Study::describe_results() {
  for (const model::Model& model : models_) {
    std::optional<analysis::Selection> chosen;
    try {
      chosen = selection(model);
    } catch (const analysis::QuantityError& error) {
      throw InvalidArgument(concat(file_.at("quantities"), error.what()));
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(concat(file_.at("order"), error.what()));
    }
    const std::vector<ResultColumn> columns = columns_of(chosen, reductions_, limit_kinds_);
    if (&model == &models_.front()) {
      results_ = columns;
      if (chosen) warnings_.insert(warnings_.end(), chosen->notes().begin(), chosen->notes().end());
    }
    const bool is_same =
        std::equal(columns.begin(), columns.end(), results_.begin(), results_.end(),
                   [](const ResultColumn& a, const ResultColumn& b) {
                     return a.name == b.name && a.unit == b.unit;
                   });
    check(is_same, file_.at("models"), "models '", models_[0].name(), "' and '", model.name(),
          "' have different results; a study needs models with the same joints");
    if (chosen) state_order_ = std::max(state_order_, chosen->state_order());
  }
  for (const std::string& name : file_.series) {
    check(
        std::find(file_.quantities.begin(), file_.quantities.end(), name) != file_.quantities.end(),
        file_.at("series"), "'", one_line(name), "' is not among the quantities",
        suggestion(name, file_.quantities), "; they are ", comma_list(file_.quantities));
  }
}

std::string Study::item_name(long long item) const {
  const ItemPlace at = place(item);
  return concat(models_[at.model].name(), ", ", file_.motions[at.motion], ", draw ", at.draw);
}

void Study::point(long long draw, std::span<double> scratch, std::span<double> out) const {
  if (points_) {
    points_->point(draw, out);
  } else {
    index_design_->point(draw, scratch, out);
  }
}

std::optional<analysis::Selection> Study::selection(const model::Model& model) const {
  if (file_.quantities.empty()) return std::nullopt;
  return analysis::Selection(
      analysis::along_motion({.model = model, .frame = frame(model), .order = file_.order}),
      file_.quantities);
}

const model::Frame& Study::frame(const model::Model& model) const {
  return file_.frame.empty() ? model.default_frame() : model.frame(file_.frame);
}

bool Study::keeps_series(const analysis::NamedArray& array) const {
  return std::find(file_.series.begin(), file_.series.end(), array.quantity->name) !=
         file_.series.end();
}

}  // namespace appell::study
