// SPDX-License-Identifier: Apache-2.0
#include "icd/base/handle_table.h"

#include <functional>
#include <new>

namespace quadcl::icd {

Handle HandleTable::add(Object& object) {
  Slot* slot = nullptr;
  std::uint64_t serial = 0;
  {
    const std::lock_guard lock(free_mutex_);
    slot = take_free_slot();
    serial = next_serial_++;
  }
  const std::lock_guard lock(lock_of(slot));
  slot->object = &object;
  slot->serial = serial;
  return {slot, serial};
}

void HandleTable::remove(void* handle) {
  Slot* slot = static_cast<Slot*>(handle);
  {
    const std::lock_guard lock(lock_of(slot));
    slot->object = nullptr;
    slot->serial = 0;
  }
  const std::lock_guard lock(free_mutex_);
  slot->next_free = nullptr;
  (last_free_ != nullptr ? last_free_->next_free : first_free_) = slot;
  last_free_ = slot;
  ++free_count_;
}

Ref<Object> HandleTable::find(const void* handle, ObjectKind kind) {
  Slot* slot = slot_of(handle);
  if (slot == nullptr) return {};
  const std::lock_guard lock(lock_of(slot));
  if (slot->object == nullptr || slot->object->kind() != kind) return {};
  return Ref<Object>(slot->object);
}

Ref<Object> HandleTable::find(const void* handle, std::uint64_t serial) {
  Slot* slot = slot_of(handle);
  if (slot == nullptr) return {};
  const std::lock_guard lock(lock_of(slot));
  if (slot->serial != serial) return {};
  return Ref<Object>(slot->object);
}

HandleTable::Slot* HandleTable::slot_of(const void* handle) const {
  const auto address = reinterpret_cast<std::uintptr_t>(handle);
  const std::size_t count = slab_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    Slab* slab = slabs_[i].load(std::memory_order_relaxed);
    const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(slab);
    if (offset < sizeof(Slab)) return offset % sizeof(Slot) == 0 ? &(*slab)[offset / sizeof(Slot)] : nullptr;
  }
  return nullptr;
}

HandleTable::Slot* HandleTable::take_free_slot() {
  if (free_count_ <= kFreeSlotsKept) grow();
  Slot* slot = first_free_;
  first_free_ = slot->next_free;
  if (first_free_ == nullptr) last_free_ = nullptr;
  --free_count_;
  return slot;
}

void HandleTable::grow() {
  const std::size_t count = slab_count_.load(std::memory_order_relaxed);
  if (count == kMaxSlabs) {
    if (free_count_ == 0) throw std::bad_alloc();
    return;
  }
  Slab* slab = new Slab;
  for (Slot& slot : *slab) {
    slot = {dispatch_, nullptr, 0, nullptr};
    (last_free_ != nullptr ? last_free_->next_free : first_free_) = &slot;
    last_free_ = &slot;
  }
  free_count_ += kSlotsInSlab;
  slabs_[count].store(slab, std::memory_order_relaxed);
  slab_count_.store(count + 1, std::memory_order_release);
}

std::mutex& HandleTable::lock_of(const Slot* slot) {
  return locks_[reinterpret_cast<std::uintptr_t>(slot) / sizeof(Slot) % locks_.size()];
}

}  // namespace quadcl::icd
