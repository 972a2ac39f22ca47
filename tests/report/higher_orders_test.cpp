// The value of an output does not depend on derivatives of q above those that it needs: every
// quantity of an evaluation, whatever stands in the orders above.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/state_file.hpp"
#include "appell/model/joint.hpp"
#include "appell/report/evaluation.hpp"
#include "tests/support/random_model.hpp"

namespace appell::report {
namespace {

using model::Friction;
using nlohmann::json;

/// A robot with friction in every joint that can have it, of one law after the other.
model::Model with_friction(const std::string& name) {
  model::Description robot = io::load_model(name).model.description();
  constexpr std::array kLaws{Friction::Law::kRadialLoad, Friction::Law::kConstant,
                             Friction::Law::kSmooth};
  std::size_t i = 0;
  for (model::Joint& joint : robot.joints) {
    if (model::num_coordinates(joint.kind) != 1) continue;
    joint.friction = {.viscous = 0.3,
                      .dry = 0.2,
                      .law = kLaws[i++ % kLaws.size()],
                      .bearing_diameter = 0.05,
                      .velocity = 0.5};
  }
  return model::build(robot);
}

/// A state of random q, q', q'', q''', then `num_zeros` orders of zeros and one of 1e17.
json state_of(const model::Model& model, int num_zeros, bool with_tail) {
  support::Random random(7);
  json q = json::array();
  for (int k = 0; k <= 3; ++k) {
    json row = json::array();
    for (int j = 0; j < model.num_coordinates(); ++j) row.push_back(random.uniform(-1.0, 1.0));
    q.push_back(row);
  }
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  if (with_tail) {
    for (int k = 0; k < num_zeros; ++k) q.push_back(std::vector<double>(n, 0.0));
    q.push_back(std::vector<double>(n, 1e17));
  }
  return {{"q", q}, {"load", {{"force", {{1.0, 2.0, 3.0}, {0.5, 0.0, 0.0}}}, {"frame", "tool"}}}};
}

json evaluated(const model::Model& model, const json& state, int order, force::Route route) {
  const io::StateFile file = io::read_state("state", state.dump(), model);
  return json::parse(
      evaluate(model, file,
               {.order = order, .route = route, .angles = spatial::AngleSet::kXYZ, .terms = {0, 0}})
          .json);
}

double largest(const json& value) {
  if (value.is_number()) return std::abs(value.get<double>());
  double most = 0.0;
  for (const json& entry : value) most = std::max(most, largest(entry));
  return most;
}

/// Largest difference between the numbers of `expected` and those in the same places of `actual`,
/// which may have more derivatives, relative to the largest of their list; 0 means bit for bit.
double difference(const json& actual, const json& expected) {
  if (expected.is_number()) {
    return std::abs(actual.get<double>() - expected.get<double>());
  }
  double most = 0.0;
  if (expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      most = std::max(most, actual.contains(key) ? difference(actual[key], value) : HUGE_VAL);
    }
    return most;
  }
  if (actual.size() < expected.size()) return HUGE_VAL;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    most = std::max(most, difference(actual[i], expected[i]));
  }
  const bool is_list_of_numbers = !expected.empty() && expected[0].is_number();
  return is_list_of_numbers && most > 0.0 ? most / largest(expected) : most;
}

/// Whether a matrix of many indices is too large to be shown unasked.
bool is_left_out(const model::Model& model, const std::string& name) {
  static const std::map<std::string, int> kNumIndices{
      {"V", 3},           {"D", 4},
      {"H", 4},           {"K23", 5},
      {"K14", 5},         {"N", 6},
      {"K24", 6},         {"K34", 7},
      {"K44", 8},         {"A1", 1},
      {"A2", 2},          {"A3", 3},
      {"A4", 4},          {"force_partials", 2},
      {"link_energy", 0}, {"link_pseudo_inertia_world", 0}};
  const auto found = kNumIndices.find(name);
  return found != kNumIndices.end() && (found->second > 2 || model.num_coordinates() > 4);
}

/// Walks over all names, so that a new quantity is covered.
void expect_no_influence(const std::string& name, force::Route route, double bar) {
  const model::Model model = with_friction(name);
  const json before = evaluated(model, state_of(model, 0, false), 1, route);
  for (const int num_zeros : {0, 1, 3, 4}) {
    // Order N takes q up to N + 2 for the forces, and the 1e17 is in order 4 + num_zeros.
    const json after = evaluated(model, state_of(model, num_zeros, true), num_zeros + 2, route);
    ASSERT_GT(largest(after["Q_drive"]), 1e10) << "the high order is not looked at at all";
    for (const std::string& quantity : analysis::quantity_names()) {
      const bool has_joint_friction = before.contains("Q_friction");
      if (!has_joint_friction && (quantity == "Q_friction" || quantity == "Q_motor")) continue;
      if (quantity.ends_with(".sd")) continue;  // A state is exact.
      // Large ones are left out; they are made of A1, which is not.
      if (is_left_out(model, quantity)) continue;
      ASSERT_TRUE(before.contains(quantity)) << quantity;
      ASSERT_TRUE(after.contains(quantity)) << quantity;
      EXPECT_LE(difference(after[quantity], before[quantity]), bar)
          << name << ": " << quantity << " with " << num_zeros << " zero orders and one of 1e17";
    }
  }
}

// Property: bit for bit, since every coefficient is a sum over lower ones in the same sequence.
TEST(HigherOrders, ChangeNoLowerOrderByABit) {
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    expect_no_influence(std::string(embedded.name), force::Route::kReadable, 0.0);
  }
}

// Property: the engine has another kernel for every number of orders, which may add up in another
// sequence: rounding only.
TEST(HigherOrders, ChangeNoLowerOrderOfTheEngine) {
  // Of the largest number of a list; the worst seen is 3.0e-16.
  constexpr double kBar = 8 * std::numeric_limits<double>::epsilon();
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    expect_no_influence(std::string(embedded.name), force::Route::kEngine, kBar);
  }
}

// Oracle: closed form. A cart of 3 kg on a rail: b q' + μ m g. With q to order 2 and with four zero
// orders and q⁽⁷⁾ = 1e17 appended it is the same 2 + 0.1 · 3 · 9.81 N.
TEST(HigherOrders, LeaveTheFrictionOfARail) {
  model::Description robot{.name = "rail"};
  robot.links = {{.name = "base"},
                 {.name = "cart", .inertial = mass::rigid_mass(3.0, Vec3::Zero(), Mat3::Zero())}};
  robot.joints = {{.name = "rail",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "cart",
                   .axis = Vec3::UnitX(),
                   .friction = {.viscous = 2.0, .dry = 0.1, .law = Friction::Law::kRadialLoad}}};
  const model::Model model = model::build(robot);
  for (const char* q : {"[[0.3],[1],[0.5]]", "[[0.3],[1],[0.5],[0],[0],[0],[0],[1e17]]"}) {
    const json state{{"q", json::parse(q)}};
    for (const int order : {0, 5}) {
      const json result = evaluated(model, state, order, force::Route::kEngine);
      EXPECT_NEAR(result["Q_friction"][0][0].get<double>(), 2.0 + 0.1 * 3.0 * 9.81, 1e-14) << q;
      EXPECT_NEAR(result["Q_motor"][0][0].get<double>(), 1.5 + 2.0 + 0.1 * 3.0 * 9.81, 1e-14) << q;
    }
  }
}

}  // namespace
}  // namespace appell::report
