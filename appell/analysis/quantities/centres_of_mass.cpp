#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

const mass::RigidMass& mass_of(const model::Model& model, const model::Frame& frame) {
  return model.bodies()[frame.body].rigid_mass;
}

/// A massless body has no centre of mass.
bool has_centre(const model::Model& model, const model::Frame& frame) {
  return frame.is_driven && mass_of(model, frame).mass != 0.0;
}

std::vector<Array> centre_arrays(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame& frame : subject.model.frames()) {
    if (!has_centre(subject.model, frame)) continue;
    arrays.push_back({frame.name, {num_derivatives(subject, 0), 3}});
  }
  return arrays;
}

void compute_centres(Stages& at, double* out) {
  const int N = at.order(0);
  for (const model::Frame& frame : at.model().frames()) {
    if (!has_centre(at.model(), frame)) continue;
    const Vec3& p_BBcm = mass_of(at.model(), frame).p_BBcm;
    out = put(kinematics::point_position(at.motion(N)[frame.body], p_BBcm), N, out);
  }
}

void compute_centres_of_block(Stages& at, const Columns& out) {
  int entry = 0;
  for (const model::Frame& frame : at.model().frames()) {
    if (!has_centre(at.model(), frame)) continue;
    for (int k = 0; k <= at.order(0); ++k) {
      for (int i = 0; i < 3; ++i)
        at.copy(at.engine_motion().centre(k, frame.body, i), out[entry++]);
    }
  }
}

void read_centres(const Subject& subject, engine::MotionOrders& orders) {
  orders.centres = num_derivatives(subject, 0) - 1;
}

}  // namespace

const Quantity kCentresOfMass{
    .name = "r_com",
    .title = "centre of mass of every link that a joint moves",
    .formula = "r_C = p + R ρ_C",
    .description =
        "by link that moves with a joint: the centre of mass, of the link together with the links "
        "fixed to it, in world components; massless links have none",
    .derivatives = "as many as q",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<0>,
    .arrays = centre_arrays,
    .unit = same_unit<"m">,
    .compute_block = compute_centres_of_block,
    .reads = read_centres,
    .compute_sample = compute_centres};

}  // namespace appell::analysis
