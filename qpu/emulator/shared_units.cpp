// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/shared_units.h"

#include <algorithm>

#include "qpu/emulator/messages.h"

namespace quadcl::qpu::emulator {

Step SharedUnits::fault(ErrorCode code, std::string text) {
  error_ = Error{code, std::move(text)};
  return Step::fault;
}

Step SharedUnits::unmapped(const std::string& what, std::uint32_t address) {
  return fault(ErrorCode::memory_fault, what + " at " + hex(address) + ", which is not mapped");
}

void SharedUnits::stored(const Qpu& qpu, const DmaTransfer& transfer) {
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  for (unsigned row = 0; row < transfer.rows; ++row) {
    const BusAddress address = transfer.memory + row * transfer.memory_pitch;
    if (code_.may_hold(address, bytes)) changed_code_.emplace_back(address, bytes);
  }
  if (caches_ != nullptr) caches_->stored(qpu.number, transfer);
}

bool SharedUnits::any_live() const {
  return std::any_of(qpus_.begin(), qpus_.begin() + running_, [](const Qpu& qpu) { return qpu.live; });
}

}  // namespace quadcl::qpu::emulator
