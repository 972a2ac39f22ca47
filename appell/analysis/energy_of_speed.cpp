#include "appell/analysis/energy_of_speed.hpp"

#include <cmath>

#include "appell/taylor/polynomial_peak.hpp"

namespace appell::analysis {

void EnergyOfSpeed::add_part(std::span<const double> c, double half) {
  const std::size_t p = num_parts_++ % kParts;
  if (p == 0) halves_.push_back(half);
  sum_.resize(c.size());
  coefficients_.insert(coefficients_.end(), c.begin(), c.end());
  const std::size_t size = c.size() / count_;
  for (std::size_t i = 0; i < c.size(); ++i) {
    size_[p] += 2.0 * half * std::abs(c[i]) / static_cast<double>(i % size + 1);
  }
}

double EnergyOfSpeed::at(double speed) {
  const std::size_t all = sum_.size(), size = all / count_;
  double energy = 0.0;
  for (std::size_t segment = 0; segment < halves_.size(); ++segment) {
    const double* c = coefficients_.data() + segment * kParts * all;
    for (std::size_t i = 0; i < all; ++i) {
      sum_[i] = c[i] + speed * (c[all + i] + speed * c[2 * all + i]);
    }
    for (std::size_t first = 0; first < all; first += size) {
      const std::span<const double> one(sum_.data() + first, size);
      energy += halves_[segment] * taylor::integral_of_size(one, -1.0, 1.0);  // Eq. (1)
    }
  }
  return energy;
}

double EnergyOfSpeed::most(double up_to) const {
  return size_[0] + up_to * (size_[1] + up_to * size_[2]);
}

double EnergyOfSpeed::most_change(double up_to, double width) const {
  return width * (size_[1] + 2.0 * up_to * size_[2]);
}

}  // namespace appell::analysis
