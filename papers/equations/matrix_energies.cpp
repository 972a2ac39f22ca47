#include "papers/equations/matrix_energies.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/differential_matrices.hpp"

namespace appell::equations {
namespace {

constexpr int kMostParts = 12;

/// Adds a term for every way to complete `parts` with parts of at most `largest` that add up to
/// `rest`.
void add_partitions(int s, int rest, int largest, std::vector<int>& parts,
                    std::vector<PartitionTerm>& out) {
  if (rest == 0) {
    double count = taylor::factorial(s);  // Eq. (1)
    for (const int p : parts) count /= taylor::factorial(p);
    for (int p = 1; p <= s; ++p) {
      count /= taylor::factorial(static_cast<int>(std::count(parts.begin(), parts.end(), p)));
    }
    out.push_back({.count = std::round(count), .parts = parts});
    return;
  }
  for (int p = std::min(rest, largest); p >= 1; --p) {
    parts.push_back(p);
    add_partitions(s, rest - p, p, parts, out);
    parts.pop_back();
  }
}

/// q⁽ˡ⁾ for every l.
std::vector<VecX> directions(const model::StateSeries& state, const std::vector<int>& orders) {
  std::vector<VecX> out;
  for (const int l : orders) out.push_back(state.derivative(l));
  return out;
}

void check_terms(const char* function, const model::Model& model, const model::StateSeries& state,
                 std::span<const MatrixTerm> terms) {
  model::check_state(function, model, state);
  for (const MatrixTerm& term : terms) {
    for (const std::vector<int>* side : {&term.left, &term.right}) {
      for (const int l : *side) {
        check(l >= 0 && l <= state.order(), function, ": a term needs derivative ", l,
              " of q; the state has order ", state.order(), ".");
      }
    }
  }
}

}  // namespace

std::vector<PartitionTerm> faa_di_bruno(int s) {
  check(s >= 1 && s <= kMostParts, "faa_di_bruno: s must be in 1..", kMostParts, ", got ", s, ".");
  std::vector<PartitionTerm> terms;
  std::vector<int> parts;
  add_partitions(s, s, s, parts, terms);
  return terms;
}

std::vector<MatrixTerm> matrix_form(int p) {
  switch (p) {
    case 0:
      return {{0.5, {1}, {1}}};
    case 1:  // Eq. (2)
      return {{0.5, {2}, {2}}, {1.0, {2}, {1, 1}}, {0.5, {1, 1}, {1, 1}}};
    case 2:
      return {{0.5, {3}, {3}},       {3.0, {3}, {2, 1}},       {1.0, {3}, {1, 1, 1}},
              {4.5, {2, 1}, {2, 1}}, {3.0, {2, 1}, {1, 1, 1}}, {0.5, {1, 1, 1}, {1, 1, 1}}};
    case 3:  // Eq. (3)
      return {{0.5, {4}, {4}},
              {4.0, {4}, {3, 1}},
              {3.0, {4}, {2, 2}},
              {6.0, {4}, {2, 1, 1}},
              {1.0, {4}, {1, 1, 1, 1}},
              {8.0, {3, 1}, {3, 1}},
              {4.5, {2, 2}, {2, 2}},
              {12.0, {3, 1}, {2, 2}},
              {24.0, {3, 1}, {2, 1, 1}},
              {18.0, {2, 2}, {2, 1, 1}},
              {18.0, {2, 1, 1}, {2, 1, 1}},
              {4.0, {3, 1}, {1, 1, 1, 1}},
              {3.0, {2, 2}, {1, 1, 1, 1}},
              {6.0, {2, 1, 1}, {1, 1, 1, 1}},
              {0.5, {1, 1, 1, 1}, {1, 1, 1, 1}}};
    default:
      throw InvalidArgument(
          concat("matrix_form: p must be in 0..3, got ", p, "; matrix_energy() takes any p."));
  }
}

SumOfTerms evaluate(const model::Model& model, const model::StateSeries& state,
                    std::span<const MatrixTerm> terms) {
  check_terms("evaluate", model, state, terms);
  SumOfTerms E;
  for (const MatrixTerm& term : terms) {
    E.add(term.coefficient, contracted_bracket(model, state[0], directions(state, term.left),
                                               directions(state, term.right)));
  }
  return E;
}

SumOfTerms evaluate_with_tensors(const model::Model& model, const model::StateSeries& state,
                                 std::span<const MatrixTerm> terms) {
  check_terms("evaluate_with_tensors", model, state, terms);
  SumOfTerms E;
  for (const MatrixTerm& term : terms) {
    std::vector<int> orders = term.left;
    orders.insert(orders.end(), term.right.begin(), term.right.end());
    const BracketTensor tensor = bracket(model, state[0], static_cast<int>(term.left.size()),
                                         static_cast<int>(term.right.size()));
    E.add(term.coefficient, tensor.contracted(directions(state, orders)));
  }
  return E;
}

ListedTerms matrix_energy(const model::Model& model, const model::StateSeries& state, int p) {
  model::check_state("matrix_energy", model, state);
  check(p >= 0 && p < kMostParts, "matrix_energy: p must be in 0..", kMostParts - 1, ", got ", p,
        ".");
  check(state.order() >= p + 1, "matrix_energy: p = ", p, " needs q with derivatives up to order ",
        p + 1, ", got ", state.order(), ".");
  const std::vector<PartitionTerm> terms = faa_di_bruno(p + 1);
  std::vector<std::vector<Mat4>> A;
  for (const PartitionTerm& term : terms) {
    A.push_back(directional_matrices(model, state[0], directions(state, term.parts)));
  }
  ListedTerms E;
  for (std::size_t a = 0; a < terms.size(); ++a) {
    for (std::size_t b = 0; b < terms.size(); ++b) {  // Eq. (4)
      E.add(0.5 * terms[a].count * terms[b].count, trace_sum(model, A[a], A[b]));
    }
  }
  const VecX q_n = state.derivative(p + 1);
  E.add(0.5, rotor_sum(model, q_n, q_n));
  return E;
}

}  // namespace appell::equations
