#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>  // Only for Vec3::cross.

namespace appell {

using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using VecX = Eigen::VectorXd;
using Mat3 = Eigen::Matrix3d;
using Mat4 = Eigen::Matrix4d;
using MatX = Eigen::MatrixXd;

}  // namespace appell
