#include "appell/trajectory/piecewise_polynomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/taylor/shift_polynomial.hpp"

namespace appell::trajectory {
namespace {

/// Keeps the piece of the last time: the next one is mostly in it or in the one after.
class PieceCursor final : public LawCursor {
 public:
  explicit PieceCursor(const PiecewisePolynomial& law) : law_(law) {}

  void expand(double t, std::span<double> out) override {
    if (!holds_at(interval_, t)) {
      interval_ = holds_at(interval_ + 1, t) ? interval_ + 1 : law_.interval_at(t);
    }
    law_.expand_piece(interval_, t, out);
  }

 private:
  bool holds_at(int interval, double t) const {
    const std::vector<double>& breaks = law_.breaks();
    const auto i = static_cast<std::size_t>(interval);
    return i + 1 < breaks.size() && breaks[i] <= t && t < breaks[i + 1];
  }

  const PiecewisePolynomial& law_;
  int interval_ = 0;
};

}  // namespace

PiecewisePolynomial::PiecewisePolynomial(std::vector<double> breaks, int degree, int continuity)
    : breaks_(std::move(breaks)), degree_(degree), continuity_(continuity) {
  check(degree >= 0 && degree <= kMaxDegree, "PiecewisePolynomial: the degree must be in 0..",
        kMaxDegree, ", got ", degree, ".");
  check(breaks_.size() >= 2, "PiecewisePolynomial: at least two breaks are needed, got ",
        breaks_.size(), ".");
  for (std::size_t i = 0; i < breaks_.size(); ++i) {
    check(std::isfinite(breaks_[i]) && (i == 0 || breaks_[i] > breaks_[i - 1]),
          "PiecewisePolynomial: break ", i, " is ", breaks_[i],
          "; breaks must be finite and ascending.");
  }
  coefficients_.assign((breaks_.size() - 1) * width(), std::numeric_limits<double>::quiet_NaN());
}

int PiecewisePolynomial::interval_at(double t) const {
  const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), t);
  const auto index = static_cast<int>(next - breaks_.begin()) - 1;
  return std::clamp(index, 0, num_intervals() - 1);
}

void PiecewisePolynomial::expand_piece(int interval, double t, std::span<double> out) const {
  std::array<double, kMaxDegree + 1> about_t;
  const std::span<const double> c = coefficients(interval);
  std::copy(c.begin(), c.end(), about_t.begin());
  const std::size_t i = at(interval);
  taylor::shift_polynomial(std::span(about_t).first(width()),
                           t - 0.5 * (breaks_[i] + breaks_[i + 1]));
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = k < width() ? about_t[k] : 0.0;
}

void PiecewisePolynomial::expand(double t, std::span<double> out) const {
  expand_piece(interval_at(t), t, out);
}

std::unique_ptr<LawCursor> PiecewisePolynomial::cursor() const {
  return std::make_unique<PieceCursor>(*this);
}

PiecewisePolynomial PiecewisePolynomial::delayed(double dt) const {
  PiecewisePolynomial result = *this;
  for (double& tau : result.breaks_) tau += dt;
  for (std::size_t i = 1; i < result.breaks_.size(); ++i) {
    check(result.breaks_[i] > result.breaks_[i - 1], "PiecewisePolynomial::delayed: a delay of ",
          dt, " s makes two breaks one.");
  }
  return result;
}

}  // namespace appell::trajectory
