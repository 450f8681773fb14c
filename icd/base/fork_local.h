// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <atomic>
#include <memory>

namespace quadcl::icd {

/// How many times the process, or one that it was forked from, was forked since the first call.
inline unsigned forks_so_far() {
  static std::atomic<unsigned> forks = 0;
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks; });
  return forks;
}

/// A value of each process. The threads of a process do not exist in its children, and may hold locks for
/// ever there: a child gets a new value.
template <typename T>
class ForkLocal {
 public:
  ~ForkLocal() { delete box_.load(); }

  T& get() {
    Box* box = box_.load(std::memory_order_acquire);
    if (box->forks == forks_so_far()) return box->value;
    auto fresh = std::make_unique<Box>();
    // The parent's value is lost.
    if (box_.compare_exchange_strong(box, fresh.get())) box = fresh.release();
    return box->value;
  }

 private:
  struct Box {
    const unsigned forks = forks_so_far();
    T value;
  };
  std::atomic<Box*> box_ = new Box;
};

}  // namespace quadcl::icd
