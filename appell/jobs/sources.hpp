#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/analysis/quantity.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/path_file.hpp"
#include "appell/jobs/context.hpp"
#include "appell/jobs/parameter.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/spatial/orientation.hpp"

/// Not installed: where the robot, the motion, the limits and the loads of a job come from. Each
/// group of parameters is written once here, and every job that takes a motion takes all of it.
namespace appell::jobs {

/// A robot: a file with how to read it, or one that the door holds already.
struct ModelSource {
  std::string path;
  std::optional<model::Model> held;    ///< Instead of a file.
  std::optional<std::string> gravity;  ///< "x,y,z"; not given: the model's own.
  std::vector<std::string> packages;   ///< "NAME=DIR"
  bool accept_inertia = false;
  bool strict = false;
  bool open_loops = false;
  std::string open_meshes = "close";
  std::string friction;              ///< A friction file; empty: the model's own friction.
  std::vector<std::string> passive;  ///< Joints without a motor, beside those of the model.

  mass::Physics physics() const {
    return accept_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired;
  }
  std::vector<std::string> files() const { return {path, friction}; }
};
Parameters model_parameters();
/// Without what changes its dynamics: gravity, friction, passive joints.
Parameters file_parameters();
/// What the file says, with a warning for everything odd about it; where one option would let a
/// model load, the message names it.
io::LoadResult read(const ModelSource& source, const Context& context);
/// The robot; what is odd about its file becomes a warning.
model::Model load(const ModelSource& source, Context& context);

/// A motion: a file with how to read it, or one that the door holds already.
struct MotionSource {
  std::string path;  ///< Or what a motion that is held is called.
  std::shared_ptr<const io::Motion> held = nullptr;
  std::shared_ptr<const io::PathFile> held_way = nullptr;  ///< Of a motion that retime() found.
  io::MotionOptions reading = {};

  /// All files that are read with it: those of --columns are beside it.
  std::vector<std::string> files() const;
};
/// MOTION, and how a recording is read.
Parameters motion_parameters();
/// Only the latter: for jobs whose motions are called otherwise.
Parameters reading_parameters();
/// The motion; what was read is noted.
/// @param model  for motions that are given at the end effector; may be null.
io::Motion load(const MotionSource& source, const model::Model* model, Context& context);
/// --model and how its file is read, for jobs that take a motion but no robot: a motion may be
/// given at the end effector.
Parameters motion_model_parameters();
io::Motion load(const MotionSource& source, const ModelSource& model, Context& context);
/// The line that says what was read of a recording, and warnings.
void say_what_was_read(const io::Motion& motion, Context& context);
/// That a recording has the derivatives of q that are needed; warns which of them it does not
/// determine.
/// @param what  needs them: "a limit".
void require_derivatives(const io::Motion& motion, const MotionSource& source, int order,
                         const std::string& what, Context& context);
/// Says which joints stand still all the time, where dry friction may hold either way.
void note_held_joints(const MotionSource& source, const model::Model& model,
                      const trajectory::Trajectory& law, Context& context);
/// Says that results are those of a law through noisy samples, where they are.
void warn_of_samples(const MotionSource& source, const io::Motion& motion, Context& context);

/// A small file, or its text.
struct TextSource {
  std::string path;
  std::string text = {};  ///< Instead of a file.
  bool is_given() const { return !path.empty() || !text.empty(); }
};

/// A small file of JSON.
Parameter json_parameter(std::string name, std::string words);

/// Limits: those of the model, with those of a file over them.
Parameter limits_parameter();
/// @param request  has a member `limits` of type TextSource.
template <class Request>
Parameters limits_of(TextSource Request::* member) {
  return of(member, {limits_parameter()});
}
std::vector<model::MotionLimit> load_limits(const TextSource& source, const model::Model& model,
                                            Context& context);

/// What the robot carries, and what acts on it.
struct LoadSource {
  std::string path;
  /// Instead of a file: wrenches on links of the model.
  std::function<io::AppliedForces(const model::Model&)> held = nullptr;
};
Parameter loads_parameter();
/// @param order  highest derivative of forces that is wanted.
io::AppliedForces load(const LoadSource& source, const model::Model& model, int order);
/// The same for those who share it; null where nothing acts.
analysis::SharedLoads shared_loads(const LoadSource& source, const model::Model& model, int order);
/// The robot along a motion, under loads that may be null and must outlive it.
analysis::Subject subject_of(const model::Model& model, const model::Frame& frame,
                             const analysis::SharedLoads& loads);
/// That loads can act along a motion, of which all must be known.
void check_loads_along(const LoadSource& source, const analysis::SharedLoads& loads,
                       const model::Model& model, const MotionSource& motion,
                       const trajectory::TimeRange& range);
/// Says which forces operators leave out.
/// @param what  of the answer is about the rest: "the verdict is".
void warn_of_left_out(const LoadSource& source, const analysis::SharedLoads& loads,
                      const std::string& what, Context& context);
/// That functions of time cover the motion.
void check_loads_cover(const LoadSource& source, const trajectory::WrenchLaws& laws,
                       const MotionSource& motion, const trajectory::TimeRange& range);

/// --frame
Parameter frame_parameter();
template <class Request>
Parameter frame_of(std::string Request::* member) {
  Parameter frame = frame_parameter();
  frame.set = parameter(member, "", "").set;
  return frame;
}
/// The end effector; one that never moves gets a warning.
const model::Frame& end_effector(const model::Model& model, const std::string& frame,
                                 Context& context);

/// --only
Parameter only_parameter();
template <class Request>
Parameter only_of(std::vector<std::string> Request::* member) {
  Parameter only = only_parameter();
  only.set = parameter(member, "", "").set;
  return only;
}

/// What quantities need to know beside the robot.
struct Details {
  std::string angles;              ///< A set of angles, "zyx"; may be empty.
  std::vector<std::string> terms;  ///< Coordinates by which placements are differentiated.
};
/// --angles and --terms.
Parameters detail_parameters();
std::optional<spatial::AngleSet> angles_of(const Details& details, const Context& context);
std::vector<int> terms_of(const Details& details, const model::Model& model,
                          const Context& context);

/// --threads
Parameter threads_parameter();
template <class Request>
Parameter threads_of(int Request::* member) {
  Parameter threads = threads_parameter();
  threads.set = parameter(member, "", "", {.least = 1, .most = report::kMostThreads}).set;
  return threads;
}

/// Warns of joints that are beyond limits of the model in one state.
void warn_beyond_limits(const model::Model& model, const model::StateSeries& state,
                        Context& context);

/// At which times of a motion: at most one of them is given.
struct Sampling {
  std::optional<double> every;     ///< Step in s.
  std::optional<double> rate;      ///< Steps per s.
  std::optional<long long> count;  ///< Number of samples, both ends among them.
  bool at_samples = false;         ///< At the recording's own timestamps.
};
/// --every, --rate, --samples.
Parameters sampling_parameters();
/// And --at-samples.
Parameters recorded_sampling_parameters();
/// The times; 1001 samples if nothing is said.
report::SampleTimes sample_times(const Sampling& sampling, trajectory::TimeRange range,
                                 const Context& context);
report::SampleTimes sample_times(const Sampling& sampling, const MotionSource& source,
                                 const io::Motion& motion, const Context& context);

/// A message of the library without the function that it begins with: "check_motion: ...".
std::string without_function(std::string_view message);

/// What f gives; where the library refuses an argument, where it came from is named.
template <class F>
auto from(const std::string& name, const F& f) {
  try {
    return f();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(name, ": ", without_function(error.what())));
  } catch (const NumericalError& error) {
    throw NumericalError(concat(name, ": ", without_function(error.what())));
  }
}

}  // namespace appell::jobs
