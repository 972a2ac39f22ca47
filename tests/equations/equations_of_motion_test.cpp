// Every route to the derivatives of the inertia force against the recursive one of force/.
#include "papers/equations/equations_of_motion.hpp"

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/perturbation.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

// Relative to the sum of the magnitudes of the terms. Worst seen: 9e-15.
constexpr double kTolerance = 1e-12;
constexpr int kHighest = 7;

/// Compares all routes of one case with Dᵏ⁻¹Q of force/.
class Routes : public testing::Test {
 protected:
  void compare(const ForceTerms& actual, const VecX& expected, const std::string& what) {
    for (int j = 0; j < expected.size(); ++j) {
      const double scale = std::max(actual.scale(j), 1e-9);
      worst_.see(std::abs(actual.value(j) - expected(j)) / scale);
      EXPECT_TRUE(near(actual.value(j), expected(j), kTolerance, scale))
          << what << ", coordinate " << j;
      EXPECT_GE(actual.scale(j) * (1 + 1e-12), std::abs(actual.value(j)));
    }
  }

  template <class Visit>
  void for_each_order(const Visit& visit) {
    for (const TreeCase& c : all_cases(kHighest + 1)) {
      SCOPED_TRACE(c.name);
      const auto Q = force::inertia_force(kinematics::propagate(c.model, c.state));
      for (int k = 1; k <= kHighest; ++k) {
        SCOPED_TRACE("k = " + std::to_string(k));
        visit(c, k, VecX(Q.derivative(k - 1)));
      }
    }
  }

 private:
  Worst worst_;
};

// Cross-check: (1) virtual work, Newton and Euler body by body.
TEST_F(Routes, DalembertLagrange) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    compare(dalembert_lagrange(c.model, c.state, k), Q, "d'Alembert-Lagrange");
  });
}

TEST_F(Routes, Lagrange) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    compare(lagrange(c.model, c.state, k), Q, "Lagrange");
  });
}

TEST_F(Routes, TsenovMangeron) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    for (const int m : {1, 2, 3, 5}) {
      compare(tsenov_mangeron(c.model, c.state, k, m), Q, "m = " + std::to_string(m));
    }
  });
}

TEST_F(Routes, GibbsAppell) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    compare(gibbs_appell(c.model, c.state, k), Q, "Gibbs-Appell");
    for (const int m : {3, 4, 6}) {
      compare(generalized_gibbs_appell(c.model, c.state, k, m), Q, "m = " + std::to_string(m));
    }
  });
}

TEST_F(Routes, OrderK) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    for (const int m : {k + 1, k + 2, k + 4}) {
      compare(order_k_equation(c.model, c.state, k, m), Q, "m = " + std::to_string(m));
    }
  });
}

TEST_F(Routes, ShortForm) {
  for_each_order([this](const TreeCase& c, int k, const VecX& Q) {
    if (k <= 3) compare(short_form(c.model, c.state, k), Q, "short form");
  });
}

// Property: what is not in the state does not matter. Derivatives of q above k + 1 cancel.
TEST_F(Routes, HigherDerivativesDoNotMatter) {
  for (const TreeCase& c : random_cases(3, 4, 12)) {
    for (int k = 1; k <= 4; ++k) {
      const model::StateSeries cut = c.state.truncated(k + 1);
      compare(order_k_equation(c.model, c.state, k, k + 2),
              order_k_equation(c.model, cut, k, k + 2).value, "order k");
      compare(tsenov_mangeron(c.model, c.state, k, 4), tsenov_mangeron(c.model, cut, k, 4).value,
              "Mangeron");
    }
  }
}

// Cross-check: the partial derivative by the perturbed motion against the one from A_j(t), which
// moves the time derivatives by hand.
TEST(EnergyPartial, BothFormsAgree) {
  int num_nonzero = 0;
  for (const TreeCase& c : random_cases(4, 5, 9)) {
    SCOPED_TRACE(c.name);
    const MatrixMotion motion = matrix_motion(c.model, c.state);
    for (int j = 0; j < c.model.num_coordinates(); j += 2) {
      const Perturbation A = perturbation(c.model, motion, j, 0);
      for (int p = 0; p <= 4; ++p) {
        for (int s = 0; s <= 4; ++s) {
          for (int m = 0; m <= p + 1 + s; ++m) {
            const SumOfTerms direct =
                energy_partial(c.model, motion, perturbation(c.model, motion, j, m), p, s);
            const SumOfTerms along = energy_partial_along(c.model, motion, A, p, s, m, 0);
            EXPECT_TRUE(near(direct.value, along.value, kTolerance, along.scale))
                << "p " << p << " s " << s << " m " << m;
            if (std::abs(along.value) > 1e-3) ++num_nonzero;
          }
        }
      }
    }
  }
  EXPECT_GT(num_nonzero, 1000);
}

// Oracle: the definition by a difference, of first order in the step (the only order that doubles
// stand).
TEST(EnergyPartial, IsTheLimitOfADifference) {
  const TreeCase c = random_cases(1, 4, 6).front();
  for (int m = 0; m <= 4; ++m) {
    const auto energy = [&](double step) {
      model::StateSeries q = c.state;
      q[m](0) += step / taylor::factorial(m);
      const MatrixMotion motion = matrix_motion(c.model, q);
      double E = 0.0;  // D² E_1
      for (const model::Body& body : c.model.bodies()) {
        const auto b = static_cast<std::size_t>(body.index);
        const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
        for (int i = 0; i <= 2; ++i) {
          E += 0.5 * taylor::binomial(2, i) *
               (motion.T[b].derivative(4 - i) * P * motion.T[b].derivative(2 + i).transpose())
                   .trace();
          E += 0.5 * taylor::binomial(2, i) * c.model.reflected_inertia(body) *
               motion.x[b].derivative(4 - i) * motion.x[b].derivative(2 + i);
        }
      }
      return E;
    };
    const double h = 1e-5;
    const double difference = (energy(h) - energy(-h)) / (2 * h);
    const MatrixMotion motion = matrix_motion(c.model, c.state);
    const SumOfTerms exact =
        energy_partial(c.model, motion, perturbation(c.model, motion, 0, m), 1, 2);
    EXPECT_TRUE(near(exact.value, difference, 1e-6, exact.scale)) << m;
  }
}

// Oracle: closed form.
TEST(CatalanNumber, FirstOnes) {
  const std::vector<double> expected{1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796};
  for (int p = 0; p <= 10; ++p) {
    EXPECT_EQ(catalan_number(p), expected[p]);
  }
  EXPECT_EQ(catalan_number(30), 3814986502092304.0);
}

// Bad input.
TEST(EquationsOfMotion, SayWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 3).front();
  EXPECT_THROW_MESSAGE(lagrange(c.model, c.state, 3), InvalidArgument,
                       "k = 3 needs q with derivatives up to order 4, got 3");
  EXPECT_THROW_MESSAGE(lagrange(c.model, c.state, 0), InvalidArgument, "must be >= 1, got 0");
  EXPECT_THROW_MESSAGE(order_k_equation(c.model, c.state, 2, 2), InvalidArgument,
                       "k = 2 needs m >= 3, got 2");
  EXPECT_THROW_MESSAGE(order_k_equation(c.model, c.state, 2, 3, std::vector{1.0}), InvalidArgument,
                       "needs 2 coefficients, got 1");
  EXPECT_THROW_MESSAGE(tsenov_mangeron(c.model, c.state, 1, 0), InvalidArgument,
                       "m must be >= 1, got 0");
  EXPECT_THROW_MESSAGE(generalized_gibbs_appell(c.model, c.state, 1, 1), InvalidArgument,
                       "m must be >= 2, got 1");
  const model::StateSeries longer(5, c.state[0]);
  EXPECT_THROW_MESSAGE(short_form(c.model, longer, 4), InvalidArgument,
                       "no short form beyond k = 3");
  EXPECT_THROW_MESSAGE(catalan_number(31), InvalidArgument, "0..30, got 31");
  const MatrixMotion motion = matrix_motion(c.model, c.state);
  EXPECT_THROW_MESSAGE(perturbation(c.model, motion, 0, 4), InvalidArgument, "0..3");
  EXPECT_THROW_MESSAGE(energy_partial(c.model, motion, perturbation(c.model, motion, 0, 0), 2, 1),
                       InvalidArgument, "need a motion of order >= 4, got 3");
}

}  // namespace
}  // namespace appell::equations
