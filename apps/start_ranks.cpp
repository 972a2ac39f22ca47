// `mpirun appell sweep` in the program appell: becomes appell-mpi, which is the same program with
// mpi_ranks.cpp in place of this file. So only who has MPI needs it.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "appell/base/check.hpp"
#include "apps/neighbour.hpp"
#include "apps/ranks.hpp"

namespace appell::apps {
namespace {

/// Of processes that a launcher of MPI started, by its variables; 1 if none did. Open MPI, MPICH
/// and its kin (PMI), and Slurm's own starter of MPI programs. A step of Slurm without MPI has no
/// PMI variables: --shard is for it.
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

/// What stood behind the name of the command.
std::vector<std::string> own_words() {
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  words.erase(words.begin(), words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)));
  return words;
}

}  // namespace

std::unique_ptr<jobs::Ranks> join_ranks() {
  if (num_launched() == 1) return nullptr;
  const std::string program = own_neighbour("appell-mpi");
  become(program, "sweep", own_words());
  throw InvalidArgument(concat(
      "sweep: mpirun started ", num_launched(),
      " processes, but this program has no MPI: ", program, ": ", std::strerror(errno),
      "; install libopenmpi-dev and openmpi-bin (tools/setup.sh cluster) and run ./run "
      "again, which builds it, or build the CMake target appell_mpi_cli; or use --shard i/n, "
      "which needs none"));
}

}  // namespace appell::apps
