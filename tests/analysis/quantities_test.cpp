// The quantities as a list: what they say of themselves is consistent, and what they compute does
// not depend on what else is asked for, on the size of the blocks, or on the route.
#include "appell/analysis/quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <type_traits>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
#include "appell/base/text.hpp"
#include "appell/force/friction.hpp"
#include "appell/model/joint.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 2;

/// Of which a quantity has all time derivatives, or values only.
enum class Rubbing { kNot, kSmooth, kByEveryLaw };

/// Trees with every kind of joint, rotors, friction, and states of them.
struct Subjects {
  explicit Subjects(unsigned seed, Rubbing rubbing = Rubbing::kSmooth)
      : random(seed), model(model::build(description(rubbing))) {
    for (int i = 0; i < 19; ++i) {
      states.push_back(support::random_state(random, model, 2 * kOrder + 1));
    }
    block = model::state_block(states);
  }

  model::Description description(Rubbing rubbing) {
    using Law = model::Friction::Law;
    constexpr std::array kLaws{Law::kRadialLoad, Law::kSmooth, Law::kConstant};
    std::size_t next = 0;
    model::Description robot = force::driven_description(random, 6);
    for (model::Joint& joint : robot.joints) {
      if (rubbing == Rubbing::kNot || model::num_coordinates(joint.kind) != 1) continue;
      joint.friction = {
          .viscous = 0.3,
          .dry = 0.2,
          .law = rubbing == Rubbing::kSmooth ? Law::kSmooth : kLaws[next++ % kLaws.size()],
          .bearing_diameter = 0.1,
          .velocity = 0.5};
    }
    return robot;
  }

  Subject subject(force::Route route) const {
    return {.model = model, .frame = model.default_frame(), .order = kOrder, .route = route};
  }

  Selection select(const std::vector<std::string>& names,
                   force::Route route = force::Route::kEngine) const {
    Subject asked = subject(route);
    if (!names.empty()) {
      asked.angles = spatial::AngleSet::kZYZ;
      asked.terms = {1, 0, 1};
    }
    return {along_motion(std::move(asked)), names};
  }

  /// Only the first states.
  void keep(std::size_t num_states) {
    states.resize(num_states, states[0]);
    block = model::state_block(states);
  }

  /// Details too, but for those of very many numbers.
  std::vector<std::string> names_of_everything() const {
    std::vector<std::string> names;
    for (const Quantity& quantity : all_quantities()) {
      const std::string name(quantity.name);
      double size = 0.0;
      const Selection nothing = select({"q"});
      for (const Array& array : quantity.arrays(nothing.subject())) size += array.num_entries();
      if (size < 4000 &&
          (quantity.absence == nullptr || quantity.absence(nothing.subject()).empty())) {
        names.push_back(name);
      }
    }
    return names;
  }

  support::Random random;
  model::Model model;
  std::vector<model::StateSeries> states;
  model::StateBlock block;
};

/// All numbers of a selection, row by row, computed in blocks of a size.
std::vector<double> rows_of(const Selection& selection, const Subjects& subjects, int capacity) {
  const auto width = static_cast<std::size_t>(selection.num_entries());
  std::vector<double> rows(subjects.states.size() * width);
  Evaluator numbers(selection, capacity);
  for (std::size_t first = 0; first < subjects.states.size();) {
    const std::size_t count =
        std::min(static_cast<std::size_t>(capacity), subjects.states.size() - first);
    const model::StateBlock block =
        model::state_block(std::span(subjects.states).subspan(first, count));
    numbers.compute(block);
    double* to = rows.data() + first * width;
    for (const NamedArray& array : selection.arrays()) {
      numbers.write_rows(array, to + array.first_entry, width);
    }
    first += count;
  }
  return rows;
}

TEST(Quantities, DescribeThemselvesCompletely) {
  const Subjects subjects(3);
  std::set<std::string_view> names;
  for (const Quantity& quantity : all_quantities()) {
    EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name << " is there twice";
    EXPECT_FALSE(quantity.title.empty()) << quantity.name;
    EXPECT_FALSE(quantity.formula.empty()) << quantity.name;
    EXPECT_FALSE(quantity.description.empty()) << quantity.name;
    EXPECT_FALSE(quantity.derivatives.empty()) << quantity.name;
    EXPECT_TRUE(quantity.compute_block != nullptr || quantity.compute_sample != nullptr)
        << quantity.name;
    EXPECT_TRUE(quantity.reads == nullptr || quantity.compute_block != nullptr) << quantity.name;
    EXPECT_TRUE(quantity.block_has_loads || quantity.compute_sample != nullptr) << quantity.name;
  }
  const Selection everything = subjects.select({});
  int next = 0;
  for (const NamedArray& array : everything.arrays()) {
    EXPECT_EQ(array.first_entry, next) << array.name;
    next += array.num_entries();
    ASSERT_EQ(array.extents.size(), array.quantity->axes.size()) << array.name;
    EXPECT_EQ(array.key.empty(), array.quantity->key.empty()) << array.name;
    for (std::size_t axis = 0; axis < array.extents.size(); ++axis) {
      if (array.quantity->axes[axis] != Axis::kTerm) continue;
      EXPECT_EQ(static_cast<std::size_t>(array.extents[axis]), array.quantity->terms.size());
    }
  }
  EXPECT_EQ(next, everything.num_entries());
}

// What the documentation says of the derivatives is what there is, where q is given to order 4.
TEST(Quantities, SayHowManyDerivativesTheyHave) {
  const std::map<std::string_view, int> highest{{"as many as q", 4},
                                                {"one less than q", 3},
                                                {"one less", 3},
                                                {"two less", 2},
                                                {"value only", 0}};
  const Subjects subjects(3);
  Subject subject = subjects.subject(force::Route::kEngine);
  subject.order = 9;
  subject.given = 4;
  subject.angles = spatial::AngleSet::kZYZ;
  subject.terms = {0};
  int num_checked = 0;
  for (const Quantity& quantity : all_quantities()) {
    const auto said = highest.find(quantity.derivatives);
    if (said == highest.end()) {  // By p or k, or by the laws of friction.
      EXPECT_NE(quantity.derivatives.find(" less"), std::string_view::npos) << quantity.name;
      continue;
    }
    const auto axis = static_cast<std::size_t>(
        std::find(quantity.axes.begin(), quantity.axes.end(), Axis::kDerivative) -
        quantity.axes.begin());
    for (const Array& array : quantity.arrays(subject)) {
      EXPECT_EQ(axis < quantity.axes.size() ? array.extents[axis] - 1 : 0, said->second)
          << quantity.name << ": " << quantity.derivatives;
      ++num_checked;
    }
  }
  EXPECT_GE(num_checked, 50);
}

// Property: a number does not depend on what else is asked for; bit for bit.
TEST(Quantities, AreTheSameAloneAndTogether) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Subjects subjects(seed);
    const std::vector<std::string> names = subjects.names_of_everything();
    EXPECT_GE(names.size(), 45U);
    const Selection everything = subjects.select(names);
    const auto width = static_cast<std::size_t>(everything.num_entries());
    const std::vector<double> all = rows_of(everything, subjects, 8);
    for (const std::string& name : names) {
      const Selection alone = subjects.select({name});
      const std::vector<double> rows = rows_of(alone, subjects, 8);
      for (const NamedArray& array : alone.arrays()) {
        const auto same =
            std::find_if(everything.arrays().begin(), everything.arrays().end(),
                         [&](const NamedArray& other) { return other.name == array.name; });
        ASSERT_NE(same, everything.arrays().end());
        for (std::size_t s = 0; s < subjects.states.size(); ++s) {
          for (int i = 0; i < array.num_entries(); ++i) {
            ASSERT_EQ(rows[s * static_cast<std::size_t>(alone.num_entries()) +
                           static_cast<std::size_t>(array.first_entry + i)],
                      all[s * width + static_cast<std::size_t>(same->first_entry + i)])
                << entry_name(subjects.model, array, i) << ", sample " << s;
          }
        }
      }
    }
  }
}

// Property: the size of the blocks does not matter, bit for bit. (Blocks of one take the engine's
// kernel for single samples, which adds up in another sequence.)
TEST(Quantities, DoNotDependOnTheBlocks) {
  const Subjects subjects(4);
  const Selection everything = subjects.select(subjects.names_of_everything());
  const std::vector<double> expected = rows_of(everything, subjects, 19);
  for (const int capacity : {2, 5, 8, 64}) {
    EXPECT_EQ(rows_of(everything, subjects, capacity), expected) << capacity;
  }
}

/// Expects that the engine's route and the readable one, which shares no code with it, give the
/// same, relative to the largest number of each derivative of an array; returns the worst error.
double expect_both_routes_agree(const Subjects& subjects, const Selection& fast,
                                const Selection& readable, const std::string& of) {
  double worst = 0.0;
  const std::vector<double> actual = rows_of(fast, subjects, 19);
  const std::vector<double> expected = rows_of(readable, subjects, 19);
  EXPECT_EQ(actual.size(), expected.size());
  const auto width = static_cast<std::size_t>(fast.num_entries());
  for (const NamedArray& array : fast.arrays()) {
    const auto num = static_cast<std::size_t>(num_derivatives(array));
    std::vector<double> size(num), error(num);
    for (std::size_t s = 0; s < subjects.states.size(); ++s) {
      for (int i = 0; i < array.num_entries(); ++i) {
        const std::size_t at = s * width + static_cast<std::size_t>(array.first_entry + i);
        const auto k = static_cast<std::size_t>(derivative_of(array, i));
        size[k] = std::max(size[k], std::abs(expected[at]));
        error[k] = std::max(error[k], std::abs(actual[at] - expected[at]));
      }
    }
    for (std::size_t k = 0; k < num; ++k) {
      EXPECT_LE(error[k], 1e-12 * size[k]) << of << ": " << array.name << ", derivative " << k;
      if (size[k] > 0.0) worst = std::max(worst, error[k] / size[k]);
    }
  }
  return worst;
}

// Cross-check: two routes, details too.
TEST(Quantities, AgreeByBothRoutes) {
  double worst = 0.0;
  for (const unsigned seed : {5U, 6U, 7U, 8U}) {
    const Subjects subjects(seed, seed % 2 == 0 ? Rubbing::kSmooth : Rubbing::kByEveryLaw);
    const std::vector<std::string> names = subjects.names_of_everything();
    worst = std::max(worst, expect_both_routes_agree(subjects, subjects.select(names),
                                                     subjects.select(names), concat(seed)));
  }
  RecordProperty("worst", std::to_string(worst));
}

/// All that can count.
std::vector<model::Operators> all_operators() {
  std::vector<model::Operators> all;
  for (int bits = 0; bits < 16; ++bits) {
    all.push_back({.inertia = (bits & 1) != 0,
                   .gravity = (bits & 2) != 0,
                   .loads = (bits & 4) != 0,
                   .external = (bits & 8) != 0});
  }
  return all;
}

// Cross-check: the same where something acts on the robot, whatever of it counts: nothing, loads,
// external wrenches or both, along a motion and at a state.
TEST(Quantities, AgreeByBothRoutesWhateverActsAndCounts) {
  double worst = 0.0;
  for (const unsigned seed : {5U, 6U, 7U}) {
    Subjects subjects(seed, seed % 2 == 0 ? Rubbing::kSmooth : Rubbing::kByEveryLaw);
    const force::Surroundings both = force::random_surroundings(subjects.random, subjects.model);
    const force::Surroundings nothing;
    subjects.keep(3);
    for (const force::Surroundings& around : {nothing,
                                              {.loads = both.loads, .external = {}},
                                              {.loads = {}, .external = both.external},
                                              both}) {
      for (const model::Operators& counts : all_operators()) {
        const auto subject = [&](force::Route route) {
          Subject asked = subjects.subject(route);
          asked.surroundings = around;
          asked.operators = counts;
          asked.operators.friction = counts.loads;  // Either, with everything else.
          return asked;
        };
        const std::string of = concat("seed ", seed, ", ", around.loads.size(), " loads, ",
                                      around.external.size(), " external; counts: ", counts.inertia,
                                      counts.gravity, counts.loads, counts.external);
        const Selection fast(along_motion(subject(force::Route::kEngine)), {});
        const Selection readable(along_motion(subject(force::Route::kReadable)), {});
        worst = std::max(worst, expect_both_routes_agree(subjects, fast, readable, of));
        Subjects still = subjects;
        still.keep(1);
        const auto at = [&](force::Route route) {
          return Selection(at_state(subject(route), still.states[0]), {});
        };
        worst = std::max(
            worst, expect_both_routes_agree(still, at(force::Route::kEngine),
                                            at(force::Route::kReadable), of + ", at a state"));
      }
    }
  }
  RecordProperty("worst", std::to_string(worst));
}

// Conservation law: what the motors deliver is the growth of kinetic and potential energy, at every
// order: Σ power⁽ᵏ⁾ = T⁽ᵏ⁺¹⁾ + U⁽ᵏ⁺¹⁾.
TEST(Quantities, PowerIsTheGrowthOfEnergy) {
  for (const unsigned seed : {10U, 11U, 12U}) {
    const Subjects subjects(seed);
    const Selection selection = subjects.select({"power", "kinetic_energy", "potential_energy"});
    const std::vector<double> rows = rows_of(selection, subjects, 19);
    const auto width = static_cast<std::size_t>(selection.num_entries());
    const auto first = [&](const std::string& name) {
      const auto& arrays = selection.arrays();
      return std::find_if(arrays.begin(), arrays.end(),
                          [&](const NamedArray& a) { return a.name == name; })
          ->first_entry;
    };
    const int n = subjects.model.num_coordinates();
    for (std::size_t s = 0; s < subjects.states.size(); ++s) {
      const double* row = rows.data() + s * width;
      for (int k = 0; k < kOrder; ++k) {
        double sum = 0.0;
        double size = 0.0;
        for (int j = 0; j < n; ++j) {
          sum += row[first("power") + k * n + j];
          size += std::abs(row[first("power") + k * n + j]);
        }
        const double growth =
            row[first("kinetic_energy") + k + 1] + row[first("potential_energy") + k + 1];
        ASSERT_GT(size, 0.0);
        EXPECT_NEAR(sum, growth, 1e-12 * size) << seed << " sample " << s << " order " << k;
      }
    }
  }
}

// Budget: after the first block nothing is allocated by what is computed in blocks, and what can be
// is, matrices of the equations of motion among them. (Orders of q above 11 take memory for
// series.)
TEST(Quantities, DoNotAllocateAfterTheFirstBlock) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  for (const Rubbing rubbing : {Rubbing::kNot, Rubbing::kSmooth, Rubbing::kByEveryLaw}) {
    const Subjects subjects(9, rubbing);
    ASSERT_EQ(force::friction_order(subjects.model), rubbing == Rubbing::kByEveryLaw ? 2 : 1);
    std::vector<std::string> names;
    for (const std::string& name : subjects.names_of_everything()) {
      const Selection alone = subjects.select({name});
      if (alone.quantities().front()->compute_block != nullptr) names.push_back(name);
    }
    EXPECT_GE(names.size(), rubbing == Rubbing::kNot ? 27U : 29U);
    const Selection everything = subjects.select(names);
    std::vector<double> rows(static_cast<std::size_t>(everything.num_entries()) *
                             subjects.states.size());
    Evaluator numbers(everything, 19);
    numbers.compute(subjects.block);
    const support::MallocCount count;
    numbers.compute(subjects.block);
    for (const NamedArray& array : everything.arrays()) {
      numbers.write_rows(array, rows.data() + array.first_entry,
                         static_cast<std::size_t>(everything.num_entries()));
    }
    EXPECT_EQ(count.calls(), 0);
    for (const NamedArray& array : everything.arrays()) EXPECT_TRUE(array.by_block) << array.name;
  }
}

// The driving force with friction is the sum of both, bit for bit; dry friction has values only.
TEST(Quantities, MotorForceIsDriveAndFriction) {
  for (const Rubbing rubbing : {Rubbing::kSmooth, Rubbing::kByEveryLaw}) {
    const Subjects subjects(6, rubbing);
    const Selection selection = subjects.select({"Q_drive", "Q_friction", "Q_motor"});
    const std::vector<double> rows = rows_of(selection, subjects, 19);
    const std::vector<NamedArray>& arrays = selection.arrays();
    ASSERT_EQ(arrays.size(), 3U);
    EXPECT_EQ(num_derivatives(arrays[2]), rubbing == Rubbing::kSmooth ? kOrder + 1 : 1);
    EXPECT_EQ(selection.notes().empty(), rubbing == Rubbing::kSmooth);
    for (std::size_t s = 0; s < subjects.states.size(); ++s) {
      const double* row = rows.data() + s * static_cast<std::size_t>(selection.num_entries());
      for (int i = 0; i < arrays[2].num_entries(); ++i) {
        // k! after the sum or before: k <= 2, and a factor of 2 rounds nothing.
        EXPECT_EQ(row[arrays[2].first_entry + i],
                  row[arrays[0].first_entry + i] + row[arrays[1].first_entry + i]);
      }
    }
  }
}

TEST(Selection, NamesAndUnits) {
  model::Description robot{.name = "r"};
  const mass::RigidMass mass = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity());
  robot.links = {
      {.name = "base"}, {.name = "a", .inertial = mass}, {.name = "b", .inertial = mass}};
  robot.joints = {
      {.name = "turn", .kind = model::JointKind::kRevolute, .parent = "base", .child = "a"},
      {.name = "slide", .kind = model::JointKind::kPrismatic, .parent = "a", .child = "b"}};
  const model::Model model = model::build(robot);
  const Selection selection(
      along_motion({.model = model, .frame = model.default_frame(), .order = 1}), {});
  const auto text = [&](const std::string& name, int entry) {
    for (const NamedArray& array : selection.arrays()) {
      if (array.name != name) continue;
      return entry_name(model, array, entry) + ": " + array.units[entry].text();
    }
    return std::string("there is no ") + name;
  };
  EXPECT_EQ(text("q", 3), "q.slide.d1: m/s");
  EXPECT_EQ(text("T/a", 3), "T.a[0][3]: m");
  EXPECT_EQ(text("T/a", 15), "T.a[3][3]: 1");
  EXPECT_EQ(text("T/b", 16), "T.b[0][0].d1: 1/s");
  EXPECT_EQ(text("X", 9), "X[3].d1: rad/s^2");
  EXPECT_EQ(text("jacobian", 1), "jacobian[0].slide: 1");
  EXPECT_EQ(text("acceleration_energy/1", 1), "acceleration_energy.1.d1: J/s^3");
  EXPECT_EQ(text("energy_split/1", 1), "energy_split.1.rotation: J/s^2");
  EXPECT_EQ(text("mass_matrix", 0), "mass_matrix.turn.turn: kg m^2");
  EXPECT_EQ(text("mass_matrix", 1), "mass_matrix.turn.slide: kg m");
  EXPECT_EQ(text("mass_matrix_dot", 3), "mass_matrix_dot.slide.slide: kg/s");
  EXPECT_EQ(text("Q_drive", 2), "Q_drive.turn.d1: N m/s");
  EXPECT_EQ(text("reaction_force/slide", 4), "reaction_force.slide[1].d1: N/s");
  EXPECT_EQ(text("Q_friction", 0), "there is no Q_friction");
}

// A selection keeps the model and the frame it was made of.
TEST(Selection, OutlivesItsModel) {
  const auto selected = [] {
    const Subjects subjects(1, Rubbing::kNot);
    model::Frame frame = subjects.model.default_frame();
    frame.name = "a name that is long enough to have memory of its own";
    return Selection(along_motion({.model = subjects.model, .frame = frame, .order = 1}), {"q"});
  };
  const Selection selection = selected();
  const Subjects same(1, Rubbing::kNot);
  EXPECT_EQ(selection.subject().frame.name, "a name that is long enough to have memory of its own");
  EXPECT_EQ(rows_of(selection, same, 19).size(),
            19 * 2 * static_cast<std::size_t>(same.model.num_coordinates()));
}
static_assert(!std::is_reference_v<decltype(Subject::model)> &&
              !std::is_reference_v<decltype(Subject::frame)>);

// What few people ask for is there at a state, along a motion only by name, and if it is large only
// by name at all.
TEST(Selection, DetailsAreAskedFor) {
  const Subjects subjects(1, Rubbing::kNot);
  const auto has = [](const Selection& selection, std::string_view name) {
    const std::vector<const Quantity*> chosen = selection.quantities();
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](const Quantity* quantity) { return quantity->name == name; });
  };
  EXPECT_FALSE(has(subjects.select({}), "coriolis"));
  EXPECT_TRUE(has(subjects.select({"coriolis"}), "coriolis"));
  const Subject still =
      at_state({.model = subjects.model, .frame = subjects.model.default_frame(), .order = 1},
               subjects.states[0]);
  const Selection at_instant(still, {});
  EXPECT_TRUE(has(at_instant, "coriolis"));
  EXPECT_FALSE(has(at_instant, "N"));
  EXPECT_FALSE(has(at_instant, "angles"));
  ASSERT_EQ(at_instant.notes().size(), 1U);
  EXPECT_NE(at_instant.notes()[0].find("left out because each has more than 5000 numbers: "),
            std::string::npos)
      << at_instant.notes()[0];
  const support::GoldenRobot chain = support::load_golden_robot("chain24");
  const Subject long_one =
      at_state({.model = chain.model, .frame = chain.model.default_frame()}, chain.states[0]);
  EXPECT_THROW_MESSAGE(Selection(long_one, {"N"}), QuantityError,
                       "N: it has 191102976 numbers for this robot; at most 1e+07 are possible");
  EXPECT_THROW_MESSAGE(Selection(still, {"angles"}), QuantityError,
                       "angles: needs a set of orientation angles");
  EXPECT_THROW_MESSAGE(Selection(still, {"A"}), QuantityError,
                       "A: needs the names of the coordinates");
}

// Bad input: everyday words for quantities with other names. What each means is their title.
TEST(Selection, FindsQuantitiesByMeaning) {
  const std::pair<const char*, const char*> meant[] = {
      {"torque", "Q_drive, Q_motor?)"},
      {"joint_torques", "Q_drive, Q_motor?)"},
      {"effort", "Q_drive, Q_motor?)"},
      {"Force", "Q_drive, Q_motor, Q_load, reaction_force?)"},
      {"energy", "kinetic_energy, potential_energy, acceleration_energy"},
      {"jerk", "q, X, omega_world? They come with their time derivatives.)"},
      {"torque_rate", "Q_drive, Q_motor? They come with their time derivatives.)"},
      {"velocities", "q, X, omega_world"},
      {"inertia", "mass_matrix, Q_inertia, link_inertia"},
      {"momentum", "linear_momentum, angular_momentum, angular_momentum_com, generalized_momentum"},
      {"orientation", "angles?)"},
      {"com", "centre_of_mass, r_com?)"}};
  for (const auto& [word, names] : meant) {
    const std::string text = unknown_quantity(word);
    EXPECT_NE(text.find(std::string("' (did you mean one of ") + names), std::string::npos) << text;
    EXPECT_LT(text.size(), 200u) << text;
  }
  EXPECT_EQ(unknown_quantity("xyzzy"),
            "there is no quantity 'xyzzy'; `appell quantities` lists all " +
                std::to_string(quantity_names().size()));
}

TEST(Selection, ExplainsBadInput) {
  const Subjects subjects(1, Rubbing::kNot);
  EXPECT_THROW_MESSAGE(
      subjects.select({"Q_drve"}), InvalidArgument,
      "there is no quantity 'Q_drve' (did you mean 'Q_drive'?); `appell quantities` lists all ");
  EXPECT_THROW_MESSAGE(subjects.select({"Q_motor"}), InvalidArgument, "Q_motor: no joint of model");
  const Subject still = at_state({.model = subjects.model, .frame = subjects.model.default_frame()},
                                 subjects.states[0].truncated(1));
  EXPECT_THROW_MESSAGE(Selection(still, {"Q_drive"}), InvalidArgument,
                       "Q_drive: needs q with derivatives up to order 2, but the state gives q up "
                       "to order 1");
}

// A number that is not finite is refused with its name and time.
TEST(Evaluator, NamesWhatIsNotFinite) {
  Subjects subjects(1, Rubbing::kNot);
  const Selection selection = subjects.select({"q"});
  subjects.block.times()[7] = 0.25;
  subjects.block.q().column(1, 0)[7] = std::numeric_limits<double>::infinity();
  Evaluator numbers(selection, 19);
  numbers.compute(subjects.block);
  std::vector<double> rows(19 * static_cast<std::size_t>(selection.num_entries()));
  EXPECT_THROW_MESSAGE(
      numbers.write_rows(selection.arrays()[0], rows.data(), rows.size() / 19), NumericalError,
      "result 'q." + subjects.model.coordinates()[0].name + ".d1' is not finite at t = 0.25");
}

}  // namespace
}  // namespace appell::analysis
