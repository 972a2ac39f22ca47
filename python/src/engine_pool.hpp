#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "appell/engine/kinematics.hpp"
#include "appell/force/unchecked_engine.hpp"
#include "appell/force/unchecked_engine_batch.hpp"

namespace appell::python {

/// Engines that are free, by order and content: a call takes one out, or makes one, and puts it
/// back. Any number of threads may do so at once; the lock is held for a few instructions.
template <class Engine>
class FreeEngines {
 public:
  /// An engine that is taken; back it goes at the end of its life.
  class Lease {
   public:
    Lease(FreeEngines& home, std::pair<int, unsigned> key, std::unique_ptr<Engine> engine)
        : home_(home), key_(key), engine_(std::move(engine)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { home_.put_back(key_, std::move(engine_)); }
    Engine& operator*() { return *engine_; }
    Engine* operator->() { return engine_.get(); }

   private:
    FreeEngines& home_;
    std::pair<int, unsigned> key_;
    std::unique_ptr<Engine> engine_;
  };

  /// @param make  gives a new one.
  template <class Make>
  Lease take(int order, unsigned content, const Make& make) {
    const std::pair key{order, content};
    std::unique_ptr<Engine> found = pop(key);
    return Lease(*this, key, found ? std::move(found) : make());
  }

 private:
  static constexpr std::size_t kMostKept =
      64;  ///< Of each kind; those of more threads are thrown away.
  struct Shelf {
    std::pair<int, unsigned> key;
    std::vector<std::unique_ptr<Engine>> engines;
  };

  /// Few kinds are ever in use: a search is faster than a table.
  Shelf* shelf(std::pair<int, unsigned> key) {
    for (Shelf& s : shelves_) {
      if (s.key == key) return &s;
    }
    return nullptr;
  }

  std::unique_ptr<Engine> pop(std::pair<int, unsigned> key) {
    const std::lock_guard lock(mutex_);
    Shelf* s = shelf(key);
    if (s == nullptr || s->engines.empty()) return nullptr;
    std::unique_ptr<Engine> engine = std::move(s->engines.back());
    s->engines.pop_back();
    return engine;
  }

  void put_back(std::pair<int, unsigned> key, std::unique_ptr<Engine> engine) noexcept {
    if (!engine) return;
    const std::lock_guard lock(mutex_);
    try {
      Shelf* s = shelf(key);
      if (s == nullptr) s = &shelves_.emplace_back(Shelf{key, {}});
      if (s->engines.size() < kMostKept) s->engines.push_back(std::move(engine));
    } catch (const std::bad_alloc&) {  // Then it is gone, and another is made when it is needed.
    }
  }

  std::mutex mutex_;
  std::list<Shelf> shelves_;
};

/// Samples of one call of an EngineBatch.
inline constexpr int kBlockSamples = 64;

/// All engines of one model.
class EnginePool {
 public:
  using Content = force::EngineContent;

  explicit EnginePool(model::Model model) : model_(std::move(model)) {}

  auto single(int order, Content content) {
    return singles_.take(order, static_cast<unsigned>(content), [&] {
      return std::make_unique<force::UncheckedEngine>(
          model_, force::EngineOptions{.order = order, .content = content});
    });
  }
  auto batch(int order, Content content) {
    return batches_.take(order, static_cast<unsigned>(content), [&] {
      return std::make_unique<force::UncheckedEngineBatch>(
          model_,
          force::EngineBatchOptions{.order = order, .capacity = kBlockSamples, .content = content});
    });
  }
  auto kinematics(int order) {
    return kinematics_.take(order, 0,
                            [&] { return std::make_unique<engine::Kinematics>(model_, order); });
  }

 private:
  model::Model model_;
  FreeEngines<force::UncheckedEngine> singles_;
  FreeEngines<force::UncheckedEngineBatch> batches_;
  FreeEngines<engine::Kinematics> kinematics_;
};

}  // namespace appell::python
