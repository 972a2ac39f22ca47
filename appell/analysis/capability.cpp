#include "appell/analysis/capability.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/linear_programme.hpp"
#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

MatX inverse_mass_matrix(const LinearDynamics& at) {
  const std::optional<MatX> inverse = positive_definite_inverse(at.M);
  if (!inverse) {
    throw NumericalError(
        "capability: the mass matrix is not positive definite: a coordinate moves "
        "no mass, and could be accelerated without end");
  }
  return *inverse;
}

/// Half of the range of each force, and its middle; of one without limits the middle is `holding`.
struct ForceBox {
  VecX half;
  VecX middle;

  ForceBox(const LinearDynamics& at, const CapabilityLimits& limits)
      : half(0.5 * (limits.force_high - limits.force_low)), middle(at.holding) {
    for (Eigen::Index i = 0; i < half.size(); ++i) {
      if (std::isfinite(half(i))) middle(i) = 0.5 * (limits.force_high(i) + limits.force_low(i));
    }
  }
};

/// P as rows of a linear programme.
LinearProgramme programme_of(const LinearDynamics& at, const CapabilityLimits& limits,
                             const VecX& direction) {
  return {direction,
          at.M,
          limits.force_low - at.holding,
          limits.force_high - at.holding,
          limits.motion_low,
          limits.motion_high};
}

/// Range of the objective of a programme.
CapabilityRange range_of(LinearProgramme programme) {
  CapabilityRange range;
  using Status = LinearOptimum::Status;
  const LinearOptimum highest = maximum(programme);
  if (highest.status == Status::kInfeasible) return range;
  range.high = highest.status == Status::kOptimal ? highest.value : kUnbounded;
  programme.objective *= -1.0;
  const LinearOptimum lowest = maximum(programme);
  range.low = lowest.status == Status::kOptimal ? -lowest.value : -kUnbounded;
  return range;
}

CapabilityRange shifted(CapabilityRange range, double by) {
  return {range.low + by, range.high + by};
}

/// Range of component a of X⁽ᵏ⁾ with the others in `zero` held at zero.
CapabilityRange axis_range(const LinearDynamics& at, const CapabilityLimits& limits, int a,
                           const std::vector<int>& zero) {
  LinearProgramme programme = programme_of(at, limits, at.J.row(a).transpose());
  const Eigen::Index n = at.M.rows(), held = static_cast<Eigen::Index>(zero.size());
  programme.A.conservativeResize(n + held, n);
  programme.row_low.conservativeResize(n + held);
  programme.row_high.conservativeResize(n + held);
  for (Eigen::Index i = 0; i < held; ++i) {
    const int component = zero[i];
    programme.A.row(n + i) = at.J.row(component);
    programme.row_low(n + i) = programme.row_high(n + i) = -at.drift(component);
  }
  return shifted(range_of(std::move(programme)), at.drift(a));
}

/// The components that `alone` holds at zero beside component a.
std::vector<int> held_components(int a, int num_coordinates) {
  std::vector<int> held;
  const int first = num_coordinates >= 6 ? 0 : a < 3 ? 0 : 3;
  const int last = num_coordinates >= 6 ? 6 : first + 3;
  for (int c = first; c < last; ++c) {
    if (c != a) held.push_back(c);
  }
  return held;
}

/// Normals of the facets of a zonotope in d dimensions that has these generators, both signs each
/// meant; not of unit length.
std::vector<VecX> facet_normals(const MatX& generators) {
  std::vector<VecX> normals;
  const Eigen::Index n = generators.cols();
  if (generators.rows() == 1) return {VecX::Ones(1)};
  if (generators.rows() == 2) {
    for (Eigen::Index a = 0; a < n; ++a) {
      normals.emplace_back(Eigen::Vector2d(-generators(1, a), generators(0, a)));
    }
    return normals;
  }
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < a; ++b) {
      normals.emplace_back(Vec3(generators.col(a)).cross(Vec3(generators.col(b))));
    }
  }
  return normals;
}

/// What a coordinate without a motor does is not free to be chosen: it follows from the others.
void check_passive(const model::Model& model, const CapabilityLimits& limits) {
  std::vector<std::string> free;
  for (const int j : model.passive_coordinates()) {
    if (!limits.has_forces() || std::isfinite(limits.force_high(j))) continue;
    free.push_back(model.coordinates()[j].name);
  }
  check(free.empty(), "model '", model.name(), "': ", comma_list(free),
        free.size() == 1 ? " has no motor" : " have no motors",
        ": what the robot can do depends on what holds them; a model in which that joint is fixed "
        "is needed, or limits of what pushes there, [joint.NAME] ",
        kind_name(MotionLimit{.what = Limited::kForce, .order = limits.order - 2}));
}

}  // namespace

bool CapabilityLimits::has_motions() const {
  return motion_low.array().isFinite().any() || motion_high.array().isFinite().any();
}

bool CapabilityLimits::is_parallelotope() const {
  return force_high.array().isFinite().all() && !has_motions();
}

CapabilityLimits capability_limits(const model::Model& model,
                                   const std::vector<MotionLimit>& limits, int k) {
  check(k >= 2, "capability_limits: derivative ", k, " of q; 2 (acceleration) or more is needed.");
  const VecX none = VecX::Constant(model.num_coordinates(), kUnbounded);
  CapabilityLimits found{k, -none, none, -none, none};
  for (const MotionLimit& limit : limits) {
    const int j = limit.coordinate;
    if (limit.what == Limited::kForce && limit.order == k - 2) {
      check(std::isfinite(limit.low) == std::isfinite(limit.high) && limit.low <= limit.high,
            "capability_limits: ", kind_name(limit), " of coordinate ", j, " is limited to ",
            limit.low, "..", limit.high, "; two finite ends that ascend are needed.");
      found.force_low(j) = limit.low;
      found.force_high(j) = limit.high;
    } else if (limit.what == Limited::kCoordinate && limit.order == k) {
      found.motion_low(j) = limit.low;
      found.motion_high(j) = limit.high;
    }
  }
  check_passive(model, found);
  return found;
}

double CapabilityRange::size() const {
  return is_empty() ? 0.0 : std::max(0.0, std::min(-low, high));
}

CapabilityRange range_alone(const LinearDynamics& at, const CapabilityLimits& limits, int j) {
  CapabilityRange range{limits.motion_low(j), limits.motion_high(j)};
  for (Eigen::Index i = 0; i < at.M.rows(); ++i) {
    if (!std::isfinite(limits.force_high(i))) continue;
    const double low = limits.force_low(i) - at.holding(i);
    const double high = limits.force_high(i) - at.holding(i);
    if (low > 0.0 || high < 0.0) return {};  // Others must move, or there is no way at all.
    const double m = at.M(i, j);
    if (m == 0.0) continue;
    range.low = std::max(range.low, std::min(low / m, high / m));
    range.high = std::min(range.high, std::max(low / m, high / m));
  }
  return range;
}

CapabilityRange range_over(const LinearDynamics& at, const CapabilityLimits& limits,
                           const VecX& direction) {
  if (!limits.is_parallelotope()) return range_of(programme_of(at, limits, direction));
  const ForceBox box(at, limits);
  const VecX g = inverse_mass_matrix(at) * direction;  // M is symmetric.
  const double centre = g.dot(box.middle - at.holding);
  const double reach = g.cwiseAbs().dot(box.half);
  return {centre - reach, centre + reach};
}

TogetherScale together_scale(const LinearDynamics& at, const CapabilityLimits& limits,
                             const VecX& weights) {
  TogetherScale found{kUnbounded, -1};
  for (Eigen::Index i = 0; i < at.M.rows(); ++i) {
    const double slack =
        std::min(limits.force_high(i) - at.holding(i), at.holding(i) - limits.force_low(i));
    if (!std::isfinite(slack)) continue;
    const double load = at.M.row(i).cwiseAbs().dot(weights);
    const double scale = slack < 0.0 ? 0.0 : load > 0.0 ? slack / load : kUnbounded;
    if (scale < found.scale) found = {scale, static_cast<int>(i)};  // Eq. (2)
  }
  return found;
}

VecX default_weights(const LinearDynamics& at, const CapabilityLimits& limits) {
  const Eigen::Index n = at.M.rows();
  VecX weights(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    weights(j) = CapabilityRange{limits.motion_low(j), limits.motion_high(j)}.size();
  }
  if (weights.allFinite()) return weights;
  for (Eigen::Index j = 0; j < n; ++j) {
    weights(j) = range_alone(at, limits, static_cast<int>(j)).size();
    if (!std::isfinite(weights(j))) weights(j) = 0.0;
  }
  return weights;
}

double isotropic_radius(const LinearDynamics& at, const CapabilityLimits& limits, const MatX& U) {
  if (U.cols() == 0) return 0.0;
  const ForceBox box(at, limits);
  const MatX J = U.transpose() * at.J.topRows(3);
  const MatX G = J * inverse_mass_matrix(at);
  const VecX offset = U.transpose() * at.drift.head<3>() + G * (box.middle - at.holding);
  constexpr double kParallel = 1e-12;
  double least = kUnbounded;
  bool is_spanned = false;
  for (const VecX& normal : facet_normals(G)) {
    const double length = normal.norm();
    if (!(length > kParallel * std::pow(G.norm(), static_cast<double>(U.cols() - 1)))) continue;
    is_spanned = true;
    const VecX n = normal / length;
    double reach = -std::abs(n.dot(offset));
    for (Eigen::Index i = 0; i < G.cols(); ++i) {
      const double part = std::abs(n.dot(G.col(i)));
      if (part > kParallel * G.col(i).norm()) reach += part * box.half(i);
    }
    least = std::min(least, reach);  // Eq. (3)
  }
  return is_spanned ? std::max(0.0, least) : 0.0;
}

Capability capability(const model::Model& model, const model::Frame& frame,
                      const model::StateSeries& state, const CapabilityLimits& limits,
                      const force::Surroundings& surroundings) {
  const int n = model.num_coordinates();
  check(limits.force_low.size() == n && limits.force_high.size() == n &&
            limits.motion_low.size() == n && limits.motion_high.size() == n,
        "capability: limits are of ", limits.force_low.size(), " coordinates; the model has ", n,
        ".");
  const LinearDynamics at = linear_dynamics(model, frame, state, limits.order, surroundings);
  Capability found{.order = limits.order, .holding = at.holding, .notes = at.notes};
  for (int j = 0; j < n; ++j) {
    if (!std::isfinite(at.holding(j))) {
      throw NumericalError(concat("capability: what joint '", model.coordinates()[j].name,
                                  "' needs in this state is not finite: the numbers of the state "
                                  "are too large"));
    }
    if (at.holding(j) < limits.force_low(j) || at.holding(j) > limits.force_high(j)) {
      found.overloaded.push_back(j);
    }
    found.alone.push_back(range_alone(at, limits, j));
    found.reachable.push_back(range_over(at, limits, VecX::Unit(n, j)));
  }
  found.weights = default_weights(at, limits);
  const TogetherScale together = together_scale(at, limits, found.weights);
  found.scale = together.scale;
  found.bottleneck = together.bottleneck;
  found.together = VecX::Zero(n);
  for (int j = 0; j < n; ++j) {
    const double most = CapabilityRange{limits.motion_low(j), limits.motion_high(j)}.size();
    const bool is_free = !std::isfinite(found.alone[j].size());
    if (is_free || found.weights(j) > 0.0) {  // 0 · ∞ is no number.
      found.together(j) = is_free ? most : std::min(most, together.scale * found.weights(j));
    }
  }
  const int movers = num_coordinates_of(model, frame);
  for (int a = 0; a < 6; ++a) {
    const auto at_a = static_cast<std::size_t>(a);
    found.axes_alone[at_a] = axis_range(at, limits, a, held_components(a, movers));
    found.axes_free[at_a] = shifted(range_over(at, limits, at.J.row(a).transpose()), at.drift(a));
  }
  const MatX U = free_directions(model, frame);
  found.directions = static_cast<int>(U.cols());
  found.isotropic = isotropic_radius(at, limits, at.R_WF * U);
  return found;
}

}  // namespace appell::analysis
