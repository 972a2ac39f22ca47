#include "appell/report/value_writer.hpp"

namespace appell::report {

ValueWriter& ValueWriter::vector(const Eigen::Ref<const VecX>& v) {
  begin_array();
  for (Eigen::Index i = 0; i < v.size(); ++i) value(v(i));
  return end_array();
}

ValueWriter& ValueWriter::matrix(const Eigen::Ref<const MatX>& m) {
  begin_array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    begin_array();
    for (Eigen::Index j = 0; j < m.cols(); ++j) value(m(i, j));
    end_array();
  }
  return end_array();
}

}  // namespace appell::report
