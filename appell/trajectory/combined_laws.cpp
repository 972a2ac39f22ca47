#include "appell/trajectory/combined_laws.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::trajectory {

ReclockedLaw::ReclockedLaw(std::shared_ptr<const Law> law, double t0, double speed, double t1)
    : law_(std::move(law)), t0_(t0), speed_(speed), t1_(t1) {
  check(law_ != nullptr, "ReclockedLaw: there is no law.");
  check(std::isfinite(speed) && speed > 0.0, "ReclockedLaw: the speed is ", speed,
        "; it must be positive and finite.");
  check(std::isfinite(t0) && std::isfinite(t1), "ReclockedLaw: the times must be finite, got ", t0,
        " and ", t1, ".");
}

TimeRange ReclockedLaw::range() const {
  const TimeRange inner = law_->range();
  return {t1_ + (inner.start - t0_) / speed_, t1_ + (inner.end - t0_) / speed_};
}

std::vector<double> ReclockedLaw::seams() const {
  std::vector<double> times = law_->seams();
  for (double& t : times) t = t1_ + (t - t0_) / speed_;
  return times;
}

double ReclockedLaw::inner_time(double t) const {
  const TimeRange inner = law_->range();
  return std::clamp(t0_ + speed_ * (t - t1_), inner.start, inner.end);
}

void ReclockedLaw::rescale(std::span<double> out) const {
  double power = 1.0;
  for (double& c : out) {
    c *= power;
    power *= speed_;
  }
}

void ReclockedLaw::expand(double t, std::span<double> out) const {
  law_->expand(inner_time(t), out);
  rescale(out);
}

class ReclockedLaw::Cursor final : public LawCursor {
 public:
  Cursor(const ReclockedLaw& law, std::unique_ptr<LawCursor> inner)
      : law_(law), inner_(std::move(inner)) {}
  void expand(double t, std::span<double> out) override {
    inner_->expand(law_.inner_time(t), out);
    law_.rescale(out);
  }
  void covariance(double t, int size, std::span<double> out) override {
    inner_->covariance(law_.inner_time(t), size, out);
    const auto width = static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < width; ++i) {
      law_.rescale(out.subspan(i * width, width));  // Each row by speedᵇ, and by speedᵃ.
      for (double& x : out.subspan(i * width, width))
        x *= std::pow(law_.speed_, static_cast<double>(i));
    }
  }

 private:
  const ReclockedLaw& law_;
  std::unique_ptr<LawCursor> inner_;
};

std::unique_ptr<LawCursor> ReclockedLaw::cursor() const {
  return std::make_unique<Cursor>(*this, law_->cursor());
}

std::unique_ptr<LawCursor> ReclockedLaw::shared_cursor(CursorShare& share) const {
  return std::make_unique<Cursor>(*this, law_->shared_cursor(share));
}

SequenceLaw::SequenceLaw(std::vector<std::shared_ptr<const Law>> laws, std::vector<double> breaks)
    : laws_(std::move(laws)), breaks_(std::move(breaks)), continuity_(taylor::kMaxOrder) {
  check(!laws_.empty() && breaks_.size() == laws_.size() + 1, "SequenceLaw: ", laws_.size(),
        " laws and ", breaks_.size(), " breaks; one more break than laws is needed.");
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    check(std::isfinite(breaks_[i]) && breaks_[i + 1] > breaks_[i], "SequenceLaw: break ", i + 1,
          " is ", breaks_[i + 1], "; breaks must be finite and ascend.");
    check(laws_[i] != nullptr, "SequenceLaw: law ", i, " is none.");
    const TimeRange range = laws_[i]->range();
    const double slack = 1e-9 * (breaks_[i + 1] - breaks_[i]);
    check(range.start <= breaks_[i] + slack && range.end >= breaks_[i + 1] - slack,
          "SequenceLaw: law ", i, " is defined from ", range.start, " to ", range.end,
          ", not on all of its part.");
    continuity_ = std::min(continuity_, laws_[i]->continuity());
  }
  for (std::size_t i = 1; i < laws_.size(); ++i) {
    continuity_ = std::min(continuity_, continuity_at(i));
  }
}

bool SequenceLaw::is_uncertain() const {
  return std::any_of(laws_.begin(), laws_.end(),
                     [](const auto& law) { return law->is_uncertain(); });
}

std::vector<double> SequenceLaw::seams() const {
  std::vector<double> times;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (i > 0) times.push_back(breaks_[i]);
    for (const double t : laws_[i]->seams()) {
      if (t > breaks_[i] && t < breaks_[i + 1]) times.push_back(t);
    }
  }
  return times;
}

int SequenceLaw::continuity_at(std::size_t joint) const {
  constexpr int kHighest = 8;  // Beyond it, rounding hides what fits.
  std::array<double, kHighest + 1> before{};
  std::array<double, kHighest + 1> after{};
  laws_[joint - 1]->expand(breaks_[joint], before);
  laws_[joint]->expand(breaks_[joint], after);
  double largest = 1.0;
  for (std::size_t k = 0; k <= kHighest; ++k) {
    largest = std::max({largest, std::abs(before[k]), std::abs(after[k])});
    if (std::abs(before[k] - after[k]) > 1e-9 * largest) return static_cast<int>(k) - 1;
  }
  return taylor::kMaxOrder;
}

std::size_t SequenceLaw::part_at(double t) const {
  const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), t);
  const auto last = static_cast<std::ptrdiff_t>(laws_.size()) - 1;
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next - breaks_.begin() - 1, 0, last));
}

void SequenceLaw::expand(double t, std::span<double> out) const {
  laws_[part_at(t)]->expand(t, out);
}

class SequenceLaw::Cursor final : public LawCursor {
 public:
  Cursor(const SequenceLaw& law, std::vector<std::unique_ptr<LawCursor>> parts)
      : law_(law), parts_(std::move(parts)) {}
  void expand(double t, std::span<double> out) override { parts_[law_.part_at(t)]->expand(t, out); }
  void covariance(double t, int size, std::span<double> out) override {
    parts_[law_.part_at(t)]->covariance(t, size, out);
  }

 private:
  const SequenceLaw& law_;
  std::vector<std::unique_ptr<LawCursor>> parts_;
};

std::unique_ptr<LawCursor> SequenceLaw::cursor() const {
  std::vector<std::unique_ptr<LawCursor>> parts;
  for (const auto& part : laws_) parts.push_back(part->cursor());
  return std::make_unique<Cursor>(*this, std::move(parts));
}

std::unique_ptr<LawCursor> SequenceLaw::shared_cursor(CursorShare& share) const {
  std::vector<std::unique_ptr<LawCursor>> parts;
  for (const auto& part : laws_) parts.push_back(part->shared_cursor(share));
  return std::make_unique<Cursor>(*this, std::move(parts));
}

}  // namespace appell::trajectory
