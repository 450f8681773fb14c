// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/select/emitter.h"

#include <algorithm>
#include <utility>

#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether it has all or no bits of each byte.
bool is_of_bytes(std::uint32_t mask) { return (mask & 0x01010101U) * 0xffU == mask; }

}  // namespace

std::uint32_t Emitter::make_block(unsigned loops) {
  code_.blocks.push_back({{}, loops});
  return static_cast<std::uint32_t>(code_.blocks.size() - 1);
}

std::uint32_t Emitter::new_block(unsigned loops) {
  place(make_block(loops));
  return order_.back();
}

std::uint32_t Emitter::new_block_behind(std::uint32_t block, unsigned loops) {
  const std::uint32_t added = make_block(loops);
  place_behind(block, added);
  return added;
}

void Emitter::place_behind(std::uint32_t block, std::uint32_t added) {
  order_.insert(std::find(order_.begin(), order_.end(), block) + 1, added);
}

void Emitter::lay_out() {
  std::vector<Block> blocks;
  std::vector<std::uint32_t> places(code_.blocks.size());
  for (const std::uint32_t block : order_) {
    places[block] = static_cast<std::uint32_t>(blocks.size());
    blocks.push_back(std::move(code_.blocks[block]));
  }
  for (Block& block : blocks)
    for (Operation& operation : block.operations)
      if (is_branch(operation)) operation.to = places[operation.to];
  code_.blocks = std::move(blocks);
}

Operand Emitter::emit(Operation operation) {
  operation.line = line_;
  operation.row = row_;
  // An instruction has one small immediate.
  if (operation.a.place == Place::immediate && operation.b.place == Place::immediate &&
      operation.a != operation.b)
    operation.b = move(operation.b);
  code_.blocks[block_].operations.push_back(operation);
  return operation.target;
}

Operand Emitter::add_to(Operand target, isa::AddOp op, Operand a, Operand b, isa::Condition condition) {
  Operation operation = add_operation(op, target, a, b);
  operation.condition = condition;
  return emit(operation);
}

Operand Emitter::either(isa::AddOp op, isa::MulOp also, Operand a, Operand b) {
  const Operand target = add(op, a, b);
  code_.blocks[block_].operations.back().also = also;
  return target;
}

/// Minima of bytes are that, too, where the mask has all or no bits of each.
Operand Emitter::masked(Operand number, std::uint32_t mask) {
  if (mask == 0 || mask == ~0U) return mask == 0 ? constant(0) : number;
  return either(isa::AddOp::bit_and, is_of_bytes(mask) ? isa::MulOp::v8min : isa::MulOp::nop, number,
                constant(mask));
}

Operand Emitter::multiply(isa::MulOp op, Operand a, Operand b) {
  return emit(multiply_operation(op, code_.new_value(), a, b));
}

Operand Emitter::move_to(Operand target, Operand source, isa::Condition condition) {
  Operation operation = move_operation(target, source);
  operation.condition = condition;
  return emit(operation);
}

Operand Emitter::undefined() {
  Operation define;
  define.kind = OperationKind::define;
  define.target = code_.new_value();
  return emit(define);
}

Operand Emitter::rotate(Operand source, unsigned lanes) {
  const Operand target = code_.new_value();
  rotate_to(target, source, lanes);
  return target;
}

void Emitter::rotate_to(Operand target, Operand source, unsigned lanes, isa::Condition condition) {
  rotate_held_to(target, move(source), lanes, condition);
}

Operand Emitter::rotate_held_to(Operand target, Operand source, unsigned lanes, isa::Condition condition) {
  if (lanes == 0) return move_to(target, source, condition);
  Operation operation;
  operation.kind = OperationKind::rotate;
  operation.a = source;
  operation.target = target;
  operation.rotation = static_cast<std::uint8_t>(lanes);
  operation.condition = condition;
  return emit(operation);
}

void Emitter::flags(isa::AddOp op, Operand a, Operand b, isa::Condition condition) {
  Operation operation = add_operation(op, {}, a, b);
  operation.condition = condition;
  operation.sets_flags = true;
  emit(operation);
}

void Emitter::change_with_flags(isa::AddOp op, Operand number, Operand by, isa::Condition condition) {
  Operation operation = add_operation(op, number, number, by);
  operation.condition = condition;
  operation.sets_flags = true;
  emit(operation);
}

void Emitter::count_down(Operand counter) { change_with_flags(isa::AddOp::sub, counter, constant(1)); }

void Emitter::double_with_flags(Operand number) { change_with_flags(isa::AddOp::add, number, number); }

void Emitter::branch(isa::BranchCondition condition, std::uint32_t to) {
  Operation operation;
  operation.kind = OperationKind::branch;
  operation.branch = condition;
  operation.to = to;
  emit(operation);
}

void Emitter::branch_by_table(Operand bytes, std::uint32_t to, std::uint32_t targets, unsigned entry_bits) {
  Operation operation;
  operation.kind = OperationKind::branch;
  operation.a = bytes;
  operation.to = to;
  operation.targets = targets;
  operation.entry_bits = static_cast<std::uint8_t>(entry_bits);
  emit(operation);
}

Operand Emitter::constant(std::uint32_t bits) {
  if (const auto code = isa::small_immediate_code(bits)) return immediate(*code);
  if (const auto found = kept_.find(bits); found != kept_.end()) return found->second;
  const Operation load = constant_operation(code_.new_value(), bits);
  if (kept_.size() >= most_kept_) return emit(load);
  code_.blocks[0].operations.push_back(load);
  return kept_[bits] = load.target;
}

}  // namespace quadcl::compiler::qpu
