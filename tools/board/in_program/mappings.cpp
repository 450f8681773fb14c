// SPDX-License-Identifier: Apache-2.0
#include "tools/board/in_program/mappings.h"

#include <sched.h>
#include <unistd.h>

#include <atomic>

namespace quadcl::tools::simulated {

namespace {

constexpr std::size_t kMost = 4096;

MappedPart parts[kMost];
std::atomic_flag busy = ATOMIC_FLAG_INIT;

/// Also in a signal handler: no register is accessed while it is held.
class Held {
 public:
  Held() {
    while (busy.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  ~Held() { busy.clear(std::memory_order_release); }
};

}  // namespace

bool remember(const MappedPart& part) {
  const Held held;
  for (MappedPart& row : parts) {
    if (row.start != nullptr) continue;
    row = part;
    return true;
  }
  return false;
}

bool find_mapped(const void* address, MappedPart& part) {
  const Held held;
  for (const MappedPart& row : parts) {
    if (!row.contains(address)) continue;
    part = row;
    return true;
  }
  return false;
}

std::byte* address_of_buffer(std::uint32_t buffer) {
  const Held held;
  for (const MappedPart& row : parts)
    if (row.start != nullptr && row.buffer == buffer && buffer != 0) return row.start;
  return nullptr;
}

void forget(const void* start, std::size_t size) {
  const auto* const from = static_cast<const std::byte*>(start);
  const Held held;
  for (MappedPart& row : parts) {
    if (row.start == nullptr || row.start < from || row.start >= from + size) continue;
    close(row.connection);
    row = {};
  }
}

}  // namespace quadcl::tools::simulated
