#pragma once

#include <string>
#include <vector>

#include "appell/jobs/parameter.hpp"

/// Not installed: what jobs write.
namespace appell::jobs {

/// The files of a job.
struct Outputs {
  std::string path;    ///< -o; the job writes it.
  bool force = false;  ///< Whether it may be a file that is read, or read-only.
  std::string report;  ///< An HTML page.
  std::string plots;   ///< A folder for plots.
};

/// -o and --force.
/// @param words  what is written: "the motion at the fastest legal speed, as a .toml".
Parameters output_parameters(const std::string& value, const std::string& words);
/// --report and --plots.
Parameters page_parameters();

/// Before anything is computed: can the files be written, and are they none of those that are read?
/// @param endings  that -o may have: ".csv"; none: any.
/// @throws InvalidArgument if not.
void check_outputs(const Outputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& endings = {});

/// That the name of a page ends with .html.
void check_report_name(const std::string& path);

/// The same of one more file that a job writes; an empty path is none.
void check_file(const std::string& path, const std::vector<std::string>& inputs);

/// Of the files that were checked, those that have taken the place of an older one since.
std::vector<std::string> replaced_files();

}  // namespace appell::jobs
