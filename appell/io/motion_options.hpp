#pragma once

#include <map>
#include <optional>
#include <string>

#include "appell/record/recorded_motion.hpp"

namespace appell::io {

/// How recordings are read and which law is made of them: the same for every command, for Python
/// and for motion files. What is given here counts more than what a file says.
struct MotionOptions {
  std::string columns;  ///< A TOML file that says which column of a log is what; empty: its header.
  bool degrees = false;   ///< Angles are in degrees, whatever the names of their columns say.
  std::string time_unit;  ///< "s", "ms", "us" or "ns"; empty: by the column's name, or s.
  std::map<std::string, std::string> rename;  ///< The joint that a column is, by its name.
  bool skip_bad_rows = false;  ///< Rows that cannot be read are left out instead of refused.
  std::optional<record::Smoothing> smooth;
  std::optional<record::ClockChoice> clock;
  std::optional<int> derivatives;  ///< Of q, that the law has at least.

  bool operator==(const MotionOptions&) const = default;
  /// Whether anything is said at all.
  bool is_given() const { return *this != MotionOptions{}; }
  /// These, and where they say nothing, others.
  MotionOptions over(const MotionOptions& others) const;
};

/// The text of an option as the command line and Python have it.
/// @throws InvalidArgument, naming `option`.
record::Smoothing smoothing_named(const std::string& text, const std::string& option);
record::ClockChoice clock_named(const std::string& text, const std::string& option);
/// "a=b,c=d": column a is joint b.
std::map<std::string, std::string> renames_in(const std::string& text, const std::string& option);

/// "s", "ms", "us", "ns" and their like.
bool is_time_unit(const std::string& name);

/// The options as fields of a motion file, a line each, for a table that names `file`.
/// @param folder  of the file that is written: a file of columns is named from there.
std::string motion_options_toml(const MotionOptions& options, const std::string& folder);

}  // namespace appell::io
