#include "appell/io/toml_placement.hpp"

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::io {

using spatial::Placement;

spatial::Placement read_toml_placement(TomlFields& fields) {
  const Vec3 xyz = fields.vector("xyz", Vec3::Zero());
  const Vec3 rpy = fields.vector("rpy", Vec3::Zero());
  const std::vector<double> quaternion = fields.numbers("quat_xyzw", 4);
  const MatX matrix = fields.matrix("matrix", 4, 4);
  if (fields.has("matrix")) {
    for (const char* other : {"xyz", "rpy", "quat_xyzw"}) {
      if (fields.has(other)) {
        fields.error_at(other, concat("has matrix and ", other, "; the matrix says both"));
      }
    }
    if (matrix.isZero(0.0)) return {};  // Wrong, and said so.
    try {
      return spatial::transform_from_matrix(matrix);
    } catch (const InvalidArgument& error) {
      fields.error_at("matrix", error.what());
      return {};
    }
  }
  if (quaternion.empty()) return {xyz, Placement::Rpy{rpy}};
  if (fields.has("rpy")) fields.error_at("rpy", "has rpy and quat_xyzw; one is needed");
  const Eigen::Vector4d q(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  if (q.norm() == 0.0) {
    fields.error_at("quat_xyzw", "quat_xyzw is zero; a unit quaternion x, y, z, w is needed");
    return {};
  }
  return {xyz, Placement::Quaternion{q}};
}

}  // namespace appell::io
