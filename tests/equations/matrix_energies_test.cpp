// Matrix forms of the energies against energy/, which knows neither tensors nor partitions.
#include "papers/equations/matrix_energies.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;

double energy_of(const TreeCase& c, int p) {
  return energy::acceleration_energy(kinematics::propagate(c.model, c.state), p)[0];
}

// Oracle: Bell numbers. The counts of all partitions of s add up to 1, 2, 5, 15, 52, 203, 877.
TEST(FaaDiBruno, CountsSetPartitions) {
  constexpr std::array kBell{1.0, 2.0, 5.0, 15.0, 52.0, 203.0, 877.0};
  for (int s = 1; s <= 7; ++s) {
    double sum = 0.0;
    for (const PartitionTerm& term : faa_di_bruno(s)) {
      sum += term.count;
      EXPECT_EQ(std::accumulate(term.parts.begin(), term.parts.end(), 0), s);
    }
    EXPECT_EQ(sum, kBell[s - 1]);
  }
  EXPECT_THROW_MESSAGE(faa_di_bruno(0), InvalidArgument, "1..12, got 0");
}

TEST(MatrixForm, IsTheEnergy) {
  Worst worst;
  for (const TreeCase& c : all_cases(4)) {
    SCOPED_TRACE(c.name);
    for (int p = 0; p <= 3; ++p) {
      const SumOfTerms E = evaluate(c.model, c.state, matrix_form(p));
      worst.see(std::abs(E.value - energy_of(c, p)) / E.scale);
      EXPECT_TRUE(near(E.value, energy_of(c, p), kTolerance, E.scale)) << p;
    }
  }
}

TEST(MatrixForm, WithTensors) {
  for (const TreeCase& c : golden_cases(4)) {
    SCOPED_TRACE(c.name);
    const int n = c.model.num_coordinates();
    for (int p = 0; p <= 3; ++p) {
      if (std::pow(n, 2 * p + 2) > 1e6) continue;
      const SumOfTerms E = evaluate_with_tensors(c.model, c.state, matrix_form(p));
      EXPECT_TRUE(near(E.value, energy_of(c, p), kTolerance, E.scale)) << p;
    }
  }
}

// Cross-check: each group of the printed forms against the partitions, term by term.
TEST(MatrixForm, IsFaaDiBrunoSquared) {
  for (int p = 0; p <= 3; ++p) {
    const auto terms = faa_di_bruno(p + 1);
    double sum = 0.0;
    for (const MatrixTerm& form : matrix_form(p)) {
      double expected = 0.0;
      for (const PartitionTerm& a : terms) {
        for (const PartitionTerm& b : terms) {
          const bool same = a.parts == form.left && b.parts == form.right;
          const bool turned = b.parts == form.left && a.parts == form.right;
          if (same || turned) expected += 0.5 * a.count * b.count;
        }
      }
      EXPECT_EQ(form.coefficient, expected) << p;
      sum += form.coefficient;
    }
    double all = 0.0;
    for (const PartitionTerm& a : terms) all += a.count;
    EXPECT_EQ(sum, 0.5 * all * all);
  }
}

TEST(MatrixEnergy, AnyOrder) {
  Worst worst;
  for (const TreeCase& c : all_cases(7)) {
    SCOPED_TRACE(c.name);
    for (int p = 0; p <= 6; ++p) {
      const SumOfTerms E = matrix_energy(c.model, c.state, p);
      worst.see(std::abs(E.value - energy_of(c, p)) / E.scale);
      EXPECT_TRUE(near(E.value, energy_of(c, p), kTolerance, E.scale)) << p;
    }
  }
}

// Bad input.
TEST(MatrixEnergy, SaysWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 2).front();
  EXPECT_THROW_MESSAGE(matrix_energy(c.model, c.state, 2), InvalidArgument,
                       "p = 2 needs q with derivatives up to order 3, got 2");
  EXPECT_THROW_MESSAGE(matrix_energy(c.model, c.state, 12), InvalidArgument, "0..11, got 12");
  EXPECT_THROW_MESSAGE(matrix_form(4), InvalidArgument, "0..3, got 4");
  EXPECT_THROW_MESSAGE(evaluate(c.model, c.state, matrix_form(2)), InvalidArgument,
                       "needs derivative 3 of q; the state has order 2");
}

}  // namespace
}  // namespace appell::equations
