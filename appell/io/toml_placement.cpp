#include "appell/io/toml_placement.hpp"

#include "appell/base/text.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::io {

using spatial::Placement;

std::optional<Mat3> rotation_in(TomlFields& fields, const char* key, const Mat3& R) {
  constexpr double kLargestDefect = 1e-9;  // Nine decimals of a printed rotation matrix.
  const double defect = spatial::rotation_defect(R);
  if (defect <= kLargestDefect) return R;
  fields.error_at(
      key, R.determinant() > 0.0
               ? concat(key, " is no rotation: RᵀR differs from 1 by ", short_text(defect),
                        "; at most ", kLargestDefect, " is accepted")
               : concat(key, " is no rotation: its determinant is ", short_text(R.determinant()),
                        "; 1 is needed"));
  return std::nullopt;
}

Placement read_toml_placement(TomlFields& fields) {
  const Vec3 xyz = fields.vector("xyz", Vec3::Zero());
  const Vec3 rpy = fields.vector("rpy", Vec3::Zero());
  const std::optional<Eigen::Vector4d> q = fields.quaternion("quat_xyzw");
  const std::optional<MatX> matrix = fields.matrix("matrix", 4, 4);
  if (fields.has("matrix")) {
    for (const char* other : {"xyz", "rpy", "quat_xyzw"}) {
      if (fields.has(other)) {
        fields.error_at(other, concat("has matrix and ", other, "; the matrix says both"));
      }
    }
    if (!matrix) return {};
    if (matrix->row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)) {
      fields.error_at("matrix", "the last row of matrix must be [0, 0, 0, 1]");
      return {};
    }
    const std::optional<Mat3> R = rotation_in(fields, "matrix", matrix->topLeftCorner<3, 3>());
    return R ? Placement{matrix->topRightCorner<3, 1>(), Placement::Matrix{*R}} : Placement{};
  }
  if (fields.has("rpy") && fields.has("quat_xyzw")) {
    fields.error_at("rpy", "has rpy and quat_xyzw; one is needed");
  }
  if (q) return {xyz, Placement::Quaternion{*q}};
  return {xyz, Placement::Rpy{rpy}};
}

}  // namespace appell::io
