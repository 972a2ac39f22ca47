// Budget: energies and momenta return series whose coefficients have a fixed size, which allocate
// nothing up to order 11: they need no form with an `out`.
#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/random_model.hpp"

namespace appell::energy {
namespace {

TEST(EnergyBudget, AllocatesNothingUpToOrder11) {
  using support::MallocCount;
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(3);
  const model::Model model = support::random_model(random, 8);
  const auto motion = kinematics::propagate(model, support::random_state(random, model, 11));
  const auto beyond = kinematics::propagate(model, support::random_state(random, model, 12));

  const MallocCount count;
  double sum = 0.0;
  for (int p = 0; p <= 3; ++p) sum += acceleration_energy(motion, p)[0];
  sum += potential_energy(motion)[0] + centre_of_mass(motion)[0].norm();
  sum += linear_momentum(motion)[0].norm() + angular_momentum(motion)[0].norm();
  sum += angular_momentum_about_com(motion)[0].norm();
  EXPECT_EQ(count.calls(), 0);
  EXPECT_NE(sum, 0.0);

  const MallocCount counting;  // It does count.
  sum += potential_energy(beyond)[0];
  EXPECT_GT(counting.calls(), 0);
}

}  // namespace
}  // namespace appell::energy
