#include "appell/study/factor_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

constexpr double kNoEffect = std::numeric_limits<double>::quiet_NaN();

Eigen::Map<const VecX> as_vector(std::span<const double> numbers) {
  return {numbers.data(), std::ssize(numbers)};
}

/// What of the numbers varies, and how much of each result that explains: S_yx S_xx⁻¹ S_xy, by
/// Gauss and Jordan with the largest pivot first; what is left of a number that others give is
/// rounding.
struct Explained {
  VecX sums;
  int rank = 0;
};

/// @param S  S_xx;  @param B  S_xy, a column for each result.
Explained explained_sums(MatX S, MatX B) {
  Explained result{.sums = VecX::Zero(B.cols())};
  const VecX scale = S.diagonal().cwiseSqrt();  // Numbers have different units.
  for (Eigen::Index i = 0; i < B.rows(); ++i) {
    const double by = scale[i] > 0.0 ? 1.0 / scale[i] : 0.0;
    S.row(i) *= by;
    S.col(i) *= by;
    B.row(i) *= by;
  }
  constexpr double kRounding = 1e-10;
  for (Eigen::Index step = 0; step < B.rows(); ++step) {
    Eigen::Index k = 0;
    const double pivot = S.diagonal().maxCoeff(&k);
    if (pivot < kRounding) break;
    const VecX column = S.col(k) / pivot;
    result.sums += B.row(k).cwiseAbs2().transpose() / pivot;
    ++result.rank;
    S -= column * S.row(k).eval();
    B -= column * B.row(k).eval();
    S.row(k).setZero();
    S.col(k).setZero();
  }
  return result;
}

}  // namespace

FactorCorrelation::FactorCorrelation(std::vector<FactorRange> factors, int num_numbers,
                                     int num_results)
    : factors_(std::move(factors)) {
  check(num_results >= 1, "FactorCorrelation: ", num_results, " results; need at least one.");
  for (const FactorRange& factor : factors_) {
    check(factor.first >= 0 && factor.count >= 1 && factor.first <= num_numbers - factor.count,
          "FactorCorrelation: a factor has the numbers ", factor.first, " to ",
          factor.first + factor.count - 1, "; need some of 0 to ", num_numbers - 1, ".");
    group_.push_back(
        {MatX::Zero(factor.count, factor.count), MatX::Zero(factor.count, num_results)});
    const VecX zero = VecX::Zero(num_results);
    all_.push_back(
        {.explained = zero, .residual = zero, .squares = zero, .products = zero, .within = zero});
  }
  mean_numbers_ = from_numbers_ = VecX::Zero(num_numbers);
  mean_results_ = from_results_ = group_squares_ = VecX::Zero(num_results);
  group_has_ = VecX::Ones(num_results);
}

void FactorCorrelation::add(std::span<const double> numbers, std::span<const double> results) {
  check(std::ssize(numbers) == mean_numbers_.size() && std::ssize(results) == mean_results_.size(),
        "FactorCorrelation: ", numbers.size(), " numbers and ", results.size(), " results; need ",
        mean_numbers_.size(), " and ", mean_results_.size(), ".");
  const Eigen::Map<const VecX> x = as_vector(numbers), y = as_vector(results);
  if (!x.allFinite() || !y.array().isFinite().any()) return;
  ++in_group_;
  const double n = static_cast<double>(in_group_);
  // Welford's update, of products: Σ (x - x̄)(y - ȳ) grows by (x - x̄_before)(y - ȳ_before)(n - 1)/n.
  from_numbers_ = x - mean_numbers_;
  for (Eigen::Index r = 0; r < y.size(); ++r) {
    const bool is_known = std::isfinite(y[r]);
    from_results_[r] = is_known ? y[r] - mean_results_[r] : 0.0;
    if (!is_known) group_has_[r] = 0.0;
  }
  mean_numbers_ += from_numbers_ / n;
  mean_results_ += from_results_ / n;
  const double weight = (n - 1.0) / n;
  group_squares_.array() += weight * from_results_.array().square();
  for (int f = 0; f < num_factors(); ++f) {
    const auto dx = from_numbers_.segment(factors_[f].first, factors_[f].count);
    group_[f].within.noalias() += weight * dx * dx.transpose();
    group_[f].results.noalias() += weight * dx * from_results_.transpose();
  }
}

void FactorCorrelation::end_group() {
  if (in_group_ == 0) return;
  count_ += in_group_;
  for (int f = 0; f < num_factors(); ++f) add_group(group_[f], all_[f]);
  in_group_ = 0;
  clear_group();
}

void FactorCorrelation::add_group(const Products& group, Sums& sums) const {
  const Explained found = explained_sums(group.within, group.results);
  const double free_items = static_cast<double>(in_group_ - 1);
  if (free_items <= found.rank) return;  // So few items explain anything.
  const VecX squares = group_squares_.cwiseProduct(group_has_);
  const VecX explained = found.sums.cwiseMin(squares);  // More is rounding.
  sums.explained += explained;
  sums.residual += (squares - explained) * (free_items / (free_items - found.rank));
  sums.squares += squares;
  sums.products += group.results.row(0).transpose().cwiseProduct(group_has_);
  sums.within += group.within(0, 0) * group_has_;
  sums.rank = std::max(sums.rank, found.rank);
}

void FactorCorrelation::clear_group() {
  mean_numbers_.setZero();
  mean_results_.setZero();
  group_squares_.setZero();
  group_has_.setOnes();
  for (Products& products : group_) {
    products.within.setZero();
    products.results.setZero();
  }
}

FactorEffect FactorCorrelation::effect(int factor, int result) const {
  check(factor >= 0 && factor < num_factors() && result >= 0 && result < group_squares_.size(),
        "FactorCorrelation: factor ", factor, " and result ", result, " of ", num_factors(),
        " and ", group_squares_.size(), ".");
  const Sums& sums = all_[factor];
  const double S_yy = sums.squares[result];
  if (!(S_yy > 0.0) || sums.rank == 0) {
    return {.correlation = kNoEffect, .explained = kNoEffect, .adjusted = kNoEffect};
  }
  const bool is_one = factors_[factor].count == 1;
  return {.correlation =
              is_one ? sums.products[result] / std::sqrt(sums.within[result] * S_yy) : kNoEffect,
          .explained = sums.explained[result] / S_yy,
          .adjusted = 1.0 - sums.residual[result] / S_yy};  // Eqs. (1), (2)
}

}  // namespace appell::study
