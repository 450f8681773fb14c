// SPDX-License-Identifier: Apache-2.0
#include "compiler/build_limits.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "compiler/give_up.h"

namespace quadcl::compiler {
namespace {

/// Processor time, so builds do not fail on a busy machine.
constexpr std::chrono::seconds kMostTime{60};
constexpr std::chrono::seconds kLateTime{30};

/// Programs of millions of instructions need half of it.
constexpr std::uint64_t kMostMemory = std::uint64_t{sizeof(void*) == 8 ? 2048 : 512} << 20;
/// A thread counts as much by itself before it looks at what the whole build has.
constexpr std::ptrdiff_t kUncounted = 1 << 20;
/// So many blocks of memory are counted in much less than a second.
constexpr unsigned kBlocksBetweenTimes = 1 << 10;

struct ThreadUse {
  BuildShare share;
  std::ptrdiff_t uncounted = 0;
  unsigned blocks = 0;
};

thread_local ThreadUse used;

/// At most half of the machine's memory.
std::ptrdiff_t most_memory() {
  static const std::ptrdiff_t most = [] {
    const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
    const std::uint64_t half = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
    return static_cast<std::ptrdiff_t>(half == 0 ? kMostMemory : std::min(half, kMostMemory));
  }();
  return most;
}

std::chrono::nanoseconds used_time() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return {};
  return used.share.used_before + std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

LimitedThread::LimitedThread(const BuildShare& share) {
  most_memory();  // now, and not within the counting of memory
  used = {share, 0, 0};
}

LimitedThread::~LimitedThread() {
  if (used.share.memory != nullptr) *used.share.memory += used.uncounted;
  used = {};
}

NoMemoryLimit::NoMemoryLimit() : before_(used.share.memory) { used.share.memory = nullptr; }
NoMemoryLimit::~NoMemoryLimit() { used.share.memory = before_; }

BuildShare share_of_this_thread() { return {used.share.memory, used_time()}; }

void count_memory(std::ptrdiff_t bytes) {
  ThreadUse& use = used;
  BuildMemory* const memory = use.share.memory;
  if (memory == nullptr) return;
  use.uncounted += bytes;
  if (std::abs(use.uncounted) > kUncounted) {
    const std::ptrdiff_t all = *memory += use.uncounted;
    use.uncounted = 0;
    if (bytes > 0 && all > most_memory()) {
      const NoMemoryLimit until_it_has_ended;
      give_up("it takes too much memory");
    }
  }
  if (++use.blocks % kBlocksBetweenTimes == 0) check_build_time();
}

void check_build_time() {
  if (used_time() < kMostTime) return;
  const NoMemoryLimit until_it_has_ended;
  give_up("it takes too much time");
}

bool build_is_late() { return used_time() >= kLateTime; }

}  // namespace quadcl::compiler
