#include "appell/study/item_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/analysis/motion_check.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::study {
namespace {

/// States of one motion that are kept; beyond it they are sampled for every item.
constexpr double kMostStateBytes = 64e6;

/// The model of a description with other rotors and lengths.
model::Model rebuilt(const model::Model& model, const DrawnItem& item) {
  model::Description robot = model.description();
  for (int j = 0; j < std::ssize(robot.joints); ++j) {
    robot.joints[j].actuator.rotor_inertia *= item.rotors[j];
    robot.joints[j].X_PJ.xyz *= item.lengths[j];
  }
  return model::build(std::move(robot), mass::Physics::kNotChecked);
}

}  // namespace

std::string own_instructions() { return std::string(name(engine::best_instruction_set())); }

std::vector<std::string> all_instructions() {
  std::vector<std::string> names;
  using engine::InstructionSet;
  for (const auto set : {InstructionSet::kPlain, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    names.emplace_back(name(set));
  }
  return names;
}

struct ItemEvaluator::Robot {
  Robot(const Study& study, const model::Model& model)
      : variable(model), selection(study.selection(variable.model())) {}

  void make_evaluator(int capacity) {
    if (selection) evaluator.emplace(*selection, capacity);
  }

  model::VariableModel variable;
  const std::optional<analysis::Selection> selection;
  std::optional<analysis::Evaluator> evaluator;
};

ItemEvaluator::ItemEvaluator(const Study& study, int model, int motion)
    : study_(study),
      model_(model),
      motion_(motion),
      trajectory_(study.motion(model, motion)->trajectory),
      cursor_(trajectory_),
      times_(study.times(motion, trajectory_)),
      item_(study.variations().start(model)),
      point_(study.variations().num_dimensions()),
      scratch_(2 * point_.size()),
      robot_(std::make_unique<Robot>(study, study.models()[model])) {
  if (!robot_->selection) return;
  make_states();
  robot_->make_evaluator(capacity_);
  int num_columns = 0;
  for (const analysis::NamedArray& array : robot_->selection->arrays()) {
    num_columns += array.num_entries();
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      factors_.push_back(taylor::factorial(derivative_of(array, entry)));
    }
  }
  reducer_.emplace(study.reductions(), num_columns);
  if (reducer_->needs_times()) item_times_.resize(num_samples());
}

ItemEvaluator::~ItemEvaluator() = default;

void ItemEvaluator::make_states() {
  const int most = analysis::Evaluator::good_capacity(*robot_->selection);
  capacity_ = std::max(ColumnReducer::kBlockUnit,
                       most / ColumnReducer::kBlockUnit * ColumnReducer::kBlockUnit);
  room_.resize(capacity_);
  block_times_.resize(room_.size());
  const auto n = trajectory_.num_joints();
  const int order = robot_->selection->state_order();
  scaled_ = model::StateBlock(n, order, capacity_);
  const double bytes = 8.0 * static_cast<double>(num_samples()) * (order + 1) * n;
  if (bytes > kMostStateBytes) return;
  for (int block = 0; block < num_blocks(); ++block) {
    blocks_.emplace_back(n, order, capacity_);
    sample(block, blocks_.back());
  }
}

int ItemEvaluator::num_blocks() const {
  return static_cast<int>((num_samples() + capacity_ - 1) / capacity_);
}

void ItemEvaluator::sample(int block, model::StateBlock& out) {
  const long long first = static_cast<long long>(block) * capacity_;
  const long long count = std::min<long long>(capacity_, num_samples() - first);
  const std::span<double> times = std::span(block_times_).first(count);
  times_.copy(first, times);
  try {
    cursor_.sample(times, out);
  } catch (const NumericalError& error) {  // The motion's file is at fault, whatever is drawn.
    throw InvalidArgument(concat(study_.file().motions[motion_], ": ", error.what()));
  }
}

const model::StateBlock& ItemEvaluator::states(int block) {
  if (blocks_.empty()) sample(block, scaled_);
  const model::StateBlock& from = blocks_.empty() ? scaled_ : blocks_[block];
  if (!study_.variations().changes_speed()) return from;
  speed_up(from, trajectory_.range().start, item_.speed, scaled_);
  return scaled_;
}

void ItemEvaluator::build_anew() {
  const model::Model& given = study_.models()[model_];
  robot_ = std::make_unique<Robot>(study_, rebuilt(given, item_));
  robot_->make_evaluator(capacity_);
}

void ItemEvaluator::set_numbers() {
  const Variations& variations = study_.variations();
  if (variations.changes_joints()) build_anew();
  if (!variations.changes_numbers()) return;
  robot_->variable.set_link_masses(item_.links);
  robot_->variable.set_gravity(item_.gravity);
  for (int j = 0; j < std::ssize(item_.frictions); ++j) {
    robot_->variable.set_friction(j, item_.frictions[j]);
  }
  if (robot_->evaluator) robot_->evaluator->see_new_numbers();
}

void ItemEvaluator::compute(long long draw, std::span<double> numbers, std::span<double> results,
                            ItemSeries* series) {
  check(numbers.size() == item_.numbers.size() && results.size() == study_.results().size(),
        "ItemEvaluator: room for ", numbers.size(), " numbers and ", results.size(), " results; ",
        item_.numbers.size(), " and ", study_.results().size(), " are needed.");
  study_.point(draw, scratch_, point_);
  study_.variations().draw(model_, point_, item_);
  std::copy(item_.numbers.begin(), item_.numbers.end(), numbers.begin());
  set_numbers();
  require_finite(results.first(compute_results(results, series)), draw);
}

std::size_t ItemEvaluator::compute_results(std::span<double> results, ItemSeries* series) {
  const std::size_t num_reduced = factors_.size() * study_.reductions().size();
  if (robot_->selection) reduce(results.first(num_reduced), series);
  if (!study_.limit_kinds().empty()) check_limits(results.subspan(num_reduced));
  return num_reduced;
}

void ItemEvaluator::compute_nominal(std::span<double> results) {
  check(results.size() == study_.results().size(), "ItemEvaluator: room for ", results.size(),
        " results; ", study_.results().size(), " are needed.");
  item_ = study_.variations().start(model_);
  set_numbers();
  compute_results(results, nullptr);
}

const model::Model& ItemEvaluator::robot() const { return robot_->variable.model(); }

trajectory::Trajectory ItemEvaluator::item_motion() const {
  return item_.speed == 1.0 ? trajectory_ : trajectory_.at_speed(item_.speed);
}

void ItemEvaluator::reduce(std::span<double> results, ItemSeries* series) {
  reducer_->begin();
  if (series != nullptr) {
    series->times.clear();
    series->rows.resize(series_arrays().size());
    for (std::vector<double>& rows : series->rows) rows.clear();
  }
  for (int block = 0; block < num_blocks(); ++block) {
    check_stop();
    const model::StateBlock& here = states(block);
    const std::size_t count = here.num_samples();
    robot_->evaluator->compute(here);
    int column = 0;
    for (const analysis::NamedArray& array : robot_->selection->arrays()) {
      for (int entry = 0; entry < array.num_entries(); ++entry) {
        const double* x = robot_->evaluator->column(array, entry, room_.data());
        reducer_->add(column++, {x, count});
      }
    }
    if (reducer_->needs_times()) {
      std::copy_n(here.times().begin(), count,
                  item_times_.begin() + static_cast<std::ptrdiff_t>(block) * capacity_);
    }
    if (series != nullptr) keep(here, *series);
  }
  reducer_->finish(factors_, item_times_, results);
}

void ItemEvaluator::keep(const model::StateBlock& here, ItemSeries& series) const {
  const int count = here.num_samples();
  series.times.insert(series.times.end(), here.times().begin(), here.times().begin() + count);
  int number = 0;
  for (const analysis::NamedArray* array : series_arrays()) {
    const std::size_t width = array->num_entries();
    std::vector<double>& rows = series.rows[number++];
    rows.resize(rows.size() + count * width);
    robot_->evaluator->write_rows(*array, rows.data() + rows.size() - count * width, width);
  }
}

std::vector<const analysis::NamedArray*> ItemEvaluator::series_arrays() const {
  std::vector<const analysis::NamedArray*> arrays;
  if (!robot_->selection) return arrays;
  for (const analysis::NamedArray& array : robot_->selection->arrays()) {
    if (study_.keeps_series(array)) arrays.push_back(&array);
  }
  return arrays;
}

void ItemEvaluator::require_finite(std::span<const double> results, long long draw) const {
  double sum = 0.0;  // Of zeros, if all are finite.
  for (const double result : results) sum += 0.0 * result;
  if (sum == 0.0) return;
  int bad = 0;
  while (std::isfinite(results[bad])) ++bad;
  const long long pair = static_cast<long long>(model_) * study_.num_motions() + motion_;
  throw NumericalError(concat("result '", study_.results()[bad].name, "' is not finite (",
                              study_.item_name(pair * study_.draws() + draw), ")"));
}

void ItemEvaluator::check_limits(std::span<double> results) const {
  const model::Model& model = robot_->variable.model();
  const analysis::MotionCheck found =
      analysis::check_motion(model, item_motion(), study_.frame(model), item_.limits);
  const std::vector<std::string>& kinds = study_.limit_kinds();
  std::fill(results.begin(), results.end(), std::numeric_limits<double>::infinity());
  for (const analysis::LimitVerdict& verdict : found.verdicts) {
    const auto kind = std::find(kinds.begin(), kinds.end(), kind_name(verdict.limit));
    double& least = results[kind - kinds.begin()];
    // An impulse is beyond every limit by any measure: no number.
    if (verdict.is_impulse) least = std::numeric_limits<double>::quiet_NaN();
    if (!std::isnan(least)) least = std::min(least, verdict.margin);
  }
  results.back() = found.is_legal() ? 1.0 : 0.0;
}

}  // namespace appell::study
