#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "appell/io/motion_file.hpp"
#include "appell/io/path_file.hpp"

namespace appell::python {

/// What a Python `Motion` holds.
struct Motion {
  io::Motion motion;
  std::string source;  ///< Where it is from, for metadata and messages.
  /// The path whose timing retime() found; null: another motion.
  std::shared_ptr<const io::PathFile> way = nullptr;
  io::MotionOptions reading = {};  ///< How its recording was read.
};

/// The keyword arguments that say how recordings are read, by the names of MotionOptions.
io::MotionOptions options_from(const pybind11::dict& given);

/// Derivative k of the joints at times: numbers[(i (order + 1) + k) n + j].
void sample_motion(const trajectory::Trajectory& motion, std::span<const double> times, int order,
                   double* numbers, int threads);

}  // namespace appell::python
