#pragma once

#include <string_view>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/trajectory/expression.hpp"

namespace appell::trajectory {

/// A formula in the coordinates x, y, z of a point, as "800*(1 + z)": the words of ExpressionLaw
/// but for t.
class FieldExpression {
 public:
  /// @throws ExpressionError if the text is no expression.
  explicit FieldExpression(std::string_view text);

  /// Its value; not finite where it has none.
  double operator()(const Vec3& point) const;

 private:
  std::vector<ExpressionLaw::Step> steps_;
};

}  // namespace appell::trajectory
