#include "appell/analysis/capability_box.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

#include "appell/analysis/capability_bounds.hpp"
#include "appell/analysis/motion_loads.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"

namespace appell::analysis {
namespace {

using model::StateBox;

constexpr int kFirstSamples = 64;

/// A part of the box, and what is known of it.
struct BoxPart {
  StateBox box;
  CapabilityBounds bounds;
  bool is_divided = false;
};

class BoxSearch {
 public:
  BoxSearch(const model::Model& model, const model::Frame& frame, const StateBox& box,
            CapabilityQuestion question, const BoxEffort& effort,
            const force::Surroundings& surroundings)
      : model_(model),
        frame_(frame),
        whole_(box),
        question_(std::move(question)),
        effort_(effort),
        surroundings_(surroundings),
        k_(question_.limits.order),
        index_{model.num_coordinates()},
        symbols_(box_symbols(box, k_)),
        queues_(static_cast<std::size_t>(index_.size())),
        attained_(VecX::Constant(index_.size(), std::numeric_limits<double>::infinity())),
        where_(static_cast<std::size_t>(index_.size())) {}

  BoxCapability run() {
    try_state(whole_, [](const BoxSymbol&) { return 0.5; });
    for (int i = 0; i < kFirstSamples; ++i) try_corner(whole_);
    look_at(whole_, nullptr);
    int number = -1;
    while (num_boxes_ + 2 <= effort_.boxes) {
      number = next_open(number);
      if (number < 0) break;
      divide(least(number), number);
      if (effort_.progress) effort_.progress(num_boxes_);
    }
    return result();
  }

 private:
  std::size_t at(int number) const { return static_cast<std::size_t>(number); }

  /// The undivided part with the least bound of a capability.
  std::size_t least(int number) {
    auto& queue = queues_[at(number)];
    while (parts_[queue.top().second].is_divided) queue.pop();
    return queue.top().second;
  }
  double bound(int number) { return parts_[least(number)].bounds.low(number); }

  /// The capability after `number`, in turns, that is not known well enough; -1 if all are.
  int next_open(int number) {
    for (int i = 1; i <= index_.size(); ++i) {
      const int next = (number + i) % index_.size();
      const double gap = attained_(next) - bound(next);
      const bool is_known = gap <= effort_.tolerance * std::abs(attained_(next));
      const bool is_fixed = parts_[least(next)].bounds.split[at(next)] < 0;
      if (std::isfinite(attained_(next)) && !is_known && !is_fixed) return next;
    }
    return -1;
  }

  /// Where symbols of a box are, from 0 (low) to 1 (high), as a state.
  template <class Share>
  std::vector<VecX> state_in(const StateBox& box, const Share& share) const {
    std::vector<VecX> state(box.low.begin(), box.low.begin() + k_);
    for (const BoxSymbol& symbol : symbols_) {
      const auto i = static_cast<std::size_t>(symbol.derivative);
      const int j = symbol.coordinate;
      const double s = share(symbol);
      state[i](j) = (1.0 - s) * box.low[i](j) + s * box.high[i](j);
    }
    return state;
  }

  template <class Share>
  void try_state(const StateBox& box, const Share& share) {
    const std::vector<VecX> state = state_in(box, share);
    VecX values;
    try {
      const LinearDynamics found = linear_dynamics(
          model_, frame_, model::state_from_derivatives(model_, state), k_, surroundings_);
      values = capability_values(found, question_);
    } catch (const InvalidArgument&) {
      return;  // A joint with dry friction turns round there: its force has no derivative.
    }
    for (int number = 0; number < index_.size(); ++number) {
      if (values(number) >= attained_(number)) continue;
      attained_(number) = values(number);
      where_[at(number)] = state;
    }
  }
  void try_corner(const StateBox& box) {
    try_state(box, [this](const BoxSymbol&) { return (random_() & 1U) != 0U ? 1.0 : 0.0; });
  }

  void look_at(const StateBox& box, const BoxPart* parent) {
    ++num_boxes_;
    try_state(box, [](const BoxSymbol&) { return 0.5; });
    try_corner(box);
    std::vector<double> widths;
    for (const BoxSymbol& symbol : symbols_) {
      const auto i = static_cast<std::size_t>(symbol.derivative);
      const int j = symbol.coordinate;
      widths.push_back((box.high[i](j) - box.low[i](j)) / (whole_.high[i](j) - whole_.low[i](j)));
    }
    BoxPart part{box,
                 capability_bounds(box_dynamics(model_, frame_, box, k_, symbols_, surroundings_),
                                   question_, widths)};
    // What holds in the whole holds in a part of it.
    if (parent != nullptr) part.bounds.low = part.bounds.low.cwiseMax(parent->bounds.low);
    for (int number = 0; number < index_.size(); ++number) {
      queues_[at(number)].emplace(-part.bounds.low(number), parts_.size());
    }
    parts_.push_back(std::move(part));
  }

  void divide(std::size_t part, int number) {
    parts_[part].is_divided = true;
    const BoxPart parent = parts_[part];
    const BoxSymbol& symbol = symbols_[parent.bounds.split[at(number)]];
    const auto i = static_cast<std::size_t>(symbol.derivative);
    const int j = symbol.coordinate;
    StateBox lower = parent.box, upper = parent.box;
    lower.high[i](j) = upper.low[i](j) = 0.5 * (parent.box.low[i](j) + parent.box.high[i](j));
    look_at(lower, &parent);
    look_at(upper, &parent);
  }

  BoxBound found(int number) {
    BoxBound bound_of{bound(number), attained_(number), where_[at(number)]};
    if (number != CapabilityIndex::kMargin) bound_of.proven = std::max(0.0, bound_of.proven);
    return bound_of;
  }

  BoxCapability result() {
    const int n = index_.n;
    BoxCapability out{.order = k_, .margin = found(CapabilityIndex::kMargin)};
    for (int j = 0; j < n; ++j) {
      out.alone.push_back(found(index_.alone(j)));
      out.reachable.push_back(found(index_.reachable(j)));
    }
    out.scale = found(CapabilityIndex::kTogether);
    out.weights = question_.weights;
    for (int a = 0; a < 6; ++a) out.axes[at(a)] = found(index_.axis(a));
    out.isotropic = found(index_.isotropic());
    out.directions = static_cast<int>(question_.U_F.cols());
    out.num_boxes = num_boxes_;
    return out;
  }

  const model::Model& model_;
  const model::Frame& frame_;
  const StateBox& whole_;
  CapabilityQuestion question_;
  const BoxEffort& effort_;
  const force::Surroundings& surroundings_;
  int k_;
  CapabilityIndex index_;
  std::vector<BoxSymbol> symbols_;
  std::vector<BoxPart> parts_;
  std::vector<std::priority_queue<std::pair<double, std::size_t>>> queues_;  ///< Of -bound, part.
  VecX attained_;
  std::vector<std::vector<VecX>> where_;
  std::mt19937 random_{1};
  long long num_boxes_ = 0;
};

/// What `together` and the overload are, from the bounds.
void complete(const model::Model& model, const model::Frame& frame, const CapabilityLimits& limits,
              const force::Surroundings& surroundings, BoxCapability& out) {
  const int n = model.num_coordinates();
  out.together = VecX::Zero(n);
  for (int j = 0; j < n; ++j) {
    const double most = CapabilityRange{limits.motion_low(j), limits.motion_high(j)}.size();
    const bool is_free = !std::isfinite(out.alone[j].attained);
    if (is_free || out.weights(j) > 0.0) {  // 0 · ∞ is no number.
      out.together(j) = is_free ? most : std::min(most, out.scale.proven * out.weights(j));
    }
  }
  if (!(out.margin.attained < 0.0)) return;
  const VecX holding =
      linear_dynamics(model, frame, model::state_from_derivatives(model, out.margin.where),
                      limits.order, surroundings)
          .holding;
  double worst = 0.0;
  for (int i = 0; i < n; ++i) {
    const double beyond =
        std::max(holding(i) - limits.force_high(i), limits.force_low(i) - holding(i)) /
        (limits.force_high(i) - limits.force_low(i));
    if (!(beyond > worst)) continue;
    worst = beyond;
    out.overloaded = i;
    out.overload = holding(i);
  }
}

}  // namespace

BoxCapability capability_over_box(const model::Model& model, const model::Frame& frame,
                                  const StateBox& box, const CapabilityLimits& limits,
                                  const BoxEffort& effort,
                                  const force::Surroundings& surroundings) {
  const int k = limits.order, n = model.num_coordinates();
  check(k == 2 || k == 3, "capability_over_box: derivative ", k,
        " of q; 2 (acceleration) or 3 (jerk) is possible.");
  check(limits.force_low.size() == n && limits.motion_low.size() == n,
        "capability_over_box: limits are of ", limits.force_low.size(),
        " coordinates; the model has ", n, ".");
  check(effort.boxes >= 1, "capability_over_box: ", effort.boxes, " boxes; 1 or more is needed.");
  model::check_box("capability_over_box", model, box, k - 1);
  check_loads_of_path({.constant = surroundings});
  check_friction_is_free_of_acceleration("capability_over_box", model);
  const StopScope scope(effort.stop);
  std::vector<VecX> middle;
  for (int i = 0; i < k; ++i) middle.push_back(box.middle(i));
  const LinearDynamics at =
      linear_dynamics(model, frame, model::state_from_derivatives(model, middle), k, surroundings);
  CapabilityQuestion question{limits, default_weights(at, limits), free_directions(model, frame)};
  BoxCapability out = BoxSearch(model, frame, box, std::move(question), effort, surroundings).run();
  complete(model, frame, limits, surroundings, out);
  return out;
}

}  // namespace appell::analysis
