#include "appell/study/factor_correlation.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

constexpr double kNoEffect = std::numeric_limits<double>::quiet_NaN();

Eigen::Map<const VecX> as_vector(std::span<const double> numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

/// What of the numbers varies, and how much of y that explains: S_yx S_xx⁻¹ S_xy, by Gauss and
/// Jordan with the largest pivot first; what is left of a number that others give is rounding.
struct Explained {
  double sum = 0.0;
  int rank = 0;
};

Explained explained_sum(MatX S, VecX b) {
  Explained result;
  const VecX scale = S.diagonal().cwiseSqrt();  // Numbers have different units.
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const double by = scale[i] > 0.0 ? 1.0 / scale[i] : 0.0;
    S.row(i) *= by;
    S.col(i) *= by;
    b[i] *= by;
  }
  constexpr double kRounding = 1e-10;
  for (Eigen::Index step = 0; step < b.size(); ++step) {
    Eigen::Index k = 0;
    const double pivot = S.diagonal().maxCoeff(&k);
    if (pivot < kRounding) break;
    const VecX column = S.col(k) / pivot;
    const double b_k = b[k];
    result.sum += b_k * b_k / pivot;
    ++result.rank;
    S -= column * S.row(k).eval();
    b -= column * b_k;
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
    all_.push_back({MatX::Zero(factor.count, factor.count), MatX::Zero(factor.count, num_results)});
  }
  group_ = all_;
  mean_numbers_ = from_numbers_ = VecX::Zero(num_numbers);
  mean_results_ = from_results_ = group_squares_ = squares_ = VecX::Zero(num_results);
}

void FactorCorrelation::add(std::span<const double> numbers, std::span<const double> results) {
  check(static_cast<Eigen::Index>(numbers.size()) == mean_numbers_.size() &&
            static_cast<Eigen::Index>(results.size()) == mean_results_.size(),
        "FactorCorrelation: ", numbers.size(), " numbers and ", results.size(), " results; need ",
        mean_numbers_.size(), " and ", mean_results_.size(), ".");
  const Eigen::Map<const VecX> x = as_vector(numbers), y = as_vector(results);
  if (!x.allFinite() || !y.allFinite()) return;
  ++in_group_;
  const double n = static_cast<double>(in_group_);
  // Welford's update, of products: Σ (x - x̄)(y - ȳ) grows by (x - x̄_before)(y - ȳ_before)(n - 1)/n.
  from_numbers_ = x - mean_numbers_;
  from_results_ = y - mean_results_;
  mean_numbers_ += from_numbers_ / n;
  mean_results_ += from_results_ / n;
  const double weight = (n - 1.0) / n;
  group_squares_.array() += weight * from_results_.array().square();
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    const auto dx = from_numbers_.segment(factors_[f].first, factors_[f].count);
    group_[f].within.noalias() += weight * dx * dx.transpose();
    group_[f].results.noalias() += weight * dx * from_results_.transpose();
  }
}

void FactorCorrelation::end_group() {
  if (in_group_ == 0) return;
  count_ += in_group_;
  most_in_group_ = std::max(most_in_group_, in_group_);
  in_group_ = 0;
  squares_ += group_squares_;
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    all_[f].within += group_[f].within;
    all_[f].results += group_[f].results;
  }
  clear_group();
}

void FactorCorrelation::clear_group() {
  mean_numbers_.setZero();
  mean_results_.setZero();
  group_squares_.setZero();
  for (Products& products : group_) {
    products.within.setZero();
    products.results.setZero();
  }
}

FactorEffect FactorCorrelation::effect(int factor, int result) const {
  check(factor >= 0 && factor < num_factors() && result >= 0 && result < squares_.size(),
        "FactorCorrelation: factor ", factor, " and result ", result, " of ", num_factors(),
        " and ", squares_.size(), ".");
  const Products& products = all_[static_cast<std::size_t>(factor)];
  const VecX S_xy = products.results.col(result);
  const Explained found = explained_sum(products.within, S_xy);
  const double free_items = static_cast<double>(most_in_group_ - 1);
  if (!(squares_[result] > 0.0) || found.rank == 0 || free_items <= found.rank) {
    return {.correlation = kNoEffect, .explained = kNoEffect, .adjusted = kNoEffect};
  }
  const double explained = std::min(found.sum / squares_[result], 1.0);  // Eq. (1)
  const double correlation =
      S_xy.size() > 1 ? kNoEffect : std::copysign(std::sqrt(explained), S_xy[0]);
  return {.correlation = correlation,
          .explained = explained,
          .adjusted = 1.0 - (1.0 - explained) * free_items / (free_items - found.rank)};
}

}  // namespace appell::study
