// SPDX-License-Identifier: Apache-2.0
#include "icd/base/copy.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <shared_mutex>

#include "core/worker_arena.h"
#include "icd/base/fork_local.h"

namespace quadcl::icd {
namespace {

/// One thread copies less than this in about the time in which others wake.
constexpr std::size_t kManyBytes = std::size_t{1} << 20;

/// Of one part. It fits in a core's own cache, with room for where it goes: no other size was faster for
/// copies from 1 to 256 MiB.
constexpr std::size_t kPartBytes = std::size_t{1} << 18;

/// Held shared while several threads work, and for good once they may no more.
std::shared_timed_mutex& several_threads() {
  static auto& mutex = *new ForkLocal<std::shared_timed_mutex>;
  return mutex.get();
}

WorkerArena& arena() {
  static auto& own = *new WorkerArena;
  return own;
}

bool overlap(const void* a, const void* b, std::size_t size) {
  const auto first = reinterpret_cast<std::uintptr_t>(a);
  const auto second = reinterpret_cast<std::uintptr_t>(b);
  return std::max(first, second) - std::min(first, second) < size;
}

}  // namespace

void in_parts(std::size_t count, std::size_t bytes_each,
              const std::function<void(std::size_t first, std::size_t end)>& work) {
  if (count * bytes_each < kManyBytes) return work(0, count);
  const std::shared_lock lock(several_threads(), std::try_to_lock);
  if (!lock) return work(0, count);
  const std::size_t step = std::max<std::size_t>(1, kPartBytes / bytes_each);
  const std::size_t parts = (count + step - 1) / step;
  arena().execute([&] {
    tbb::parallel_for(std::size_t{0}, parts,
                      [&](std::size_t part) { work(part * step, std::min(count, (part + 1) * step)); });
  });
}

void copy_bytes(void* target, const void* source, std::size_t size) {
  if (target == source) return;
  if (overlap(target, source, size)) {
    std::memmove(target, source, size);
    return;
  }
  in_parts(size, 1, [=](std::size_t first, std::size_t end) {
    std::memcpy(static_cast<std::byte*>(target) + first, static_cast<const std::byte*>(source) + first,
                end - first);
  });
}

void stay_on_one_thread(std::chrono::milliseconds patience) noexcept {
  // Stays locked.
  static_cast<void>(several_threads().try_lock_for(patience));
}

}  // namespace quadcl::icd
