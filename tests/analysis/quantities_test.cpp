// The quantities as a list: what they say of themselves is consistent, and what they compute does
// not depend on what else is asked for, on the size of the blocks, or on the route.
#include "appell/analysis/quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
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

  Selection select(const std::vector<std::string>& names,
                   force::Route route = force::Route::kEngine) const {
    Subject subject{
        .model = model, .frame = model.default_frame(), .order = kOrder, .route = route};
    if (!names.empty()) {
      subject.angles = spatial::AngleSet::kZYZ;
      subject.terms = {1, 0, 1};
    }
    return {along_motion(std::move(subject)), names};
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

// Cross-check: the engine's route against the readable one, which shares no code with it, relative
// to the largest number of each derivative of an array.
TEST(Quantities, AgreeByBothRoutes) {
  double worst = 0.0;
  for (const unsigned seed : {5U, 6U, 7U, 8U}) {
    const Subjects subjects(seed, seed % 2 == 0 ? Rubbing::kSmooth : Rubbing::kByEveryLaw);
    const Selection fast = subjects.select({});
    const Selection readable = subjects.select({}, force::Route::kReadable);
    const std::vector<double> actual = rows_of(fast, subjects, 19);
    const std::vector<double> expected = rows_of(readable, subjects, 19);
    const auto width = static_cast<std::size_t>(fast.num_entries());
    for (const NamedArray& array : fast.arrays()) {
      const bool has_derivatives = array.quantity->axes.front() == Axis::kDerivative;
      const int part =
          has_derivatives ? array.num_entries() / array.extents[0] : array.num_entries();
      for (int first = 0; first < array.num_entries(); first += part) {
        double size = 0.0;
        double error = 0.0;
        for (std::size_t s = 0; s < subjects.states.size(); ++s) {
          for (int i = first; i < first + part; ++i) {
            const std::size_t at = s * width + static_cast<std::size_t>(array.first_entry + i);
            size = std::max(size, std::abs(expected[at]));
            error = std::max(error, std::abs(actual[at] - expected[at]));
          }
        }
        EXPECT_LE(error, 1e-12 * size) << array.name << " from entry " << first;
        if (size > 0.0) worst = std::max(worst, error / size);
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
    const Selection selection =
        subjects.select({"power", "kinetic_energy", "potential_energy"}, force::Route::kReadable);
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

// Budget: after the first block nothing is allocated, whatever is asked for, and nothing takes the
// way of single samples. (Orders of q above 11 take memory for series.)
TEST(Quantities, DoNotAllocateAfterTheFirstBlock) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  for (const Rubbing rubbing : {Rubbing::kNot, Rubbing::kSmooth, Rubbing::kByEveryLaw}) {
    const Subjects subjects(9, rubbing);
    ASSERT_EQ(force::friction_order(subjects.model), rubbing == Rubbing::kByEveryLaw ? 2 : 1);
    const Selection everything = subjects.select({});
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
      return entry_name(model, array, entry) + ": " +
             array.units[static_cast<std::size_t>(entry)].text();
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

TEST(Selection, ExplainsBadInput) {
  const Subjects subjects(1, Rubbing::kNot);
  EXPECT_THROW_MESSAGE(subjects.select({"Q_drve"}), InvalidArgument,
                       "there is no quantity 'Q_drve' (did you mean 'Q_drive'?); known are q, T,");
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
