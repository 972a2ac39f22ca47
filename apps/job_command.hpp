#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "appell/jobs/job.hpp"

namespace appell::apps {

/// Adds the command of every job: its words are made from the job's description.
void add_jobs(CLI::App& app);

/// The words of a command line with older names of options as they are called now.
std::vector<std::string> with_current_names(std::vector<std::string> words);

/// The parameter that an option stands for; null if it is none of a job.
const jobs::Parameter* parameter_of(const CLI::Option& option);

}  // namespace appell::apps
