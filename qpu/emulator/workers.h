// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace quadcl::qpu::emulator {

/// Threads that wait for work which any number of them can share. They run in the float mode of QPUs.
class Workers {
 public:
  /// `threads`: with the one that calls run().
  explicit Workers(unsigned threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// Calls work(0) on this thread, and others, up to work(threads() - 1), on those that come before it
  /// returns. Returns when all calls have returned. `wanted`: how many threads are worth waking up, with
  /// this.
  void run(unsigned wanted, const std::function<void(unsigned thread)>& work);

 private:
  void wait_for_work(unsigned thread);
  void look_out_for(std::uint64_t number) const;

  std::mutex mutex_;
  std::condition_variable changed_, left_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::atomic<std::uint64_t> number_{0};  ///< of the work; changes under the mutex
  unsigned inside_ = 0;                   ///< threads that do it
  bool ends_ = false;
  std::vector<std::thread> others_;
};

}  // namespace quadcl::qpu::emulator
