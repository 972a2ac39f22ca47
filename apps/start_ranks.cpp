// `mpirun appell sweep` in the program appell: becomes appell-mpi, which is the same program with
// mpi_ranks.cpp in place of this file. So only who has MPI needs it.
#include <cerrno>
#include <cstring>

#include "appell/base/check.hpp"
#include "apps/neighbour.hpp"
#include "apps/ranks.hpp"

namespace appell::apps {

std::unique_ptr<Ranks> join_ranks(const std::vector<std::string>& words) {
  if (num_launched() == 1) return nullptr;
  const std::string program = own_neighbour("appell-mpi");
  become(program, "sweep", words);
  throw InvalidArgument(concat(
      "sweep: mpirun started ", num_launched(),
      " processes, but this program has no MPI: ", program, ": ", std::strerror(errno),
      "; install libopenmpi-dev and openmpi-bin (tools/setup.sh cluster) and run ./run "
      "again, which builds it, or build the CMake target appell_mpi_cli; or use --shard i/n, "
      "which needs none"));
}

}  // namespace appell::apps
