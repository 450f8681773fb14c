// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

/// A result on its way to a register.
struct WriteEffect {
  bool active = false;  ///< it has a result and a target, and the condition is not `never`
  isa::RegisterFile file = isa::RegisterFile::a;
  unsigned address = isa::write_address::nop;
  isa::Condition condition = isa::Condition::never;

  bool to_file() const { return active && address < 32; }
  bool to(unsigned io_address) const { return active && address == io_address; }
  bool in_range(unsigned first, unsigned last) const { return active && address >= first && address <= last; }
};

/// A value that an ALU takes through a port of a register file.
struct PortUse {
  bool used = false;
  /// The condition under which the value matters; `always` if operations with different conditions use it.
  isa::Condition condition = isa::Condition::always;
};

/// The effects of one instruction that matter for the restrictions.
struct Effects {
  isa::Instruction word;
  isa::EncodingClass form = isa::EncodingClass::alu;
  std::array<WriteEffect, 2> writes;  ///< of the add ALU and of the multiply ALU
  std::optional<unsigned> port_a;     ///< address read through file A, whether its value is used or not
  std::optional<unsigned> port_b;
  PortUse use_a;
  PortUse use_b;
  std::uint8_t accumulators = 0;  ///< read, one bit each: r0 to r5
  bool meaningless = false;       ///< a reserved operation, condition or type

  bool is_branch() const { return form == isa::EncodingClass::branch; }
  bool ends_program() const;
  bool loads_r4() const;
  bool reads(unsigned io_address) const { return port_a == io_address || port_b == io_address; }
  bool writes_to(unsigned io_address) const { return writes[0].to(io_address) || writes[1].to(io_address); }
  bool writes_in(unsigned first, unsigned last) const {
    return writes[0].in_range(first, last) || writes[1].in_range(first, last);
  }
  unsigned count_writes_in(unsigned first, unsigned last) const {
    return writes[0].in_range(first, last) + writes[1].in_range(first, last);
  }
  unsigned count_writes() const { return writes[0].active + writes[1].active; }
  bool writes_to(isa::RegisterFile file, unsigned io_address) const {
    return (writes[0].to(io_address) && writes[0].file == file) ||
           (writes[1].to(io_address) && writes[1].file == file);
  }
  bool reads_accumulator(unsigned number) const { return (accumulators >> number & 1) != 0; }
  /// Both ALUs have the same result: both move the same value.
  bool alus_agree() const;
  bool rotates() const;
  bool rotates_by_r5() const;
};

Effects effects_of(isa::Instruction word);

/// The number of TMU writes and loads, tile buffer writes and loads, SFU writes and mutex reads of an
/// instruction. The chip allows one (docs/videocore4.md, Restrictions 10; semaphores: Restrictions 11).
unsigned special_accesses(const Effects& effects);

/// True if no lane can fulfil both.
bool exclude_each_other(isa::Condition a, isa::Condition b);

}  // namespace quadcl::qpu::assembly
