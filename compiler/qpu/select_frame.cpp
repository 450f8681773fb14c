// SPDX-License-Identifier: Apache-2.0
// What is around a kernel's own code: uniforms, the loop over rows of work-items, the end of the program.
//
// Block 0 reads the uniforms, block 1 computes what is the same for all rows; the blocks of a row follow.
#include <llvm/IR/Instructions.h>

#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr unsigned kDoneSemaphore = 0;  ///< as in qpu/kernels/common.qasm

Operation semaphore(bool acquires) {
  Operation operation;
  operation.kind = OperationKind::semaphore;
  operation.number = kDoneSemaphore;
  operation.acquires = acquires;
  return operation;
}

}  // namespace

/// Uniforms are read in block 0, whenever the first use is found.
Operand Selector::uniform(QpuUniformKind kind, std::uint32_t number, std::uint32_t word) {
  const QpuUniform wanted{kind, number, word};
  for (std::size_t i = 0; i < result_.uniforms.size(); ++i)
    if (result_.uniforms[i] == wanted) return value(uniform_values_[i]);
  Operation read;
  read.target = emit_.code().new_value();
  read.a = port(isa::read_address::uniform);
  auto& operations = emit_.code().blocks[0].operations;
  operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(result_.uniforms.size()), read);
  result_.uniforms.push_back(wanted);
  uniform_values_.push_back(read.target.number);
  return read.target;
}

void Selector::begin_program() {
  emit_.new_block(0);
  const std::uint32_t setup = emit_.new_block(0);
  row_block_ = emit_.new_block(1);
  emit_.go_to(setup);
  lane_ = emit_.move(kElementNumber);
  row_x_ = emit_.move(uniform(QpuUniformKind::first, 0));
  row_y_ = emit_.move(uniform(QpuUniformKind::first, 1));
  row_z_ = emit_.move(uniform(QpuUniformKind::first, 2));
  rows_left_ = emit_.move(uniform(QpuUniformKind::rows));
  if (flow_.has_ways()) way_ = emit_.move(zero());
}

/// The lanes beyond the last work-item of the row repeat it.
void Selector::begin_row() {
  emit_.go_to(row_block_);
  const Operand left = emit_.add(AddOp::sub, uniform(QpuUniformKind::global_size, 0), row_x_);
  in_row_ = emit_.add(AddOp::min, left, constant(16));
  const Operand last = emit_.add(AddOp::sub, in_row_, constant(1));
  row_id_ = emit_.add(AddOp::add, row_x_, emit_.add(AddOp::min, lane_, last));
}

Operand Selector::global_id(unsigned dimension) {
  const Operand in_box = dimension == 0 ? row_id_ : dimension == 1 ? row_y_ : row_z_;
  return emit_.add(AddOp::add, in_box, uniform(QpuUniformKind::global_offset, dimension));
}

/// To the next row: along dimension 0, then 1, then 2. All lanes have the same numbers.
void Selector::end_row() {
  emit_.go_to(end_block_);
  const Operand next = emit_.add(AddOp::add, row_x_, constant(16));
  emit_.flags(AddOp::sub, next, uniform(QpuUniformKind::global_size, 0));  // C: there is a next row
  emit_.move_to(row_x_, next);
  emit_.move_to(row_x_, zero(), Condition::carry_clear);
  emit_.add_to(row_y_, AddOp::add, row_y_, constant(1), Condition::carry_clear);
  emit_.flags(AddOp::sub, row_y_, uniform(QpuUniformKind::global_size, 1));
  emit_.move_to(row_y_, zero(), Condition::carry_clear);
  emit_.add_to(row_z_, AddOp::add, row_z_, constant(1), Condition::carry_clear);
  emit_.count_down(rows_left_);
  emit_.branch(BranchCondition::any_zero_clear, row_block_);
}

/// As finish_job of qpu/kernels/common.qasm: the first QPU waits for the others, and raises the host's
/// interrupt.
void Selector::end_program() {
  const std::uint32_t done = emit_.new_block(0), wait = emit_.new_block(0), last = emit_.new_block(0),
                      end = emit_.new_block(0);
  const Operand left = emit_.code().new_value();
  emit_.go_to(done);
  flush_all();
  emit_.emit(semaphore(false));
  emit_.move_to(left, uniform(QpuUniformKind::qpus));
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::all_zero_set, end);
  emit_.go_to(wait);
  emit_.emit(semaphore(true));
  emit_.count_down(left);
  emit_.branch(BranchCondition::any_zero_clear, wait);
  emit_.go_to(last);
  emit_.move_to(port(isa::write_address::host_interrupt), constant(1));
  emit_.go_to(end);
  Operation stop;
  stop.kind = OperationKind::end;
  emit_.emit(stop);
}

}  // namespace quadcl::compiler::qpu
