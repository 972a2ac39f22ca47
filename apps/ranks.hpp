#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace appell::apps {

/// The processes that mpirun started for one sweep. Rank 0 hands out parts, and computes some
/// itself. One thread at a time may call its functions.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// What rank 0 says, on all ranks.
  virtual int told(int value) = 0;
  /// The largest that a rank says, on all ranks.
  virtual int largest(int value) = 0;

  /// Not on rank 0: the next part; none if there is none left, or a rank has failed.
  virtual std::optional<long long> ask() = 0;
  /// Not on rank 0: this rank cannot go on. Then it does not ask any more.
  virtual void tell_failure() = 0;
  /// On rank 0: answers the others with next(), until none of them will ask again.
  /// @param failed  set where one has told a failure.
  virtual void serve(const std::function<std::optional<long long>()>& next,
                     std::atomic<bool>& failed) = 0;
};

/// In appell-mpi the ranks, if there are several; else null. In appell, where it was started by
/// mpirun, becomes appell-mpi, and elsewhere is null.
/// @param words  the command line of the sweep.
/// @throws InvalidArgument if there is no appell-mpi to become.
std::unique_ptr<Ranks> join_ranks(const std::vector<std::string>& words);

/// Of processes that a launcher of MPI started, by its variables; 1 if none did.
int num_launched();

}  // namespace appell::apps
