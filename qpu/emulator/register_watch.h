// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// Which registers of a QPU have been written. A write of some lanes counts for all: what the others hold is
/// mostly not used.
class RegisterWatch {
 public:
  /// Before an instruction: the slots of registers that it reads and that nothing has written.
  std::vector<unsigned> unwritten_reads(const Qpu& qpu, const Operation& operation);

  /// After it: what it wrote counts for those that follow.
  void note_writes(const Operation& operation);

 private:
  void check(unsigned slot, std::vector<unsigned>& found) const;
  void note_peripheral_write(unsigned address);
  void write(unsigned slot) {
    if (slot < written_.size()) written_.set(slot);
  }

  std::bitset<slot::r5 + 1> written_;
  bool add_writes_ = false, mul_writes_ = false;  ///< by the flags before the instruction
};

/// "ra7", "rb0" or "r3".
std::string register_name(unsigned slot);

}  // namespace quadcl::qpu::emulator
