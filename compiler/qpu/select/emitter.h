// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Adds operations to the end of a block.
class Emitter {
 public:
  /// `most_kept`: how many constants may keep a register for the whole program.
  Emitter(Code& code, std::size_t most_kept) : code_(code), most_kept_(most_kept) {}

  std::uint32_t new_block(unsigned loops);
  /// Its place is behind another one.
  std::uint32_t new_block_behind(std::uint32_t block, unsigned loops);
  /// A block whose place is behind those that have one when `place` is called.
  std::uint32_t make_block(unsigned loops);
  void place(std::uint32_t block) { order_.push_back(block); }
  void place_behind(std::uint32_t block, std::uint32_t added);
  void go_to(std::uint32_t block) { block_ = block; }
  std::uint32_t block() const { return block_; }
  /// The row, of those that run together, to which the next operations belong.
  void set_row(std::uint32_t row) { row_ = row; }
  void set_line(std::uint32_t line) { line_ = line; }
  Code& code() { return code_; }

  /// All of these set the fields that every operation has, and return the target.
  Operand emit(Operation operation);
  Operand add(isa::AddOp op, Operand a, Operand b) { return add_to(code_.new_value(), op, a, b); }
  Operand add_to(Operand target, isa::AddOp op, Operand a, Operand b,
                 isa::Condition condition = isa::Condition::always);
  /// What either ALU does.
  Operand either(isa::AddOp op, isa::MulOp also, Operand a, Operand b);
  /// The bits of a number that are set in a mask.
  Operand masked(Operand number, std::uint32_t mask);
  /// Numbers without common bits as one, where no byte has bits that nobody knows.
  Operand joined(Operand a, Operand b) { return either(isa::AddOp::bit_or, isa::MulOp::v8adds, a, b); }
  Operand unary(isa::AddOp op, Operand a) { return add_to(code_.new_value(), op, a, {}); }
  Operand multiply(isa::MulOp op, Operand a, Operand b);
  Operand move(Operand source) { return move_to(code_.new_value(), source); }
  Operand move_to(Operand target, Operand source, isa::Condition condition = isa::Condition::always);
  /// A value that holds nothing so far, for moves with conditions that reach all lanes together.
  Operand undefined();
  Operand rotate(Operand source, unsigned lanes);
  void rotate_to(Operand target, Operand source, unsigned lanes,
                 isa::Condition condition = isa::Condition::always);
  /// The same for a value that all rotations of it read in its place: it has an accumulator as long as it
  /// lives.
  Operand rotate_held_to(Operand target, Operand source, unsigned lanes,
                         isa::Condition condition = isa::Condition::always);
  /// Sets flags by the result of an operation of the add ALU, which is dropped.
  void flags(isa::AddOp op, Operand a, Operand b, isa::Condition condition = isa::Condition::always);
  /// Changes a number and sets flags by the result.
  void change_with_flags(isa::AddOp op, Operand number, Operand by,
                         isa::Condition condition = isa::Condition::always);
  /// Lowers a counter by 1 and sets flags by the result.
  void count_down(Operand counter);
  /// Doubles a number and sets flags by the result.
  void double_with_flags(Operand number);
  void branch(isa::BranchCondition condition, std::uint32_t to);
  /// Leads to one of `targets` blocks, one behind the other from `to` on, each of which takes 2^entry_bits
  /// bytes: the one that begins so many bytes behind the first. All lanes have the same number.
  void branch_by_table(Operand bytes, std::uint32_t to, std::uint32_t targets, unsigned entry_bits);
  /// A constant: a small immediate, or a value. Values of loops are loaded once, at the start of the program.
  Operand constant(std::uint32_t bits);

  /// Puts the blocks in their order. To be called at the end.
  void lay_out();
  /// Where the block is then.
  std::uint32_t place_of(std::uint32_t block) const {
    return static_cast<std::uint32_t>(std::find(order_.begin(), order_.end(), block) - order_.begin());
  }

 private:
  Code& code_;
  const std::size_t most_kept_;
  std::uint32_t block_ = 0;
  std::uint32_t line_ = 0;
  std::uint32_t row_ = 0;
  std::map<std::uint32_t, Operand> kept_;
  std::vector<std::uint32_t> order_;
};

}  // namespace quadcl::compiler::qpu
