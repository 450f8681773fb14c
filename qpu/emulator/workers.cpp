// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/workers.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "core/signals_blocked.h"
#include "qpu/emulator/float_mode.h"

namespace quadcl::qpu::emulator {

Workers::Workers(unsigned threads) {
  const SignalsBlocked blocked;
  try {
    others_.reserve(threads);
    for (unsigned thread = 1; thread < threads; ++thread)
      others_.emplace_back([this, thread] { wait_for_work(thread); });
  } catch (const std::exception&) {  // the process may have no more threads: those that began do the work
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Workers::run(unsigned wanted, const std::function<void(unsigned)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    ++number_;
  }
  for (unsigned thread = 1; thread < std::min(wanted, threads()); ++thread) changed_.notify_one();
  work(0);
  std::unique_lock lock(mutex_);
  work_ = nullptr;
  left_.wait(lock, [this] { return inside_ == 0; });
}

/// Waits a little for work of another number, because waking up takes longer than what is done between the
/// work of two rounds.
void Workers::look_out_for(std::uint64_t number) const {
  constexpr std::chrono::microseconds kLittle(30);
  const auto end = std::chrono::steady_clock::now() + kLittle;
  while (number_.load(std::memory_order_relaxed) == number && std::chrono::steady_clock::now() < end) {
  }
}

void Workers::wait_for_work(unsigned thread) {
  const QpuFloatMode float_mode;
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || (work_ != nullptr && number_ != seen); });
    if (ends_) return;
    seen = number_;
    const auto& work = *work_;
    ++inside_;
    lock.unlock();
    work(thread);
    lock.lock();
    if (--inside_ == 0) left_.notify_all();
    lock.unlock();
    look_out_for(seen);
    lock.lock();
  }
}

}  // namespace quadcl::qpu::emulator
