// Motion files of kind = "operational": what they mean, and what is said of bad ones.
#include <gtest/gtest.h>

#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/operational_file.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/orientation.hpp"
#include "appell/trajectory/operational_motion.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using support::near;

const std::string kStart = "start = [0.1, -0.3, 0.2, -2.2, 0.1, 2.0, 0.785]\n";
const std::string kHead = "kind = 'operational'\nmodel = 'panda'\n" + kStart;
const std::string kLaw = "[law]\nkind = 'expression'\nduration = 2\n";

std::string law_of(const std::string& name, const std::string& formula) {
  return "[[law.joint]]\nname = '" + name + "'\nq = '" + formula + "'\n";
}

Motion read_text(const std::string& text, const model::Model* model = nullptr) {
  return read_motion_toml("m.toml", text, model);
}

spatial::Transform pose_of(const model::Model& model, const std::string& frame, const VecX& q) {
  const auto X =
      kinematics::frame_motion(kinematics::propagate(model, model::StateSeries::constant(q, 0)),
                               frame.empty() ? model.default_frame() : model.frame(frame));
  return {X.R[0], X.p[0]};
}

// Oracle: the pose at some time is what the formulas say.
TEST(OperationalFile, PosesAreThoseOfTheLaws) {
  const model::Model panda = load_model("panda").model;
  const VecX start{{0.1, -0.3, 0.2, -2.2, 0.1, 2.0, 0.785}};
  const spatial::Transform at_start = pose_of(panda, "", start);

  const Motion relative =
      read_text(kHead + "relative = true\n" + kLaw + law_of("y", "0.05*sin(t)"));
  EXPECT_EQ(relative.kind, "operational");
  EXPECT_EQ(relative.trajectory.joints().front(), "joint1");
  spatial::Transform X = pose_of(panda, "", relative.trajectory.sample(1.5, 0)[0]);
  EXPECT_TRUE(near(X.p, at_start.p + Vec3(0.0, 0.05 * std::sin(1.5), 0.0), 1e-15));
  EXPECT_TRUE(near(X.R, at_start.R, 1e-15));

  const Motion absolute =
      read_text(kHead + "angles = 'xyz'\n" + kLaw + law_of("x", "0.5 + 0.02*t") +
                law_of("alpha", "pi - 0.1*t") + law_of("beta", "0.1") + law_of("gamma", "0.5"));
  X = pose_of(panda, "", absolute.trajectory.sample(1.5, 0)[0]);
  EXPECT_TRUE(near(X.p, Vec3(0.53, at_start.p.y(), at_start.p.z()), 1e-15));
  EXPECT_TRUE(
      near(X.R, spatial::rotation_from_angles(spatial::AngleSet::kXYZ, Vec3(M_PI - 0.15, 0.1, 0.5)),
           1e-15));

  const Motion elbow = read_text(
      kHead + "frame = 'link6'\norientation = 'free'\nrelative = true\n" +
      "nullspace = [0, 0, 0, 0, 0, 0, 0.5]\nmax_condition = 100\n" + kLaw + law_of("z", "-0.05*t"));
  EXPECT_TRUE(near(pose_of(panda, "link6", elbow.trajectory.sample(1.0, 0)[0]).p,
                   pose_of(panda, "link6", start).p - Vec3(0.0, 0.0, 0.05), 1e-15));
  EXPECT_NEAR(elbow.trajectory.sample(1.0, 0)[0](6), 1.285, 1e-15);

  const Motion fast = read_text(kHead + "relative = true\nspeed = 2\n" + kLaw + "speed = 3\n" +
                                law_of("y", "0.05*sin(t)"));
  EXPECT_NEAR(fast.trajectory.range().end, 1.0 / 3.0, 1e-15);
  X = pose_of(panda, "", fast.trajectory.sample(0.25, 0)[0]);
  EXPECT_NEAR(X.p.y(), at_start.p.y() + 0.05 * std::sin(1.5), 1e-15);
}

std::string quaternion_spline(const std::string& last_but_one, const std::string& last) {
  // About x by π, less by 0.2 at each waypoint: the flange points down at the start.
  const auto joint = [](const char* name, const std::string& values) {
    return "[[law.joint]]\nname = '" + std::string(name) + "'\npositions = [" + values +
           "]\nstart = {d1 = 0}\n";
  };
  const bool is_flipped = last.find(", -") != std::string::npos;
  return kHead + "[law]\nkind = 'spline'\norder = 2\nknots = [0, 1, 2]\n" +
         joint("qw", "0, " + last_but_one) + "end = {d1 = " + (is_flipped ? "-" : "") + "0.1}\n" +
         joint("qx", "1, " + last) + "end = {d1 = 0}\n" + joint("qy", "0, 0, 0") +
         "end = {d1 = 0}\n" + joint("qz", "0, 0, 0") + "end = {d1 = 0}\n";
}

// Property: q and -q are one orientation, at waypoints and for derivatives at the last of them.
TEST(OperationalFile, SignsOfQuaternionsDoNotMatter) {
  const Motion motion = read_text(quaternion_spline("0.1, 0.2", "0.99, 0.97"));
  const Motion flipped = read_text(quaternion_spline("0.1, -0.2", "0.99, -0.97"));
  const Motion both = read_text(quaternion_spline("-0.1, -0.2", "-0.99, -0.97"));
  for (const double t : {0.5, 1.5, 2.0}) {
    const model::StateSeries q = motion.trajectory.sample(t, 3);
    for (int k = 0; k <= 3; ++k) {
      EXPECT_EQ(q[k], flipped.trajectory.sample(t, 3)[k]) << t;
      EXPECT_EQ(q[k], both.trajectory.sample(t, 3)[k]) << t;
    }
  }
}

// Property: the model of the caller counts; without one, that of the file, also one beside it; a
// sequence hands it on.
TEST(OperationalFile, ModelOfTheCallerOrOfTheFile) {
  const support::TemporaryFolder folder;
  folder.write("arm.urdf", support::text_of(support::source_dir() + "/models/panda.urdf"));
  const std::string law = "relative = true\n" + kLaw + law_of("y", "0.01*t");
  const std::string beside =
      folder.write("beside.toml", "kind = 'operational'\nmodel = 'arm.urdf'\n" + kStart + law);
  const std::string nameless =
      folder.write("nameless.toml", "kind = 'operational'\n" + kStart + law);
  const model::Model panda = load_model("panda").model;
  const VecX q = load_motion(beside).trajectory.sample(2.0, 0)[0];
  EXPECT_EQ(load_motion(nameless, &panda).trajectory.sample(2.0, 0)[0], q);
  const std::string both =
      folder.write("both.toml",
                   "kind = 'sequence'\n[[part]]\nfile = 'nameless.toml'\nspeed = 2\n"
                   "[[part]]\nhold = 1\n");
  EXPECT_EQ(load_motion(both, &panda).trajectory.sample(1.5, 0)[0], q);
  EXPECT_THROW_MESSAGE(load_motion(both), ModelError, "model is missing");
}

// Bad input: each message names the place, what was found and what is needed.
TEST(OperationalFile, SaysWhatIsWrong) {
  const std::string good = kLaw + law_of("x", "0.45");
  const std::pair<std::string, std::string> cases[] = {
      {"kind = 'operational'\n" + kStart + good,
       "m.toml:1:1: motion: model is missing; a motion of an end effector needs the robot"},
      {"kind = 'operational'\nmodel = 'pandas'\n" + kStart + good,
       "m.toml:2:9: motion: pandas: is neither a .urdf, .xml, .sdf or .toml file nor an embedded "
       "model (did "
       "you "
       "mean 'panda'?)"},
      {"kind = 'operational'\nmodel = 'none.urdf'\n" + kStart + good,
       "m.toml:2:9: motion: none.urdf"},
      {"kind = 'operational'\nmodel = 'panda'\n" + good,
       "motion: start is missing; a list of numbers is needed"},
      {"kind = 'operational'\nmodel = 'panda'\nstart = [1, 2]\n" + good,
       "m.toml:3:9: motion: start has 2 numbers; model 'panda' needs 7, of joint1, joint2"},
      {kHead + "nullspace = [1]\n" + good, "nullspace has 1 number; model 'panda' needs 7"},
      {kHead + "frame = 'flang'\n" + good, "m.toml:4:9: motion: "},
      {kHead + "angles = 'zzx'\n" + good, "m.toml:4:10: motion: "},
      {kHead + "orientation = 'fixed'\n" + good,
       "m.toml:4:15: motion: orientation is 'fixed'; \"free\" is needed, or laws of alpha"},
      {kHead + "max_condition = 0\n" + good,
       "max_condition is 0; a number of at least 1 is needed"},
      {kHead + "relativ = true\n" + good, "relativ"},
      {kHead, "motion: there is no [law]; the motion of x, y, z, ... is needed"},
      {kHead + "law = 3\n", "m.toml:4:7: motion: law is 3; a table { ... } is needed"},
      {kHead + "[law]\nkind = 'operational'\n",
       "kind is 'operational'; one of spline, quintic, septic, minimum_jerk, minimum_snap, "
       "jerk_limited, fourier, expression, samples, retimed, sequence is needed"},
      {kHead + kLaw + law_of("w", "1"),
       "m.toml:4:1: motion: law: there is a law of 'w' (did you mean 'x'?); of x, y, z, alpha, "
       "beta, gamma, qw, qx, qy, qz is needed"},
      {kHead + kLaw + law_of("alpha", "1"), "there are laws of angles without a set"},
      {kHead + kLaw + law_of("qw", "1") + law_of("qx", "1"),
       "there are laws of 2 components of a quaternion; all of qw, qx, qy, qz are needed"},
      {kHead + "angles = 'zyx'\n" + kLaw + law_of("qw", "1") + law_of("alpha", "1"),
       "there are laws of angles and of a quaternion; one of both is needed"},
      {kHead + "orientation = 'free'\nangles = 'zyx'\n" + kLaw + law_of("alpha", "1"),
       "there are laws of the orientation, which is free; one of both is needed"},
      {kHead + "frame = 'base'\n" + good, "no joint moves link 'base'"},
      {kHead + kLaw + law_of("qw", "0") + law_of("qx", "0") + law_of("qy", "0") +
           law_of("qz", "0.001"),
       "the quaternion has norm 0.001, which gives no orientation"},
  };
  for (const auto& [text, message] : cases) {
    SCOPED_TRACE(text);
    EXPECT_THROW_MESSAGE(read_text(text), ModelError, message);
  }
  EXPECT_THROW_MESSAGE(read_text(kHead + "relative = true\n" + kLaw + law_of("x", "t")),
                       trajectory::UnreachableMotion, "m.toml: at t = 0.");
  EXPECT_THROW_MESSAGE(read_text(kHead + kLaw + law_of("x", "9")), trajectory::UnreachableMotion,
                       "m.toml: at t = 0 s: inverse_pose: link 'flange' does not reach the pose");
}

// Bad input of `appell inverse`.
TEST(OperationalState, SaysWhatIsWrong) {
  const model::Model model = load_model("planar2r").model;
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "f: is no JSON object"},
      {"{\"q0\": [1, 2]}", "f: has neither pose nor X; one of them is needed"},
      {"{\"X\": [[1]]}", "f: q0: is missing"},
      {"{\"q0\": [1], \"X\": [[1]]}", "f: q0: has 1 number; 2, one for each joint, are needed"},
      {"{\"q0\": [1, \"a\"], \"X\": [[1]]}", "f: q0[1]: is \"a\"; a finite number is needed"},
      {"{\"q0\": [1, 2], \"Y\": [[1]], \"X\": []}", "f: Y: is not a field of a state"},
      {"{\"q0\": [1, 2], \"X\": []}", "f: X: is no list of lists"},
      {"{\"q0\": [1, 2], \"X\": [[1, 2]]}",
       "f: X[0]: has 2 numbers; 6, one for each row, are needed"},
      {"{\"q0\": [1, 2], \"rows\": [0, 6], \"X\": [[1, 2]]}",
       "f: rows: has 6; each of 0 to 5 at most once is needed"},
      {"{\"q0\": [1, 2], \"rows\": [1, 1], \"X\": [[1, 2]]}", "f: rows: has 1; each"},
      {"{\"q0\": [1, 2], \"rows\": [0.5], \"X\": [[1]]}", "f: rows: has 0.5; each"},
      {"{\"q0\": [1, 2], \"rows\": [], \"X\": [[]]}", "f: rows: is empty"},
      {"{\"q0\": [1, 2], \"pose\": [[1]]}", "f: pose: is no list of four rows"},
      {"{\"q0\": [1, 2], \"pose\": [[1, 0, 0], [], [], []]}",
       "f: pose[0]: has 3 numbers; 4, a row of a 4 x 4 matrix, are needed"},
      {"{\"q0\": [1, 2], \"pose\": [[2,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}", "f: pose: "},
      {"{\"q0\": [1, 2], \"rows\": [0], \"X\": [[1]], \"preferred\": []}",
       "f: preferred: is no list of 1 lists, as X is"},
      {"{\"q0\": [1, 2], \"rows\": [0], \"X\": [[1]], \"preferred\": [[1]]}",
       "f: preferred[0]: has 1 number; 2"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THROW_MESSAGE(read_operational_state("f", text, model), ModelError, message);
  }
}

}  // namespace
}  // namespace appell::io
