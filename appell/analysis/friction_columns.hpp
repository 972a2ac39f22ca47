#pragma once

#include <array>
#include <string>
#include <vector>

#include "appell/analysis/friction_fit.hpp"

/// Not installed: the laws of friction_fit.hpp as sums of columns.
namespace appell::analysis {

inline constexpr std::size_t kMostColumns = 4;
inline constexpr std::size_t kMostShape = 2;
using Shape = std::array<double, kMostShape>;

/// Where one number of the shape of a law is looked for.
struct ShapeRange {
  double low = 0.0;
  double high = 0.0;
  int steps = 1;
};

/// A law as a_0 c_0(v) + a_1 c_1(v) + ..., whose columns c depend on its shape θ: log v_s of
/// Stribeck's law; log s and δ of a sigmoid.
class FrictionColumns {
 public:
  /// @param fastest  the largest |v| of the rows: what is looked for must show there.
  FrictionColumns(FittedLaw law, double velocity, double fastest);

  int num_linear() const { return static_cast<int>(linear_.size()); }
  int num_shape() const { return static_cast<int>(ranges_.size()); }
  /// As fields of model files; of the linear coefficients in the order in which they are kept
  /// rather than dropped where the rows do not tell them apart.
  const std::vector<std::string>& linear_names() const { return linear_; }
  const std::vector<std::string>& shape_names() const { return shape_; }
  const std::vector<ShapeRange>& ranges() const { return ranges_; }

  void columns(double v, const Shape& theta, double* c) const;
  /// ∂(Σ a c)/∂θ.
  void slopes(double v, const Shape& theta, const double* a, double* d) const;
  /// What a file calls it, from θ; and how far it moves with θ.
  double shape_value(int index, const Shape& theta) const;
  double shape_slope(int index, const Shape& theta) const;

  model::Friction friction(const double* a, const Shape& theta) const;

 private:
  bool has_log(int index) const { return index == 0; }

  FittedLaw law_;
  double velocity_;
  std::vector<std::string> linear_;
  std::vector<std::string> shape_;
  std::vector<ShapeRange> ranges_;
};

}  // namespace appell::analysis
