#include "appell/energy/dynamics_matrices.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/kinematics/differential_matrices.hpp"
#include "appell/mass/moments.hpp"

namespace appell::energy {
namespace {

using kinematics::TreeMotion;

constexpr int kEntries = 12;  // Of A without its last row, which is zero.

/// The digits of a number to the base n, the first one the highest.
void write_digits(int number, int n, std::vector<int>& digits) {
  for (std::size_t i = digits.size(); i-- > 0; number /= n) digits[i] = number % n;
}

int number_of(const std::vector<int>& digits, int n) {
  int number = 0;
  for (const int digit : digits) number = number * n + digit;
  return number;
}

/// A row per combination of s indices: the 3x4 matrices A_B(...) of all bodies, row by row, side by
/// side.
MatX table_of_matrices(const TreeMotion& motion, int s, bool times_inertia) {
  const model::Model& model = motion.model();
  const int n = model.num_coordinates();
  MatX table(static_cast<Eigen::Index>(std::pow(n, s)), kEntries * model.num_bodies());
  std::vector<int> indices(s);
  for (const model::Body& body : model.bodies()) {
    const model::Frame frame{.name = body.name, .body = body.index};
    const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
    for (int row = 0; row < table.rows(); ++row) {
      write_digits(row, n, indices);
      std::sort(indices.begin(), indices.end());
      const int same = number_of(indices, n);  // Symmetric; sorted ones come first.
      auto entries = table.block<1, kEntries>(row, kEntries * body.index);
      if (same < row) {
        entries = table.block<1, kEntries>(same, kEntries * body.index);
        continue;
      }
      Mat4 A = differential_matrix(motion, frame, indices);
      if (times_inertia) A = A * P;
      for (int i = 0; i < kEntries; ++i) entries(i) = A(i / 4, i % 4);
    }
  }
  return table;
}

}  // namespace

MatX dynamics_matrix(const TreeMotion& motion, int a, int b) {
  const model::Model& model = motion.model();
  check(a >= 1 && b >= 1 && a <= kinematics::kMostIndices && b <= kinematics::kMostIndices,
        "dynamics_matrix: <", a, "|", b, ">; numbers of indices in 1..", kinematics::kMostIndices,
        " are needed.");
  const double size = std::pow(model.num_coordinates(), a + b);
  check(size <= kMostDynamicsEntries, "dynamics_matrix: <", a, "|", b, "> of ",
        model.num_coordinates(), " coordinates has ", size, " entries; at most ",
        kMostDynamicsEntries, " are possible.");
  const MatX left = table_of_matrices(motion, a, true);
  MatX result = left * table_of_matrices(motion, b, false).transpose();  // Eq. (1)
  if (a == 1 && b == 1) {
    for (const model::Body& body : model.bodies()) {
      result(body.coordinate, body.coordinate) +=
          body.ratio * body.ratio * model.reflected_inertia(body);
    }
  }
  return result;
}

}  // namespace appell::energy
