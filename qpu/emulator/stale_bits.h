// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>

#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// Which bits of a QPU's registers come from stale bytes of words that are not stale as a whole. Loads of
/// bytes and halves bring whole words, and shifts and masks drop what others have stored beside them.
class StaleBits {
 public:
  bool empty() const { return registers_.none(); }
  void set(unsigned slot, const LaneVector& bits);
  void clear(unsigned slot) { registers_.reset(slot); }
  void clear() { registers_.reset(); }

  /// Before an instruction: keeps its operands, which it may overwrite.
  void executing(const Qpu& qpu, const Operation& operation);
  /// After it: where the bits are now. Whether something else than a register has become different by them: a
  /// flag, a vector in the VPM, an address.
  bool executed(const Qpu& qpu, const Operation& operation);

 private:
  static constexpr unsigned kRegisters = slot::r5 + 1;

  struct Operand {
    LaneVector value, bits;
  };
  Operand operand_of(const Qpu& qpu, const Operation& operation, std::uint16_t offset) const;
  void complete(const Qpu& qpu, std::uint16_t offset, Operand& operand) const;
  bool write(const Qpu& qpu, const Operation& operation, const LaneVector& bits, bool by_mul);
  bool write_port(const Qpu& qpu, const LaneVector& bits, bool file_b, unsigned address);

  std::bitset<kRegisters> registers_;  ///< that have some
  std::array<LaneVector, kRegisters> bits_{};
  // Of the instruction that runs.
  Operand add_a_{}, add_b_{}, mul_a_{}, mul_b_{};
  LaneMask add_lanes_ = 0, mul_lanes_ = 0;
  bool is_tested_ = false;  ///< a branch goes by such bits
};

}  // namespace quadcl::qpu::emulator
