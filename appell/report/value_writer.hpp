#pragma once

#include <string_view>

#include "appell/base/types.hpp"

namespace appell::report {

/// Takes a quantity as nested objects, lists and numbers, in the order of the calls: as JSON
/// (JsonWriter), or as the columns of a table.
class ValueWriter {
 public:
  ValueWriter() = default;
  ValueWriter(const ValueWriter&) = default;
  ValueWriter& operator=(const ValueWriter&) = default;
  virtual ~ValueWriter() = default;

  virtual ValueWriter& begin_object() = 0;
  virtual ValueWriter& end_object() = 0;
  virtual ValueWriter& begin_array() = 0;
  virtual ValueWriter& end_array() = 0;
  virtual ValueWriter& key(std::string_view name) = 0;
  virtual ValueWriter& value(double number) = 0;

  /// A column vector as a list.
  ValueWriter& vector(const Eigen::Ref<const VecX>& v);
  /// A matrix as a list of rows.
  ValueWriter& matrix(const Eigen::Ref<const MatX>& m);
};

}  // namespace appell::report
