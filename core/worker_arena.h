// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "core/signals_blocked.h"

namespace quadcl {

/// Threads of oneTBB for work of one kind. A thread that waits in it takes no other task of the application.
/// The workers block all signals.
class WorkerArena {
 public:
  WorkerArena() = default;
  /// For at most this many threads.
  explicit WorkerArena(int threads) : arena_(threads) {}
  WorkerArena(const WorkerArena&) = delete;
  WorkerArena& operator=(const WorkerArena&) = delete;

  int max_concurrency() const { return arena_.max_concurrency(); }

  template <typename Work>
  void execute(Work&& work) {
    static std::once_flag started;
    std::call_once(started, start_workers);
    std::call_once(observed_, [this] { observer_.observe(true); });
    arena_.execute(std::forward<Work>(work));
  }

 private:
  /// For workers that were started by an application's thread.
  class Observer final : public tbb::task_scheduler_observer {
   public:
    explicit Observer(tbb::task_arena& arena) : task_scheduler_observer(arena) {}
    ~Observer() override { observe(false); }
    void on_scheduler_entry(bool is_worker) override {
      if (is_worker) block_signals_here();
    }
  };

  /// oneTBB starts workers when there is work for them, from the thread that has the work, and keeps them. So
  /// here each gets some work at the same time, while signals are blocked. They may all be busy elsewhere.
  static void start_workers() {
    constexpr std::chrono::milliseconds kPatience{10};
    const SignalsBlocked blocked;
    tbb::task_arena all;
    std::atomic<int> missing = all.max_concurrency();
    const auto end = std::chrono::steady_clock::now() + kPatience;
    const auto meet = [&](int) {
      --missing;
      while (missing > 0 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    };
    all.execute([&] { tbb::parallel_for(0, missing.load(), meet, tbb::static_partitioner()); });
  }

  tbb::task_arena arena_;
  Observer observer_{arena_};
  std::once_flag observed_;
};

}  // namespace quadcl
