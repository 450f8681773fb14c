// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qpu/asm/encoding/operation.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

enum class Alu : std::uint8_t { add, mul };
constexpr Alu other(Alu alu) { return alu == Alu::add ? Alu::mul : Alu::add; }

/// One ALU of the instruction under construction.
struct AluSlot {
  bool used = false;
  std::uint8_t op = 0;
  isa::Mux a = isa::Mux::r0;
  isa::Mux b = isa::Mux::r0;
  std::uint8_t waddr = isa::write_address::nop;
  isa::Condition condition = isa::Condition::never;
  bool has_target = false;
  bool binary = false;   ///< an operation with two operands
  bool is_move = false;  ///< takes operands of either kind
  bool float_operands = false;
  bool wants_unpack = false;   ///< at least one operand has the unpack suffix
  bool constant_move = false;  ///< a mov of a constant through a small immediate
  bool sets_flags = false;
  std::uint32_t constant = 0;  ///< the value of the constant
};

/// An instruction under construction. It is copied at each choice, so a choice can be undone.
struct EncoderState {
  std::array<AluSlot, 2> slots;  ///< indexed by Alu
  std::optional<isa::Signal> signal;
  std::optional<std::uint8_t> raddr_a;
  std::optional<std::uint8_t> raddr_b;
  std::optional<std::uint8_t> immediate;  ///< code of the small immediate, or of the rotation
  bool rotates = false;
  bool rotates_quads_only = false;  ///< so far requested only by operands that rotate inside of quads
  bool extra_reads = false;         ///< a `read` operation is part of it
  std::optional<bool> write_swap;
  bool swapped = false;      ///< an operation had to leave the ALU it prefers
  bool moved_aside = false;  ///< the same for a mov
  isa::Unpack unpack = isa::Unpack::none;
  PackSuffix::Type unpack_type = PackSuffix::Type::any;
  isa::Pack pack = isa::Pack::none;
  bool implicit_pack = false;  ///< the pack mode serves to make a constant
  std::optional<bool> pm;

  // Load immediate and semaphores take the place of both ALU operations.
  bool loads = false;
  isa::ImmediateType load_type = isa::ImmediateType::word;
  std::uint32_t load_value = 0;

  AluSlot& slot(Alu alu) { return slots[static_cast<unsigned>(alu)]; }
  const AluSlot& slot(Alu alu) const { return slots[static_cast<unsigned>(alu)]; }
};

/// A complaint about a choice that failed. The best one is reported at the end.
struct Complaint {
  enum class Kind : std::uint8_t { alu_taken, file_conflict, other } kind;
  unsigned column;
  std::string message;
};

/// The successors of a state, the preferred one first; empty if there is none.
using States = std::vector<EncoderState>;

}  // namespace quadcl::qpu::assembly
