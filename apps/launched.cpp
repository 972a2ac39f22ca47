#include <algorithm>
#include <cstdlib>

#include "apps/ranks.hpp"

namespace appell::apps {

/// Open MPI, MPICH and its kin (PMI), and Slurm's own starter of MPI programs. A step of Slurm
/// without MPI has no PMI variables: --shard is for it.
int num_launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE"}) {
    const char* text = std::getenv(name);
    if (text == nullptr) continue;
    const int count = std::atoi(text);
    if (count > 0) return count;
  }
  const bool is_pmix = std::getenv("PMIX_RANK") != nullptr || std::getenv("PMI_RANK") != nullptr;
  const char* tasks = std::getenv("SLURM_NTASKS");
  return is_pmix && tasks != nullptr ? std::max(1, std::atoi(tasks)) : 1;
}

}  // namespace appell::apps
