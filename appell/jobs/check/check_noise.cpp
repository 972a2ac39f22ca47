#include <cmath>
#include <map>

#include <fmt/format.h>

#include "appell/analysis/limit_deviations.hpp"
#include "appell/analysis/noise_watch.hpp"
#include "appell/base/text.hpp"
#include "appell/jobs/check/check.hpp"
#include "appell/report/check_report.hpp"

namespace appell::jobs {
namespace {

using analysis::LimitVerdict;

/// The part of a worst value that noise may have made.
double noise_share(const LimitVerdict& verdict) {
  return verdict.worst != 0.0 ? verdict.noise / std::abs(verdict.worst) : 0.0;
}

/// Names the worst values, one of each kind, that are largely noise.
void warn_of_noisy_verdicts(const MotionSource& source, const CheckResult& result,
                            Context& context) {
  std::map<std::string, const LimitVerdict*> worst;  // Of each kind.
  for (const LimitVerdict& verdict : result.check.verdicts) {
    if (!(noise_share(verdict) > 0.0)) continue;
    const LimitVerdict*& other = worst[kind_name(verdict.limit)];
    if (other == nullptr || noise_share(verdict) > noise_share(*other)) other = &verdict;
  }
  double largest_left = 0.0;
  for (const auto& [kind, verdict] : worst) {
    const double share = noise_share(*verdict);
    if (share < analysis::kMuchNoise) {
      largest_left = std::max(largest_left, share);
      continue;
    }
    const std::string joint = report::joint_of(result.model, *verdict);
    context.warn(fmt::format(
        "{}: {}{} is {}: worst {:.3g} {}, of which noise of the samples makes about {:.3g}",
        source.path, kind, joint.empty() ? "" : concat(" of '", joint, "'"),
        share > 0.9 ? "entirely noise" : "largely noise", verdict->worst,
        report::unit_of(result.model, *verdict), verdict->noise));
  }
  if (largest_left > 0.0) {
    context.note(fmt::format(
        "{}: of the worst values that are not named here noise of the samples makes up to {:.2g} "
        "%; of energies that is not known",
        source.path, 100.0 * largest_left));
  }
}

}  // namespace

void judge_recording(const MotionSource& source, const io::Motion& motion, CheckResult& result,
                     Context& context) {
  const model::Frame& frame = result.model.frame(result.frame);
  if (result.law.is_uncertain()) {
    analysis::set_deviations(result.model, result.law, frame, result.check);
    context.note(concat(source.path,
                        ": the most likely motion behind the samples is checked; ± is one standard "
                        "deviation of the worst value"));
    result.used.emplace_back("Motion",
                             "the most likely one behind the samples; ± is one standard deviation");
  } else if (motion.recording != nullptr && !motion.is_exact) {
    analysis::set_noise(result.model, result.law, frame, *motion.recording, result.check);
    warn_of_samples(source, motion, context);
    warn_of_noisy_verdicts(source, result, context);
  }
}

}  // namespace appell::jobs
