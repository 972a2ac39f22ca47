#pragma once

#include <atomic>
#include <functional>
#include <optional>

/// Not installed: jobs that several processes share.
namespace appell::jobs {

/// The processes that mpirun started for one job. Rank 0 hands out parts, and computes some
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

}  // namespace appell::jobs
