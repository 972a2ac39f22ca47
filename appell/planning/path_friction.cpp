#include "appell/planning/path_friction.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"

namespace appell::planning {

CoordinateFriction::CoordinateFriction(const model::Model& model, int coordinate) {
  using Law = model::Friction::Law;
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate != coordinate) continue;
    model::Friction law = model.friction(body);
    check(law.law != Law::kRadialLoad || !law.has_dry(), "retime: joint '",
          model.coordinates()[coordinate].name,
          "' has friction by radial load, which retiming has no place for; give it a constant or a "
          "smooth law.");
    viscous_ += body.ratio * body.ratio * law.viscous;
    offset_ += body.ratio * law.offset;
    law.viscous = law.offset = 0.0;
    if (!law.has_dry()) continue;
    if (law.law == Law::kConstant) {
      dry_ += std::abs(body.ratio) * law.dry;
    } else {
      parts_.push_back({law, body.ratio});
    }
  }
  is_curved_ = viscous_ != 0.0 || !parts_.empty();
}

CoordinateFriction::Value CoordinateFriction::at(double rate) const {
  Value value{viscous_ * rate, viscous_, 0.0};
  for (const Part& part : parts_) {
    taylor::Series<double> x(2, 0.0);
    x[0] = part.ratio * rate;
    x[1] = part.ratio;
    const taylor::Series<double> f = force::friction_of_rate(part.law, x);
    value.f += part.ratio * f[0];
    value.first += part.ratio * f[1];
    value.second += part.ratio * 2.0 * f[2];
  }
  return value;
}

CurvedTerms::Term FrictionTerms::term(std::size_t of, std::size_t point, double alpha,
                                      double slope) const {
  const Row& row = rows[of];
  if (row.kind == Kind::kNone || row.scale[point] == 0.0) return {0.0, 0.0, 0.0};
  const double w = std::sqrt(alpha) / unit;
  const double p1 = row.p1[point];
  const CoordinateFriction::Value f = row.friction->at(p1 * w);
  if (row.kind == Kind::kRate) {
    const double factor = row.scale[point] / (w * unit * unit * unit);
    const double acceleration = 0.5 * p1 * slope + row.p2[point] * alpha;  // times unit²
    const double by_alpha =
        f.first * row.p2[point] + acceleration * (f.second * p1 * w - f.first) / (2.0 * alpha);
    return {factor * f.first * acceleration, factor * by_alpha,
            factor * f.first * 0.5 * p1};  // Eq. (2)
  }
  const double factor = row.scale[point] * (row.kind == Kind::kPower ? p1 / unit : 1.0);
  return {factor * f.f, factor * f.first * p1 * w / (2.0 * alpha), 0.0};  // Eqs. (1), (3)
}

bool FrictionTerms::has_any() const {
  return std::any_of(rows.begin(), rows.end(),
                     [](const Row& row) { return row.kind != Kind::kNone; });
}

void FrictionTerms::tighten(std::size_t of, std::size_t point, double factor) {
  Row& row = rows[of];
  if (row.kind != Kind::kNone) row.scale[point] *= factor;
}

}  // namespace appell::planning
