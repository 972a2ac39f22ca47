#include "appell/dynamics/workspace.hpp"

#include <algorithm>
#include <functional>

#include "appell/force/friction.hpp"

namespace appell::dynamics {
namespace {

constexpr std::pair<Content, const char*> kContentNames[] = {
    {Content::kForces, "kForces"},     {Content::kGravity, "kGravity"},
    {Content::kMatrices, "kMatrices"}, {Content::kPartials, "kPartials"},
    {Content::kMotion, "kMotion"},     {Content::kEnergies, "kEnergies"},
    {Content::kLoads, "kLoads"}};

DynamicsOptions for_values(DynamicsOptions options) {
  options.order = 0;
  return options;
}

void check_derivatives(const char* function, const char* what, const std::vector<Vec3>& numbers) {
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    check(numbers[k].allFinite(), "Dynamics::", function, ": derivative ", k, " of the ", what,
          " of a wrench has an entry that is not finite.");
  }
}

}  // namespace

Workspace::Workspace(const model::Model& model, const DynamicsOptions& options)
    : values(model, for_values(options), engine::Form::kDerivatives),
      n(model.num_coordinates()),
      B(model.num_bodies()),
      N(options.order),
      friction_order(force::friction_order(model)) {
  if (N != 0) along.emplace(model, options, engine::Form::kDerivatives);
}

void Workspace::check_content(const char* function, Content needed) const {
  if (has(values.content(), needed)) return;
  for (const auto& [part, name] : kContentNames) {
    check(!has(needed, part) || has(values.content(), part), "Dynamics::", function,
          ": the object was made without Content::", name, ".");
  }
}

void Workspace::check_motion(const char* function, const ConstBlockRef& motion,
                             int num_columns) const {
  check(motion.rows() == n && motion.cols() >= num_columns, "Dynamics::", function,
        ": the motion is ", motion.rows(), " x ", motion.cols(), "; ", n, " x ", num_columns,
        " is needed, q and ", num_columns - 1, " derivatives.");
  check(motion.num_samples() >= 1 && motion.num_samples() <= values.capacity(),
        "Dynamics::", function, ": the motion has ", motion.num_samples(), " samples; 1 to ",
        values.capacity(), ", the capacity, are needed.");
}

void Workspace::check_result(const char* function, const ConstBlockRef& motion, const BlockRef& out,
                             int rows, int cols) const {
  check(out.rows() == rows && out.cols() == cols, "Dynamics::", function, ": the result is ",
        out.rows(), " x ", out.cols(), "; ", rows, " x ", cols, " is needed.");
  check(out.num_samples() >= motion.num_samples(), "Dynamics::", function,
        ": the result has room for ", out.num_samples(), " samples; the motion has ",
        motion.num_samples(), ".");
  const std::less<const double*> before;
  check(!before(motion.data(), out.end()) || !before(out.data(), motion.end()),
        "Dynamics::", function, ": the result lies where the motion does.");
}

void Workspace::check_call(const Call& call, int k, const ConstBlockRef& motion,
                           const BlockRef& out) const {
  check_content(call.function, k > 0 && call.more != Content{} ? call.more : call.content);
  check_motion(call.function, motion, k + call.num_columns);
  if (out.rows() == call.rows && out.cols() != call.cols && out.cols() != call.cols * (N + 1)) {
    check(false, "Dynamics::", call.function, ": the result has ", out.cols(), " columns; ",
          call.cols, " are needed for values, ", call.cols * (N + 1), " with ", N, " derivatives.");
  }
  check_result(call.function, motion, out, call.rows, call.cols * (k + 1));
}

void Workspace::check_numbers(const char* function, const ConstBlockRef& motion,
                              const BlockRef& out, int rows, int highest) const {
  const int size = out.rows() * out.cols();
  const bool is_row_or_column = rows != 1 || out.rows() == 1 || out.cols() == 1;
  check(is_row_or_column && (rows == 1 || out.rows() == rows) && size >= rows &&
            size <= rows * (highest + 1),
        "Dynamics::", function, ": the result is ", out.rows(), " x ", out.cols(), "; ", rows,
        " x 1 to ", rows, " x ", highest + 1, " is needed.");
  check_result(function, motion, out, out.rows(), out.cols());
}

void Workspace::check_energy(const char* function, const ConstBlockRef& motion, int p,
                             const BlockRef& out, int rows) const {
  check_content(function, Content::kEnergies);
  check(p >= 0 && p <= N + 1, "Dynamics::", function, ": p = ", p,
        " is asked for; the object was made for at most ", N + 1, ".");
  check_numbers(function, motion, out, rows, std::min(N, N + 1 - p));
  check_motion(function, motion, out.rows() * out.cols() / std::max(rows, 1) + p + 1);
}

void Workspace::check_frame_call(const char* function, const ConstBlockRef& motion, Frames frames,
                                 const BlockRef& out, int rows, int cols, int k, int more) const {
  check_content(function, Content::kMotion);
  check_frames(function, frames);
  check(k >= 0 && k <= N + 2 - more, "Dynamics::", function, ": derivative ", k,
        " is asked for; the object was made for ", N + 2 - more, ".");
  check_result(function, motion, out, rows, cols * (k + 1));
  check_motion(function, motion, k + more + 1);
}

void Workspace::check_frames(const char* function, Frames frames) const {
  for (const model::Frame& frame : frames) {
    check(frame.body >= model::kWorld && frame.body < B, "Dynamics::", function, ": frame '",
          frame.name, "' is fixed to body ", frame.body, ", but the model has ", B, " bodies.");
  }
}

void Workspace::check_around(const char* function, const Surroundings& around) const {
  if (around.is_empty()) return;
  check_content(function, Content::kLoads);
  for (const auto* wrenches : {&around.loads, &around.external}) {
    for (const Wrench& wrench : *wrenches) {
      check_frames(function, {&wrench.frame, 1});
      check_derivatives(function, "force", wrench.force_derivatives);
      check_derivatives(function, "moment", wrench.moment_derivatives);
    }
  }
}

}  // namespace appell::dynamics
