#include "appell/model/operators.hpp"

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell::model {
namespace {

// Oracle: the table of [S0 eqs. (112), (151)], and Δ_m² Δ_θ as the factor of inertia.
TEST(Operators, SayWhatThePapersSay) {
  for (const int Delta_theta : {0, 1}) {
    const Operators all = Operators::of_papers(-1, Delta_theta);
    EXPECT_TRUE(all.gravity && all.loads);
    const Operators load = Operators::of_papers(0, Delta_theta);
    EXPECT_TRUE(!load.gravity && load.loads);
    const Operators gravity = Operators::of_papers(1, Delta_theta);
    EXPECT_TRUE(gravity.gravity && !gravity.loads);
    for (const int Delta_m : {-1, 0, 1}) {
      const Operators operators = Operators::of_papers(Delta_m, Delta_theta);
      EXPECT_EQ(operators.inertia, Delta_m * Delta_m * Delta_theta == 1);
      EXPECT_EQ(operators.Delta_m(), Delta_m);
      EXPECT_EQ(operators.Delta_theta(), Delta_m * Delta_m * Delta_theta);
    }
  }
  for (const int Delta_f : {-1, 0, 1}) {  // [S0 eq. (158)]: both, drive only, friction only.
    const Operators operators = Operators::of_papers(-1, 1, Delta_f);
    EXPECT_EQ(operators.drive, Delta_f != 1);
    EXPECT_EQ(operators.friction, Delta_f != 0);
    EXPECT_EQ(operators.Delta_f(), Delta_f);
    EXPECT_EQ(operators.count_all(), Delta_f == -1);
  }
  EXPECT_EQ(Operators{}.Delta_m(), -1);
  EXPECT_EQ(Operators{}.Delta_theta(), 1);
}

TEST(Operators, ExplainBadInput) {
  EXPECT_THROW_MESSAGE(Operators::of_papers(2, 0), InvalidArgument, "Δ_m is 2; -1, 0 or 1");
  EXPECT_THROW_MESSAGE(Operators::of_papers(0, -1), InvalidArgument, "Δ_θ is -1; 0 or 1");
  EXPECT_THROW_MESSAGE(Operators::of_papers(0, 1, 2), InvalidArgument, "Δ_f is 2; -1, 0 or 1");
  const Operators none{.inertia = false, .gravity = false, .loads = false};
  EXPECT_THROW_MESSAGE(none.Delta_m(), InvalidArgument, "no Δ_m for neither gravity nor loads");
  const Operators inertia{.gravity = false};
  EXPECT_THROW_MESSAGE(inertia.Delta_m(), InvalidArgument, "inertia without gravity");
}

}  // namespace
}  // namespace appell::model
