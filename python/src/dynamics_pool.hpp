#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "appell/dynamics/dynamics.hpp"

namespace appell::python {

/// Samples of one call of a Dynamics for many.
inline constexpr int kBlockSamples = 64;

/// Objects for the dynamics of one model that are free, by what they were made for: a call takes
/// one out, or makes one, and puts it back. Any number of threads may do so at once; the lock is
/// held for a few instructions.
class DynamicsPool {
 public:
  struct Key {
    int order;
    int capacity;
    Content content;
    bool operator==(const Key&) const = default;
  };

  /// An object that is taken; back it goes at the end of its life.
  class Lease {
   public:
    Lease(DynamicsPool& home, const Key& key, std::unique_ptr<UncheckedDynamics> dynamics)
        : home_(home), key_(key), dynamics_(std::move(dynamics)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { home_.put_back(key_, std::move(dynamics_)); }
    UncheckedDynamics& operator*() { return *dynamics_; }

   private:
    DynamicsPool& home_;
    Key key_;
    std::unique_ptr<UncheckedDynamics> dynamics_;
  };

  explicit DynamicsPool(model::Model model) : model_(std::move(model)) {}

  Lease take(const Key& key) {
    std::unique_ptr<UncheckedDynamics> found = pop(key);
    if (!found) {
      found = std::make_unique<UncheckedDynamics>(
          model_,
          DynamicsOptions{.order = key.order, .capacity = key.capacity, .content = key.content});
    }
    return Lease(*this, key, std::move(found));
  }

 private:
  static constexpr std::size_t kMostKept = 64;  ///< Of each kind; more are thrown away.
  struct Shelf {
    Key key;
    std::vector<std::unique_ptr<UncheckedDynamics>> free;
  };

  /// Few kinds are ever in use: a search is faster than a table.
  Shelf* shelf(const Key& key) {
    for (Shelf& s : shelves_) {
      if (s.key == key) return &s;
    }
    return nullptr;
  }

  std::unique_ptr<UncheckedDynamics> pop(const Key& key) {
    const std::lock_guard lock(mutex_);
    Shelf* s = shelf(key);
    if (s == nullptr || s->free.empty()) return nullptr;
    std::unique_ptr<UncheckedDynamics> dynamics = std::move(s->free.back());
    s->free.pop_back();
    return dynamics;
  }

  void put_back(const Key& key, std::unique_ptr<UncheckedDynamics> dynamics) noexcept {
    if (!dynamics) return;
    const std::lock_guard lock(mutex_);
    try {
      Shelf* s = shelf(key);
      if (s == nullptr) s = &shelves_.emplace_back(Shelf{key, {}});
      if (s->free.size() < kMostKept) s->free.push_back(std::move(dynamics));
    } catch (const std::bad_alloc&) {  // Then it is gone, and another is made when it is needed.
    }
  }

  model::Model model_;
  std::mutex mutex_;
  std::list<Shelf> shelves_;
};

}  // namespace appell::python
