#include "appell/study/variation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "appell/base/check.hpp"
#include "appell/study/variation_names.hpp"

namespace appell::study {

/// What a factor changes; by its name in the file.
enum class Varied {
  kInertia,
  kMass,
  kCentre,
  kPayload,
  kFriction,
  kRotor,
  kLength,
  kGravity,
  kTilt,
  kLimits,
  kSpeed,
};

namespace {

using io::VaryEntry;
using Spread = VaryEntry::Spread;

Varied varied(const std::string& what) {
  static const std::map<std::string, Varied> kinds{
      {"inertia", Varied::kInertia}, {"mass", Varied::kMass},         {"centre", Varied::kCentre},
      {"payload", Varied::kPayload}, {"friction", Varied::kFriction}, {"rotor", Varied::kRotor},
      {"length", Varied::kLength},   {"gravity", Varied::kGravity},   {"tilt", Varied::kTilt},
      {"limits", Varied::kLimits},   {"speed", Varied::kSpeed}};
  const auto found = kinds.find(what);
  check(found != kinds.end(), "Variations: '", what, "' cannot vary.");
  return found->second;
}

/// Names of the numbers of a factor, each with its unit.
using NumberForms = std::vector<std::pair<std::string, std::string>>;

NumberForms number_forms(const std::string& what) {
  if (what == "inertia") {
    return {{"mass", "kg"},   {"x", "m"},       {"y", "m"},       {"z", "m"},
            {"ixx", "kg m²"}, {"iyy", "kg m²"}, {"izz", "kg m²"}, {"ixy", "kg m²"},
            {"ixz", "kg m²"}, {"iyz", "kg m²"}};
  }
  if (what == "centre") return {{"x", "m"}, {"y", "m"}, {"z", "m"}};
  if (what == "tilt") return {{"x", "rad"}, {"y", "rad"}};
  return {{"", what == "payload" ? "kg" : "1"}};
}

/// What `make` gives; what it refuses gets a place before it, unless it has one.
template <class Make>
auto at_place(const std::string& place, const Make& make) {
  try {
    return make();
  } catch (const InvalidArgument& error) {
    const std::string text = error.what();
    throw InvalidArgument(text.starts_with(place) ? text
                                                  : concat(place, ": ", without_class(text)));
  }
}

Distribution distribution_of(const VaryEntry& entry) {
  switch (entry.spread) {
    case Spread::kRelative:
      return Distribution::log_normal(entry.mean.value_or(1.0), entry.sd);
    case Spread::kAbsolute:
      return Distribution::normal(0.0, entry.sd);
    case Spread::kRange:
      return Distribution::uniform(entry.low, entry.high);
    case Spread::kValues:
      return Distribution::values(entry.values);
  }
  return Distribution::normal(0.0, 0.0);
}

GridAxis axis_of(const VaryEntry& entry) {
  if (entry.spread == Spread::kValues) return {static_cast<int>(entry.values.size())};
  check(entry.levels >= 1, entry.place, ": a grid needs levels = n, or values");
  return {entry.levels,
          entry.spread == Spread::kRange ? GridPlacement::kEnds : GridPlacement::kMiddles};
}

/// A ball of a mass in kg.
mass::RigidMass ball(double mass, const Vec3& centre, double radius) {
  return {mass, centre, mass * radius * radius / 5.0 * Mat3::Identity()};
}

/// Gravity of the same size, in a world that is turned about its x and then its y.
Vec3 tilted(const Vec3& gravity, double about_x, double about_y) {
  const Mat3 R =
      (Eigen::AngleAxisd(about_y, Vec3::UnitY()) * Eigen::AngleAxisd(about_x, Vec3::UnitX()))
          .toRotationMatrix();
  return R * gravity;
}

void put_numbers(const mass::RigidMass& body, double* to) {
  const Mat3 I = body.inertia_com();
  const double all[] = {body.mass, body.p_BBcm.x(), body.p_BBcm.y(), body.p_BBcm.z(), I(0, 0),
                        I(1, 1),   I(2, 2),         I(0, 1),         I(0, 2),         I(1, 2)};
  std::copy(std::begin(all), std::end(all), to);
}

}  // namespace

/// Where the numbers of a factor come from, and what they change.
struct Variations::Source {
  VaryEntry entry;
  Varied what;
  Distribution distribution;
  std::vector<std::vector<int>> at;             ///< Of each model: links, joints or limits.
  std::vector<std::vector<InertiaDraw>> draws;  ///< Likewise, of each link.
};

Variations::~Variations() = default;
Variations::Variations(Variations&&) noexcept = default;

Variations::Variations(const std::vector<model::Model>& models,
                       const std::vector<std::vector<model::MotionLimit>>& limits,
                       const std::vector<VaryEntry>& entries)
    : models_(models), limits_(limits) {
  for (const model::Model& model : models_) {
    std::vector<mass::RigidMass>& links = links_.emplace_back();
    for (const model::Link& link : model.description().links) {
      links.push_back(link.inertial.rigid_mass(mass::Physics::kNotChecked));
    }
  }
  // What is drawn later changes what is there: a payload is added to the link that was drawn.
  std::vector<VaryEntry> in_order = entries;
  std::stable_partition(in_order.begin(), in_order.end(),
                        [](const VaryEntry& entry) { return entry.what != "payload"; });
  for (const VaryEntry& entry : in_order) add_entry(entry);
}

void Variations::add_entry(const VaryEntry& entry) {
  const bool is_inertia = entry.what == "inertia";
  const std::string& place = entry.spread_place.empty() ? entry.place : entry.spread_place;
  const Distribution distribution = at_place(
      place, [&] { return is_inertia ? Distribution::normal(0.0, 1.0) : distribution_of(entry); });
  const std::shared_ptr<const InertiaSpread> spread = at_place(place, [&] {
    return is_inertia ? std::make_shared<const InertiaSpread>(entry.sd) : nullptr;
  });
  at_place(entry.place, [&] {
    for (const NamedTargets& target : targets_of(entry, models_, limits_)) {
      Source source{entry, varied(entry.what), distribution, target.at, {}};
      for (int m = 0; spread && m < std::ssize(models_); ++m) {
        std::vector<InertiaDraw>& draws = source.draws.emplace_back();
        for (const int link : target.at[m]) {
          draws.emplace_back(links_[m][link], spread);
        }
      }
      add_factor(std::move(source), target.name);
    }
  });
}

void Variations::add_factor(Source source, const std::string& of) {
  const std::string& what = source.entry.what;
  const std::string dot = of.empty() ? "" : "." + of;
  Factor factor{concat(what, of.empty() ? "" : " ", of), {static_cast<int>(numbers_.size()), 0}};
  for (const auto& [name, unit] : number_forms(what)) {
    numbers_.push_back({concat(what, dot, name.empty() ? "" : ".", name), unit});
    ++factor.range.count;
  }
  for (const Factor& other : factors_) {
    check(other.name != factor.name, source.entry.place, ": '", factor.name,
          "' varies twice; one [[vary]] is needed for it");
  }
  changes_joints_ |= what == "rotor" || what == "length";
  changes_speed_ |= what == "speed";
  changes_numbers_ |= what != "speed" && what != "limits";
  factors_.push_back(std::move(factor));
  sources_.push_back(std::move(source));
}

std::vector<GridAxis> Variations::grid() const {
  std::vector<GridAxis> axes;
  for (int i = 0; i < std::ssize(factors_); ++i) {
    check(factors_[i].range.count == 1, sources_[i].entry.place, ": '", factors_[i].name, "' has ",
          factors_[i].range.count, " numbers; a grid takes what has one");
    axes.push_back(axis_of(sources_[i].entry));
  }
  return axes;
}

DrawnItem Variations::start(int model) const {
  const model::Description& robot = models_[model].description();
  DrawnItem item{.links = links_[model], .limits = limits_[model], .gravity = robot.gravity};
  for (const model::Joint& joint : robot.joints) item.frictions.push_back(joint.friction);
  item.rotors.assign(robot.joints.size(), 1.0);
  item.lengths.assign(robot.joints.size(), 1.0);
  item.numbers.resize(numbers_.size());
  return item;
}

void Variations::draw(int model, std::span<const double> point, DrawnItem& item) const {
  std::copy(links_[model].begin(), links_[model].end(), item.links.begin());
  item.gravity = models_[model].gravity();
  for (int f = 0; f < std::ssize(factors_); ++f) {
    const Source& source = sources_[f];
    const FactorRange& range = factors_[f].range;
    const auto units = point.subspan(range.first, range.count);
    double* numbers = item.numbers.data() + range.first;
    const std::vector<int>& targets = source.at[model];
    if (source.what == Varied::kInertia) {
      for (int i = 0; i < std::ssize(targets); ++i) {
        item.links[targets[i]] = source.draws[model][i](units);
      }
      put_numbers(item.links[targets.front()], numbers);
      continue;
    }
    for (int i = 0; i < range.count; ++i) numbers[i] = source.distribution(units[i]);
    if (source.what == Varied::kSpeed) item.speed = numbers[0];
    if (source.what == Varied::kGravity) item.gravity *= numbers[0];
    if (source.what == Varied::kTilt) item.gravity = tilted(item.gravity, numbers[0], numbers[1]);
    for (const int target : targets) change(source, model, target, numbers, item);
  }
}

/// A link, a joint, or a limit.
void Variations::change(const Source& source, int model, int target, const double* numbers,
                        DrawnItem& item) const {
  const double factor = numbers[0];
  switch (source.what) {
    case Varied::kMass:
      item.links[target] = factor * item.links[target];
      return;
    case Varied::kCentre:
      item.links[target] =
          with_centre_shift(item.links[target], Vec3(numbers[0], numbers[1], numbers[2]));
      return;
    case Varied::kPayload:
      item.links[target] =
          item.links[target] + ball(factor, source.entry.centre, source.entry.radius);
      return;
    case Varied::kFriction: {
      const model::Friction& given = models_[model].description().joints[target].friction;
      if (source.entry.part != "dry") item.frictions[target].viscous = factor * given.viscous;
      if (source.entry.part == "viscous") return;
      item.frictions[target].dry = factor * given.dry;
      item.frictions[target].stribeck = factor * given.stribeck;
      return;
    }
    case Varied::kRotor:
      item.rotors[target] = factor;
      return;
    case Varied::kLength:
      item.lengths[target] = factor;
      return;
    case Varied::kLimits:
      item.limits[target].low = factor * limits_[model][target].low;
      item.limits[target].high = factor * limits_[model][target].high;
      return;
    default:
      return;
  }
}

}  // namespace appell::study
