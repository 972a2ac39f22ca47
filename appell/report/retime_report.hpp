#pragma once

#include <string>

#include "appell/io/path_file.hpp"
#include "appell/model/model.hpp"
#include "appell/planning/retime.hpp"

/// Not installed: what `appell retime` prints and writes.
namespace appell::report {

/// A retiming as JSON (docs/formats.md).
Json retime_json(const model::Model& model, const std::string& frame,
                 const planning::Retiming& retiming);

/// The motion as a motion file: the path, and the clock with all its digits.
/// @param path  as it was read; its joints in the order of the motion that is written.
/// @param folder  of the motion file: it names the motion whose path it takes from there; empty:
///   by its absolute path.
std::string retimed_toml(const planning::Retiming& retiming, const io::PathFile& path,
                         const std::string& folder);

}  // namespace appell::report
