#pragma once

#include "appell/jobs/job.hpp"

/// Not installed: every job, declared by its line of list.inc.
namespace appell::jobs {

#define APPELL_JOB(name) Job name##_job();
#include "appell/jobs/list.inc"
#undef APPELL_JOB

}  // namespace appell::jobs
