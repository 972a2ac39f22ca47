#pragma once

#include <string>

/// Not installed: texts that are made from the descriptions of all jobs.
namespace appell::jobs {

/// python/appell/_jobs.py: a function with signature and docstring for each job.
std::string python_module();

/// Every job with its parameters, for docs/commands.md.
std::string reference();

}  // namespace appell::jobs
