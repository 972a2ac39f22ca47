#pragma once

#include <memory>

#include "appell/jobs/ranks.hpp"

namespace appell::apps {

/// In appell-mpi the ranks, if there are several; else null. In appell, where it was started by
/// mpirun, becomes appell-mpi, and elsewhere is null.
/// @throws InvalidArgument if there is no appell-mpi to become.
std::unique_ptr<jobs::Ranks> join_ranks();

}  // namespace appell::apps
