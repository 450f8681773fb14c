// SPDX-License-Identifier: Apache-2.0
#include "icd/base/object.h"

namespace quadcl::icd {

void* Object::publish(Handles& handles) {
  const auto [handle, serial] = handles.add(*this);
  handles_ = &handles;
  handle_ = handle;
  serial_ = serial;
  retain();  // one driver reference stands for all holders
  holders_.store(kApplication, std::memory_order_release);
  return handle;
}

bool Object::release_for_application() {
  std::uint64_t seen = holders_.load(std::memory_order_relaxed);
  do {
    if (static_cast<std::uint32_t>(seen) == 0) return false;
  } while (!holders_.compare_exchange_weak(seen, seen - kApplication, std::memory_order_acq_rel));
  if (seen == kApplication) become_unreachable();
  return true;
}

std::uint32_t Object::application_references() const {
  return static_cast<std::uint32_t>(holders_.load(std::memory_order_relaxed));
}

bool Object::add_holder(std::uint64_t amount) {
  std::uint64_t seen = holders_.load(std::memory_order_relaxed);
  do {
    if (seen == 0) return false;
  } while (!holders_.compare_exchange_weak(seen, seen + amount, std::memory_order_acq_rel));
  return true;
}

void Object::remove_holder(std::uint64_t amount) {
  if (holders_.fetch_sub(amount, std::memory_order_acq_rel) == amount) become_unreachable();
}

void Object::become_unreachable() {
  handles_->remove(handle_);
  on_unreachable();
  release();
}

void Object::release() {
  if (driver_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

}  // namespace quadcl::icd
