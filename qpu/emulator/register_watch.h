// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// The registers of a QPU that have been written. A write of some lanes counts for all: programs rarely use
/// the other lanes.
class RegisterWatch {
 public:
  /// Before an instruction: the slots of registers that it reads although nothing has written them.
  std::vector<unsigned> unwritten_reads(const Qpu& qpu, const Operation& operation);

  /// After an instruction: records its writes.
  void note_writes(const Operation& operation);

 private:
  void check(unsigned slot, std::vector<unsigned>& found) const;
  void note_peripheral_write(unsigned address);
  void write(unsigned slot) {
    if (slot < written_.size()) written_.set(slot);
  }

  std::bitset<slot::r5 + 1> written_;
  bool add_writes_ = false, mul_writes_ = false;  ///< from the flags before the instruction
};

/// "ra7", "rb0" or "r3".
std::string register_name(unsigned slot);

}  // namespace quadcl::qpu::emulator
