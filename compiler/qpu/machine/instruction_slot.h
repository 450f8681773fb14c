// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "compiler/qpu/machine/code.h"
#include "qpu/isa/instruction.h"

namespace quadcl::compiler::qpu {

/// An instruction that operations are added to as long as they fit.
class InstructionSlot {
 public:
  /// Adds the operation if the chip can do it in this instruction, too.
  bool add(const Operation& operation);
  bool is_empty() const { return !add_ && !multiply_ && !signal_ && !whole_; }
  bool has_both_alus() const { return add_.has_value() && multiply_.has_value(); }
  std::uint32_t line() const { return line_; }
  /// Not for branches.
  isa::Instruction encode() const;

 private:
  bool add_whole(const Operation& operation);
  bool add_signal(const Operation& operation);
  bool add_to_either(const Operation& operation);
  bool add_beside_other(const Operation& operation);
  bool add_to_alu(const Operation& operation, bool to_add_alu);
  bool take_ports(const Operation& operation);
  void make_way_in_a();
  bool take_port(const Operand& source);
  bool take_side(const Operation& operation, bool to_add_alu);
  bool shares_unit(const Operation& operation) const;
  bool unpacks_alike(const Operation& operation) const;
  isa::Mux mux_of(const Operand& source) const;
  void encode_add(isa::Instruction& instruction) const;
  void encode_multiply(isa::Instruction& instruction) const;

  std::optional<Operation> add_, multiply_, whole_;
  std::optional<unsigned> read_a_, read_b_, immediate_, signal_;
  std::optional<bool> swap_;
  std::optional<isa::Unpack> unpack_;  ///< of r4, if an operation reads it
  bool uses_unit_ = false;     ///< TMU, special functions, mutex or semaphore: one of them in an instruction
  bool reads_stream_ = false;  ///< a port whose reads count
  bool touches_vpm_ = false;
  bool reads_port_in_a_ = false;  ///< what file A reads could be read in file B, too
  std::uint32_t line_ = 0;
};

}  // namespace quadcl::compiler::qpu
