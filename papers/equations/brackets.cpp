#include "papers/equations/brackets.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/differential_matrices.hpp"

namespace appell::equations {
namespace {

std::size_t power(int base, int exponent) {
  std::size_t value = 1;
  for (int i = 0; i < exponent; ++i) value *= static_cast<std::size_t>(base);
  return value;
}

/// The indices of entry `at` among n^s, the last one fastest.
std::vector<int> indices_of(std::size_t at, int n, int s) {
  std::vector<int> indices(s);
  for (auto i = indices.rbegin(); i != indices.rend(); ++i) {
    *i = static_cast<int>(at % static_cast<std::size_t>(n));
    at /= static_cast<std::size_t>(n);
  }
  return indices;
}

std::size_t index_of(std::span<const int> indices, int n) {
  std::size_t at = 0;
  for (const int i : indices) at = at * static_cast<std::size_t>(n) + static_cast<std::size_t>(i);
  return at;
}

/// A of every body, all n^s index sets, as columns: 12 rows for each body, which are the upper
/// three rows of the 4x4 matrix (the last one is zero).
MatX columns_of_matrices(const model::Model& model, const VecX& q, int s) {
  const int n = model.num_coordinates();
  MatX columns(12 * model.num_bodies(), static_cast<Eigen::Index>(power(n, s)));
  for (std::size_t at = 0; at < power(n, s); ++at) {
    std::vector<int> indices = indices_of(at, n, s);
    const bool is_sorted = std::is_sorted(indices.begin(), indices.end());
    if (!is_sorted) {  // A is symmetric, and a sorted index set comes first.
      std::sort(indices.begin(), indices.end());
      columns.col(static_cast<Eigen::Index>(at)) =
          columns.col(static_cast<Eigen::Index>(index_of(indices, n)));
      continue;
    }
    for (int b = 0; b < model.num_bodies(); ++b) {
      const Mat4 A = differential_matrix_by_operators(model, q, b, indices);
      const Eigen::Matrix<double, 3, 4> upper = A.topRows<3>();
      columns.block<12, 1>(12 * b, static_cast<Eigen::Index>(at)) = upper.reshaped();
    }
  }
  return columns;
}

/// The same columns with every A multiplied by the pseudo-inertia of its body.
MatX times_inertias(const model::Model& model, MatX columns) {
  for (const model::Body& body : model.bodies()) {
    const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
      auto column = columns.block<12, 1>(12 * body.index, i);
      const Eigen::Matrix<double, 3, 4> product = column.reshaped(3, 4) * P;
      column = product.reshaped();
    }
  }
  return columns;
}

}  // namespace

BracketTensor::BracketTensor(int num_coordinates, int left, int right)
    : num_coordinates_(num_coordinates), left_(left), right_(right) {
  check(left >= 1 && right >= 1, "bracket: both sides need at least one index, got ", left, " and ",
        right, ".");
  check(num_coordinates >= 1, "bracket: the model has no coordinate.");
  const double size = std::pow(num_coordinates, left + right);
  check(size <= kMostBracketEntries, "bracket: <", left, "|", right, "> of ", num_coordinates,
        " coordinates has ", size, " entries; at most ", kMostBracketEntries,
        " are formed. Use contracted_bracket().");
  entries_.assign(power(num_coordinates, left + right), 0.0);
}

double BracketTensor::operator()(std::span<const int> indices) const {
  check(static_cast<int>(indices.size()) == num_indices(), "BracketTensor: needs ", num_indices(),
        " indices, got ", indices.size(), ".");
  for (const int i : indices) {
    check(i >= 0 && i < num_coordinates_, "BracketTensor: there is no coordinate ", i, "; it has ",
          num_coordinates_, ".");
  }
  return entries_[index_of(indices, num_coordinates_)];
}

SumOfTerms BracketTensor::contracted(std::span<const VecX> vectors) const {
  check(static_cast<int>(vectors.size()) == num_indices(), "BracketTensor: needs ", num_indices(),
        " vectors, got ", vectors.size(), ".");
  // From the last index to the first, values and magnitudes side by side.
  std::vector<double> value = entries_;
  std::vector<double> scale(value.size());
  std::transform(value.begin(), value.end(), scale.begin(), [](double x) { return std::abs(x); });
  const auto n = static_cast<std::size_t>(num_coordinates_);
  for (auto u = vectors.rbegin(); u != vectors.rend(); ++u) {
    check(u->size() == num_coordinates_, "BracketTensor: a vector has ", u->size(),
          " entries, needs ", num_coordinates_, ".");
    for (std::size_t i = 0; i < value.size() / n; ++i) {
      double sum = 0.0;
      double magnitudes = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        const double u_j = (*u)(static_cast<Eigen::Index>(j));
        sum += value[i * n + j] * u_j;
        magnitudes += scale[i * n + j] * std::abs(u_j);
      }
      value[i] = sum;
      scale[i] = magnitudes;
    }
    value.resize(value.size() / n);
  }
  return {value.empty() ? 0.0 : value[0], scale.empty() ? 0.0 : scale[0]};
}

BracketTensor bracket(const model::Model& model, const VecX& q, int a, int b) {
  const int n = model.num_coordinates();
  BracketTensor tensor(n, a, b);
  const MatX right = columns_of_matrices(model, q, b);
  const MatX left = times_inertias(model, a == b ? right : columns_of_matrices(model, q, a));
  // Eq. (1), with tr(A Bᵀ) = Σ A_ij B_ij; row by row, that is transposed for Eigen.
  Eigen::Map<MatX>(tensor.entries().data(), right.cols(), left.cols()) = right.transpose() * left;
  if (a == 1 && b == 1) {
    for (const model::Body& body : model.bodies()) {
      const int at = body.coordinate * (n + 1);
      tensor.entries()[at] += body.ratio * body.ratio * model.reflected_inertia(body);
    }
  }
  return tensor;
}

SumOfTerms contracted_bracket(const model::Model& model, const VecX& q, std::span<const VecX> left,
                              std::span<const VecX> right) {
  check(!left.empty() && !right.empty(),
        "contracted_bracket: both sides need at least one direction, got ", left.size(), " and ",
        right.size(), ".");
  SumOfTerms sum =
      trace_sum(model, directional_matrices(model, q, left), directional_matrices(model, q, right));
  if (left.size() == 1 && right.size() == 1) sum.add(1.0, rotor_sum(model, left[0], right[0]));
  return sum;
}

SumOfTerms trace_sum(const model::Model& model, const std::vector<Mat4>& A,
                     const std::vector<Mat4>& B) {
  SumOfTerms sum;
  for (const model::Body& body : model.bodies()) {
    const auto b = static_cast<std::size_t>(body.index);
    const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
    sum.add(1.0, trace_product(A[b], P, B[b]));
  }
  return sum;
}

SumOfTerms rotor_sum(const model::Model& model, const VecX& u, const VecX& w) {
  SumOfTerms sum;
  for (const model::Body& body : model.bodies()) {
    sum.add(model.reflected_inertia(body) * body.ratio * body.ratio * u(body.coordinate) *
            w(body.coordinate));
  }
  return sum;
}

}  // namespace appell::equations
