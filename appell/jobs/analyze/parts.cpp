#include "appell/base/check.hpp"
#include "appell/jobs/analyze/analyze.hpp"
#include "appell/jobs/list.hpp"

/// Two answers of analyze as jobs of their own: they fill its request and leave out the table.
namespace appell::jobs {
namespace {

/// Parameters that analyze has under a heading, as the first ones of a job: their words need not
/// say what they go with.
Parameters as_own(Parameters parameters, const std::string& with) {
  for (Parameter& one : parameters) {
    one.group.clear();
    if (one.words.starts_with(with)) one.words.erase(0, with.size());
  }
  return parameters;
}

/// What both need: robot, motion, loads, and a page.
Parameters around(Parameters own) {
  using R = AnalyzeRequest;
  return together({of(&R::model, model_parameters()),
                   of(&R::motion, motion_parameters()),
                   std::move(own),
                   of(&R::loads, {loads_parameter()}),
                   {frame_of(&R::frame)},
                   of(&R::outputs, page_parameters())});
}

Job part_of_analyze(Job description, const std::function<void(AnalyzeRequest&)>& ask) {
  Job part = job<AnalyzeRequest, AnalyzeResult>(std::move(description));
  part.make = [ask] {
    AnalyzeRequest request;
    request.wants_arrays = false;
    ask(request);
    return std::any(std::move(request));
  };
  return part;
}

}  // namespace

Job measured_job() {
  using R = AnalyzeRequest;
  Parameters own = as_own(measured_parameters(), "with --measured: ");
  own.erase(own.begin());  // The flag that asks for it.
  return part_of_analyze(
      {.name = "measured",
       .title = "measured forces of a log against the model's; friction fitted to the difference",
       .purpose = Purpose::kMotion,
       .parameters = around(of(&R::measured, std::move(own))),
       .examples = {"appell measured panda log.csv",
                    "appell measured panda log.csv --fit-friction coulomb --friction-out f.toml"},
       .remarks = "The log needs columns JOINT.effort. appell analyze --measured prints the same.",
       .rows = "joints"},
      [](R& request) { request.measured.is_wanted = true; });
}

Job spectrum_job() {
  using R = AnalyzeRequest;
  Parameters own = as_own(spectrum_parameters(), "with --spectrum: ");
  own.front().name = "output";
  own.front().aliases = {"o"};
  Parameters times = under("At which times", of(&R::sampling, recorded_sampling_parameters()));
  return part_of_analyze(
      {.name = "spectrum",
       .title = "amplitude spectra of joint forces and of the end effector's jerk",
       .purpose = Purpose::kMotion,
       .parameters = together({around(of(&R::spectrum, std::move(own))), std::move(times)}),
       .examples = {"appell spectrum panda swing.toml --rate 500 --above 20",
                    "appell spectrum panda log.csv -o spectra.csv"},
       .remarks = "appell analyze --spectrum FILE prints the same.",
       .python = R"py(>>> robot = load("planar2r")
>>> motion = Motion(robot.names, [expression("sin(4*t)"), hold(0.0, 6.0, 0.2)], (0.0, 6.0))
>>> found = spectrum(robot, motion, rate=100.0)
>>> found.f.shape == found.amplitude["Q_drive.shoulder"].shape
True)py",
       .rows = "spectrum.signals",
       .python_class = "Spectrum"},
      [](R& request) { request.spectrum.is_asked = true; });
}

}  // namespace appell::jobs
