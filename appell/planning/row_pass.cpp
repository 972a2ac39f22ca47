#include "appell/planning/row_pass.hpp"

#include <algorithm>
#include <cmath>

#include "appell/engine/compiled_sets.hpp"

namespace appell::planning {
namespace {

constexpr std::size_t kAlways = 4;  // Of the rows of the same points, the nearest, far or not.

void zero(std::initializer_list<std::vector<double>*> all) {
  for (std::vector<double>* v : all) std::fill(v->begin(), v->end(), 0.0);
}

}  // namespace

void run_rows(RowStage stage, const RowCall& call) {
  static const engine::InstructionSet best = engine::best_instruction_set();
  engine::of_set(best, [&]<engine::InstructionSet set>() { run_rows<set>(stage, call); });
}

RowPass::RowPass(const RowBlock& block, const std::vector<SplineInterval>& intervals)
    : block_(block),
      size_(block.points.size()),
      y_(block.points, intervals),
      affine_(y_),
      step_(y_),
      net_(y_),
      second_(y_) {
  for (std::vector<double>* v : {&bound_, &slope_, &h00_, &h01_, &h02_, &h11_, &h12_, &h22_,
                                 &primal_, &dual_, &s1_, &s2_, &s3_, &of_top_, &top_step_}) {
    v->resize(size_);
  }
  const std::size_t all = block.num_terms() * size_;
  for (std::vector<double>* v : {&upper_, &lower_, &upper_step_, &lower_step_}) v->resize(all);
  selected_.assign(block.num_terms() * static_cast<std::size_t>(num_tiles(static_cast<int>(size_))),
                   1);
  tile_slack_.resize(selected_.size());
  num_selected_ = selected_.size();
  if (block.curved == nullptr) return;
  for (std::vector<double>* v : {&f_, &f_alpha_, &f_slope_}) v->resize(all);
}

void RowPass::copy_rows() {
  r0_.assign(block_.r0.begin(), block_.r0.end());
  r1_.assign(block_.r1.begin(), block_.r1.end());
  r2_.assign(block_.r2.begin(), block_.r2.end());
  r_.assign(block_.r.begin(), block_.r.end());
}

RowCall RowPass::call(double mu) {
  RowCall call{};
  call.num_rows = static_cast<int>(block_.num_terms());
  call.num_points = static_cast<int>(size_);
  call.is_inverse_root = block_.bound == Bound::kInverseRoot;
  call.is_curved = is_curved();
  call.r0 = r0_.data(), call.r1 = r1_.data(), call.r2 = r2_.data(), call.r = r_.data();
  call.up = block_.up.data(), call.down = block_.down.data();
  call.f = f_.data(), call.f_alpha = f_alpha_.data(), call.f_slope = f_slope_.data();
  call.bound = bound_.data(), call.slope = slope_.data();
  call.y = y_.columns();
  call.affine = affine_.columns();
  call.step = step_.columns();
  call.net = net_.columns();
  call.second = second_.columns();
  call.h00 = h00_.data(), call.h01 = h01_.data(), call.h02 = h02_.data();
  call.h11 = h11_.data(), call.h12 = h12_.data(), call.h22 = h22_.data();
  call.primal = primal_.data(), call.dual = dual_.data();
  call.s1 = s1_.data(), call.s2 = s2_.data(), call.s3 = s3_.data();
  call.upper = upper_.data(), call.lower = lower_.data();
  call.upper_step = upper_step_.data(), call.lower_step = lower_step_.data();
  call.mu = mu;
  call.selected = selected_.data();
  call.tile_slack = tile_slack_.data();
  return call;
}

double RowPass::num_limits() const {
  return 2.0 * kTilePoints * static_cast<double>(num_selected_) + static_cast<double>(size_);
}

void RowPass::find_slacks() {
  if (!has_slacks_) run(RowStage::kSlacks);
  has_slacks_ = true;
}

double RowPass::set_spline(const SplineValues& spline) {
  has_slacks_ = false;
  y_.set(spline);
  double time = 0.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double root = 1.0 / std::sqrt(y_.v0[k]);
    bound_[k] = root;
    slope_[k] = 0.5 * root / y_.v0[k];
    time += block_.points[k].weight * root;
  }
  for (std::size_t i = 0; is_curved() && i < block_.num_terms(); ++i) {
    if (!block_.curved->has_term(i)) continue;
    for (std::size_t k = 0; k < size_; ++k) {
      const std::size_t at = i * size_ + k;
      const CurvedTerms::Term term = block_.curved->term(i, k, y_.v0[k], y_.v1[k]);
      f_[at] = term.value;
      f_alpha_[at] = term.by_alpha;
      f_slope_[at] = term.by_slope;
    }
  }
  return time;
}

double RowPass::least_slack() {
  double least = 1.0;
  for (std::size_t k = 0; k < size_; ++k) {
    least = std::min(least, 1.0 - y_.v0[k] / block_.top[k]);
    if (!(y_.v0[k] > 0.0)) return -1.0;
  }
  find_slacks();
  for (const double slack : tile_slack_) least = slack > least ? least : slack;
  return least;
}

double RowPass::slack_of_nearest(std::size_t tile) const {
  const auto tiles = static_cast<std::size_t>(num_tiles(static_cast<int>(size_)));
  const std::size_t count = block_.num_terms();
  if (count <= kAlways) return 1.0;
  std::vector<double> slacks(count);
  for (std::size_t i = 0; i < count; ++i) slacks[i] = tile_slack_[i * tiles + tile];
  std::nth_element(slacks.begin(), slacks.begin() + kAlways - 1, slacks.end());
  return slacks[kAlways - 1];
}

void RowPass::select() {
  find_slacks();
  const auto tiles = static_cast<std::size_t>(num_tiles(static_cast<int>(size_)));
  num_selected_ = 0;
  for (std::size_t i = 0; i < selected_.size(); ++i) {
    const double nearest = slack_of_nearest(i % tiles);
    selected_[i] = tile_slack_[i] <= std::max(kFar, nearest) ? 1 : 0;
    num_selected_ += selected_[i];
  }
}

void RowPass::select_more(Which which, double mu) {
  if (num_selected_ == selected_.size()) return;
  find_slacks();
  std::vector<unsigned char> added(selected_.size(), 0);
  std::size_t num_added = 0;
  for (std::size_t i = 0; i < selected_.size(); ++i) {
    if (selected_[i] != 0 || (which == Which::kNear && tile_slack_[i] >= kNear)) continue;
    added[i] = selected_[i] = 1;
    ++num_added;
  }
  if (num_added == 0) return;
  num_selected_ += num_added;
  RowCall now = call(mu);
  now.selected = added.data();
  run_rows(RowStage::kFirstMultipliers, now);
}

void RowPass::start(double mu) {
  run(RowStage::kFirstMultipliers, mu);
  for (std::size_t k = 0; k < size_; ++k) of_top_[k] = mu / (block_.top[k] - y_.v0[k]);
}

void RowPass::assemble(NewtonEquations& equations) {
  zero({&h00_, &h01_, &h02_, &h11_, &h12_, &h22_, &s1_});
  net_.clear();
  second_.clear();
  run(RowStage::kAssemble);
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = block_.top[k] - y_.v0[k];
    const double weight = block_.points[k].weight;
    equations.gap += s1_[k] + of_top_[k] * slack;
    net_.v0[k] -= of_top_[k];
    second_.v0[k] = -weight * slope_[k];  // d(α^(-1/2))/dα
    const double curvature = weight * 1.5 * slope_[k] / y_.v0[k];
    const double h[6] = {
        h00_[k] + of_top_[k] / slack + curvature, h01_[k], h02_[k], h11_[k], h12_[k], h22_[k]};
    equations.sums[y_.interval(k)].add(y_.offset(k), h);
  }
  second_.gather([&](std::size_t k) -> MiddleValues& { return equations.sums[k].time; });
  net_.gather([&](std::size_t k) -> MiddleValues& { return equations.sums[k].net; });
}

double RowPass::affine_top_step(std::size_t k) const {
  const double change = -affine_.v0[k] / (block_.top[k] - y_.v0[k]);
  return -of_top_[k] * (1.0 + change);
}

void RowPass::predict(const NewtonEquations&, PredictorStep& predictor) {
  affine_.set(predictor.step.middles);
  zero({&primal_, &dual_, &s1_, &s2_, &s3_});
  net_.clear();
  second_.clear();
  run(RowStage::kPredict);
  Prediction result;
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = block_.top[k] - y_.v0[k];
    const double change = -affine_.v0[k];
    const double top_step = affine_top_step(k);
    result.primal = std::max({result.primal, primal_[k], -change / slack, change / y_.v0[k]});
    result.dual = std::max({result.dual, dual_[k], -top_step / of_top_[k]});
    result.slack_change += s1_[k] + change * of_top_[k];
    result.multiplier_change += s2_[k] + slack * top_step;
    result.product_change += s3_[k] + change * top_step;
    net_.v0[k] -= 1.0 / slack;
    second_.v0[k] -= change * top_step / slack;
  }
  net_.gather(predictor.centre);
  second_.gather(predictor.second);
  predictor.change.add(result);
}

void RowPass::correct(const PredictorStep&, CorrectorStep& corrector) {
  const double mu = corrector.mu;
  step_.set(corrector.step.middles);
  zero({&primal_, &dual_});
  run(RowStage::kCorrect, mu);
  Prediction result;
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = block_.top[k] - y_.v0[k];
    const double change = -step_.v0[k];
    top_step_[k] = (mu + affine_.v0[k] * affine_top_step(k)) / slack - of_top_[k] -
                   of_top_[k] / slack * change;
    result.primal = std::max({result.primal, primal_[k], -change / slack, change / y_.v0[k]});
    result.dual = std::max({result.dual, dual_[k], -top_step_[k] / of_top_[k]});
  }
  corrector.change.add(result);
}

void RowPass::take_step(const CorrectorStep&, double dual) {
  for (std::size_t k = 0; k < size_; ++k) of_top_[k] += dual * top_step_[k];
  const auto tiles = static_cast<std::size_t>(num_tiles(static_cast<int>(size_)));
  for (std::size_t i = 0; i < selected_.size(); ++i) {
    if (selected_[i] == 0) continue;
    const std::size_t from = i / tiles * size_ + i % tiles * kTilePoints;
    const std::size_t to = std::min(from + kTilePoints, (i / tiles + 1) * size_);
    for (std::size_t at = from; at < to; ++at) {
      upper_[at] += dual * upper_step_[at];
      lower_[at] += dual * lower_step_[at];
    }
  }
}

double RowPass::upper(std::size_t at) const { return counts(at) ? upper_[at] : 0.0; }

double RowPass::lower(std::size_t at) const { return counts(at) ? lower_[at] : 0.0; }

double RowPass::use(std::size_t at) const {
  const std::size_t k = at % size_;
  const std::size_t row = at / size_;
  const bool is_constant = block_.bound == Bound::kConstant;
  double v =
      block_.r0[at] * y_.v0[k] + block_.r1[at] * y_.v1[k] + block_.r2[at] * y_.v2[k] + block_.r[at];
  if (is_curved()) v += f_[at];
  const double bound = is_constant ? 1.0 : bound_[k];
  // In units of the end, whose other side zero may be on.
  const auto part = [&](double end, double x) {
    return end == 0.0 ? 1.0 + x : 1.0 - (end * bound - x) / (std::abs(end) * bound);
  };
  return std::max(part(block_.up[row], v), part(block_.down[row], -v));
}

bool RowPass::counts(std::size_t at) const {
  const auto tiles = static_cast<std::size_t>(num_tiles(static_cast<int>(size_)));
  return selected_[at / size_ * tiles + at % size_ / kTilePoints] != 0;
}

}  // namespace appell::planning
