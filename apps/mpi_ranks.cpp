// The only file that knows MPI: ranks ask rank 0 for parts, one message each way.
#include <chrono>
#include <thread>

#include <mpi.h>

#include "appell/base/check.hpp"
#include "apps/ranks.hpp"

namespace appell::apps {
namespace {

enum Tag { kAsk = 1, kAnswer = 2 };
enum Question { kNext, kFailed };
constexpr long long kNone = -1;

void require_mpi(int code) {
  if (code != MPI_SUCCESS) throw NumericalError("MPI has failed");
}

class MpiRanks final : public jobs::Ranks {
 public:
  MpiRanks() {
    int provided = 0;
    require_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  int told(int value) override {
    require_mpi(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    return value;
  }

  int largest(int value) override {
    int all = value;
    require_mpi(MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    return all;
  }

  std::optional<long long> ask() override {
    if (is_over_) return std::nullopt;
    if (!is_asked_) send_question(kNext);
    const long long part = answer();
    if (is_over_) return std::nullopt;
    send_question(kNext);  // For the next part while this one is computed: rank 0 looks rarely.
    is_asked_ = true;
    return part;
  }

  void tell_failure() override {
    if (is_asked_ && !is_over_) answer();  // A part that nobody computes: it stays missing.
    if (!is_over_) send_question(kFailed);
    is_over_ = true;
  }

  void serve(const std::function<std::optional<long long>()>& next,
             std::atomic<bool>& failed) override {
    for (int num_left = size_ - 1; num_left > 0;) {
      int is_there = 0;
      MPI_Status status;
      require_mpi(MPI_Iprobe(MPI_ANY_SOURCE, kAsk, MPI_COMM_WORLD, &is_there, &status));
      if (is_there == 0) {  // MPI would wait with a core of its own, on which others compute.
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        continue;
      }
      int question = kNext;
      require_mpi(MPI_Recv(&question, 1, MPI_INT, status.MPI_SOURCE, kAsk, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE));
      if (question == kFailed) {
        failed = true;
        --num_left;
        continue;
      }
      const std::optional<long long> part = failed.load() ? std::nullopt : next();
      const long long answer = part.value_or(kNone);
      require_mpi(MPI_Send(&answer, 1, MPI_LONG_LONG, status.MPI_SOURCE, kAnswer, MPI_COMM_WORLD));
      if (!part) --num_left;
    }
  }

 private:
  void send_question(int question) {
    require_mpi(MPI_Send(&question, 1, MPI_INT, 0, kAsk, MPI_COMM_WORLD));
  }

  long long answer() {
    long long part = kNone;
    require_mpi(MPI_Recv(&part, 1, MPI_LONG_LONG, 0, kAnswer, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    is_asked_ = false;
    is_over_ = part == kNone;
    return part;
  }

  int rank_ = 0;
  int size_ = 1;
  bool is_asked_ = false;  ///< A question has no answer yet.
  bool is_over_ = false;
};

}  // namespace

std::unique_ptr<jobs::Ranks> join_ranks() {
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->size() == 1) return nullptr;
  return ranks;
}

}  // namespace appell::apps
