#include "appell/jobs/list.hpp"

namespace appell::jobs {

const std::vector<Job>& all_jobs() {
  static const std::vector<Job> jobs{
#define APPELL_JOB(name) name##_job(),
#include "appell/jobs/list.inc"
#undef APPELL_JOB
  };
  return jobs;
}

}  // namespace appell::jobs
