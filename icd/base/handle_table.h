// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "icd/base/object.h"
#include "icd/base/opencl.h"
#include "icd/base/ref.h"

namespace quadcl::icd {

/// All live handles.
///
/// A handle is the address of a slot. Slots are never freed: a loader that dispatches through a stale handle
/// still reads our table, and we return an error. Released slots are reused in the order of their release,
/// and only after many others were released.
class HandleTable final : public Handles {
 public:
  explicit HandleTable(const cl_icd_dispatch& dispatch) : dispatch_(&dispatch) {}
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  Handle add(Object& object) override;
  void remove(void* handle) override;

  /// The object behind a pointer of unknown origin; empty unless it is a live handle of that kind.
  Ref<Object> find(const void* handle, ObjectKind kind);
  /// The same for a known handle and its serial number; empty if the handle belongs to a newer object.
  Ref<Object> find(const void* handle, std::uint64_t serial);

 private:
  struct Slot {
    const cl_icd_dispatch* dispatch;  // first, as cl_khr_icd requires
    Object* object;
    std::uint64_t serial;
    Slot* next_free;
  };
  static constexpr std::size_t kSlotsInSlab = 2048;
  static constexpr std::size_t kMaxSlabs = 8192;
  static constexpr std::size_t kFreeSlotsKept = 1024;
  using Slab = std::array<Slot, kSlotsInSlab>;

  Slot* slot_of(const void* handle) const;
  Slot* take_free_slot();
  void grow();
  std::mutex& lock_of(const Slot* slot);

  const cl_icd_dispatch* dispatch_;
  std::array<std::mutex, 32> locks_;  // each protects `object` and `serial` of a share of the slots

  std::mutex free_mutex_;  // protects the free list and growth
  Slot* first_free_ = nullptr;
  Slot* last_free_ = nullptr;
  std::size_t free_count_ = 0;
  std::uint64_t next_serial_ = 1;

  std::array<std::atomic<Slab*>, kMaxSlabs> slabs_{};
  std::atomic<std::size_t> slab_count_{0};
};

}  // namespace quadcl::icd
