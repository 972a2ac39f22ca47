#include "appell/engine/mass_factor.hpp"

#include <algorithm>

#include "appell/model/model.hpp"

namespace appell::engine {

MassFactor::MassFactor(const model::Model& model) {
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  std::vector<int> position(n, -1);
  bool is_shared = false;
  for (const model::Body& body : model.bodies()) {  // Parents come before their children.
    int& at = position[static_cast<std::size_t>(body.coordinate)];
    is_shared |= at >= 0;
    if (at >= 0) continue;
    at = static_cast<int>(order_.size());
    order_.push_back(body.coordinate);
    const bool is_root = body.parent == model::kWorld;
    const int above =
        is_root ? -1 : model.bodies()[static_cast<std::size_t>(body.parent)].coordinate;
    parents_.push_back(is_root ? -1 : position[static_cast<std::size_t>(above)]);
  }
  if (is_shared) {
    for (std::size_t i = 0; i < parents_.size(); ++i) parents_[i] = static_cast<int>(i) - 1;
  }
  is_chain_ = true;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    is_chain_ &= parents_[i] == static_cast<int>(i) - 1;
  }
  numbers_.resize(order_.size() * order_.size());
  x_.resize(order_.size());
}

bool MassFactor::factor(const double* M) noexcept {
  const int n = num_coordinates();
  for (int i = 0; i < n; ++i) {
    const double* row = M + order_[static_cast<std::size_t>(i)] * n;
    for (int j = i; j >= 0; j = parent(j)) entry(i, j) = row[order_[static_cast<std::size_t>(j)]];
  }
  // From the tips to the root: what is left of M after body k is M_ij - L_ki D_k L_kj.
  for (int k = n - 1; k >= 0; --k) {
    const double D = entry(k, k);
    if (!(D > 0.0)) return false;
    for (int i = parent(k); i >= 0; i = parent(i)) {
      const double L = entry(k, i) / D;
      if (is_chain_) {  // The same, of numbers side by side.
        double* to = &entry(i, 0);
        const double* from = &entry(k, 0);
        for (int j = 0; j <= i; ++j) to[j] -= L * from[j];
      } else {
        for (int j = i; j >= 0; j = parent(j)) entry(i, j) -= L * entry(k, j);
      }
      entry(k, i) = L;
    }
  }
  return true;
}

void MassFactor::solve(double* x) noexcept {
  const int n = num_coordinates();
  for (int i = 0; i < n; ++i) {
    x_[static_cast<std::size_t>(i)] = x[order_[static_cast<std::size_t>(i)]];
  }
  const auto at = [this](int i) -> double& { return x_[static_cast<std::size_t>(i)]; };
  for (int i = n - 1; i >= 0; --i) {  // Lᵀ y = x
    for (int j = parent(i); j >= 0; j = parent(j)) at(j) -= entry(i, j) * at(i);
  }
  for (int i = 0; i < n; ++i) {  // D L x = y
    at(i) /= entry(i, i);
    for (int j = parent(i); j >= 0; j = parent(j)) at(i) -= entry(i, j) * at(j);
  }
  for (int i = 0; i < n; ++i) {
    x[order_[static_cast<std::size_t>(i)]] = x_[static_cast<std::size_t>(i)];
  }
}

}  // namespace appell::engine
