// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "qpu/isa/fields.h"

namespace quadcl::qpu::isa {

/// A run of bits in an instruction word.
struct Field {
  unsigned shift;
  unsigned width;

  constexpr std::uint64_t mask() const { return ((std::uint64_t{1} << width) - 1) << shift; }
  constexpr unsigned get(std::uint64_t word) const { return static_cast<unsigned>((word & mask()) >> shift); }
  constexpr std::uint64_t set(std::uint64_t word, std::uint64_t value) const {
    return (word & ~mask()) | ((value << shift) & mask());
  }
};

/// The places of the fields (docs/videocore4.md, Instruction words). The class of an instruction decides
/// which of them it has.
namespace field {
constexpr Field signal{60, 4};
constexpr Field unpack{57, 3};
constexpr Field pm{56, 1};
constexpr Field pack{52, 4};
constexpr Field cond_add{49, 3};
constexpr Field cond_mul{46, 3};
constexpr Field set_flags{45, 1};
constexpr Field write_swap{44, 1};
constexpr Field waddr_add{38, 6};
constexpr Field waddr_mul{32, 6};
// ALU only
constexpr Field op_mul{29, 3};
constexpr Field op_add{24, 5};
constexpr Field raddr_a{18, 6};
constexpr Field raddr_b{12, 6};
constexpr Field small_immediate{12, 6};
constexpr Field add_a{9, 3};
constexpr Field add_b{6, 3};
constexpr Field mul_a{3, 3};
constexpr Field mul_b{0, 3};
// load immediate, semaphore and branch
constexpr Field immediate{0, 32};
constexpr Field immediate_type{57, 3};
constexpr Field semaphore_number{0, 4};
constexpr Field semaphore_decrement{4, 1};
constexpr Field semaphore_spare{5, 27};
// branch only
constexpr Field branch_unused{56, 4};
constexpr Field branch_condition{52, 4};
constexpr Field branch_relative{51, 1};
constexpr Field branch_register{50, 1};
constexpr Field branch_raddr_a{45, 5};  ///< its lowest bit is set_flags
}  // namespace field

/// The form of a word.
enum class EncodingClass : std::uint8_t {
  alu,
  alu_small_immediate,
  branch,
  load_immediate,  ///< of the types word, per_element_signed and per_element_unsigned
  semaphore,
  reserved,  ///< signal 14 with a type that has no meaning
};

/// One instruction: the encoded word, with named fields. Every 64-bit word is an Instruction, and nothing is
/// lost in either direction. The tables say whether a field's value has a meaning.
class Instruction {
 public:
  constexpr Instruction() = default;
  constexpr explicit Instruction(std::uint64_t word) : word_(word) {}

  constexpr std::uint64_t word() const { return word_; }
  constexpr bool operator==(const Instruction&) const = default;

  constexpr unsigned get(Field field) const { return field.get(word_); }
  constexpr Instruction& set(Field field, std::uint64_t value) {
    word_ = field.set(word_, value);
    return *this;
  }
  /// For fields with an enum: `instruction.set(field::op_add, AddOp::fadd)`.
  template <typename Enum>
    requires std::is_enum_v<Enum>
  constexpr Instruction& set(Field field, Enum value) {
    return set(field, static_cast<std::uint64_t>(value));
  }

  constexpr EncodingClass encoding_class() const {
    switch (signal()) {
      case Signal::branch:
        return EncodingClass::branch;
      case Signal::small_immediate:
        return EncodingClass::alu_small_immediate;
      case Signal::load_immediate:
        break;
      default:
        return EncodingClass::alu;
    }
    switch (immediate_type()) {
      case ImmediateType::word:
      case ImmediateType::per_element_signed:
      case ImmediateType::per_element_unsigned:
        return EncodingClass::load_immediate;
      case ImmediateType::semaphore:
        return EncodingClass::semaphore;
    }
    return EncodingClass::reserved;
  }
  /// True if the instruction has the fields of the two ALU operations.
  constexpr bool is_alu() const { return signal() != Signal::branch && signal() != Signal::load_immediate; }

  constexpr Signal signal() const { return static_cast<Signal>(get(field::signal)); }
  constexpr Unpack unpack() const { return static_cast<Unpack>(get(field::unpack)); }
  constexpr bool pm() const { return get(field::pm) != 0; }
  constexpr Pack pack() const { return static_cast<Pack>(get(field::pack)); }
  constexpr Condition cond_add() const { return static_cast<Condition>(get(field::cond_add)); }
  constexpr Condition cond_mul() const { return static_cast<Condition>(get(field::cond_mul)); }
  constexpr bool set_flags() const { return get(field::set_flags) != 0; }
  constexpr bool write_swap() const { return get(field::write_swap) != 0; }
  constexpr unsigned waddr_add() const { return get(field::waddr_add); }
  constexpr unsigned waddr_mul() const { return get(field::waddr_mul); }
  /// The file of the add ALU's result. The multiply ALU's result goes to the other file.
  constexpr RegisterFile add_file() const { return write_swap() ? RegisterFile::b : RegisterFile::a; }
  constexpr RegisterFile mul_file() const { return write_swap() ? RegisterFile::a : RegisterFile::b; }

  constexpr AddOp op_add() const { return static_cast<AddOp>(get(field::op_add)); }
  constexpr MulOp op_mul() const { return static_cast<MulOp>(get(field::op_mul)); }
  constexpr unsigned raddr_a() const { return get(field::raddr_a); }
  constexpr unsigned raddr_b() const { return get(field::raddr_b); }
  constexpr unsigned small_immediate() const { return get(field::small_immediate); }
  constexpr Mux add_a() const { return static_cast<Mux>(get(field::add_a)); }
  constexpr Mux add_b() const { return static_cast<Mux>(get(field::add_b)); }
  constexpr Mux mul_a() const { return static_cast<Mux>(get(field::mul_a)); }
  constexpr Mux mul_b() const { return static_cast<Mux>(get(field::mul_b)); }

  constexpr std::uint32_t immediate() const { return get(field::immediate); }
  constexpr ImmediateType immediate_type() const {
    return static_cast<ImmediateType>(get(field::immediate_type));
  }
  constexpr unsigned semaphore_number() const { return get(field::semaphore_number); }
  constexpr bool semaphore_decrement() const { return get(field::semaphore_decrement) != 0; }

  constexpr BranchCondition branch_condition() const {
    return static_cast<BranchCondition>(get(field::branch_condition));
  }
  constexpr bool branch_relative() const { return get(field::branch_relative) != 0; }
  constexpr bool branch_register() const { return get(field::branch_register) != 0; }
  constexpr unsigned branch_raddr_a() const { return get(field::branch_raddr_a); }

 private:
  std::uint64_t word_ = 0;
};

/// An instruction that does nothing, as a start for encoding: no read, no write, no signal.
constexpr Instruction make_nop() {
  return Instruction()
      .set(field::signal, Signal::none)
      .set(field::waddr_add, write_address::nop)
      .set(field::waddr_mul, write_address::nop)
      .set(field::raddr_a, read_address::nop)
      .set(field::raddr_b, read_address::nop);
}

/// A load immediate of the given type, still without a target.
constexpr Instruction make_load_immediate(ImmediateType type, std::uint32_t value) {
  return Instruction()
      .set(field::signal, Signal::load_immediate)
      .set(field::immediate_type, type)
      .set(field::waddr_add, write_address::nop)
      .set(field::waddr_mul, write_address::nop)
      .set(field::immediate, value);
}

/// A semaphore instruction: `decrement` acquires and waits at 0, otherwise it releases and waits at 15.
constexpr Instruction make_semaphore(unsigned number, bool decrement) {
  return make_load_immediate(ImmediateType::semaphore, 0)
      .set(field::semaphore_decrement, decrement)
      .set(field::semaphore_number, number);
}

/// A branch without link. `offset` counts bytes from the instruction after the delay slots if `relative`.
constexpr Instruction make_branch(BranchCondition condition, bool relative, std::uint32_t offset) {
  return Instruction()
      .set(field::signal, Signal::branch)
      .set(field::branch_condition, condition)
      .set(field::branch_relative, relative)
      .set(field::waddr_add, write_address::nop)
      .set(field::waddr_mul, write_address::nop)
      .set(field::immediate, offset);
}

}  // namespace quadcl::qpu::isa
