// An outside program: builds against the installed library only.
#include <cstdio>

#include <appell/io/load_model.hpp>
#include <appell/kinematics/jacobian.hpp>
#include <appell/kinematics/propagate.hpp>

int main() {
  using namespace appell;
  const model::Model model = io::load_model("planar2r").model;
  const model::StateSeries state =
      model::state_from_derivatives(model, {VecX::Zero(2), VecX::Ones(2)});
  const auto motion = kinematics::propagate(model, state);
  const Vec6 V = kinematics::operational_motion(motion, model.default_frame())[0];
  // Both links along x, joints turning at 1 rad/s each: the tip rises at 1*0.9 + 1*0.4 m/s.
  std::printf("%.3f\n", V(2));
  return V(2) > 1.2999 && V(2) < 1.3001 ? 0 : 1;
}
