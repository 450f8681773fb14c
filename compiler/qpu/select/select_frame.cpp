// SPDX-License-Identifier: Apache-2.0
// What is around a kernel's own code: uniforms, the loops over tasks and rows of work-items, the end of the
// program.
#include <llvm/IR/Instructions.h>

#include "compiler/qpu/select/select.h"

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr unsigned kDoneSemaphore = 0;  ///< as in qpu/kernels/common.qasm
/// One for each of the two shares of the VPM that QPUs take by turns: 1 where it is free.
constexpr unsigned kShareSemaphores[] = {1, 2};
constexpr std::uint32_t kQpusOfShare = 6;
/// Of the 64 rows of the VPM: any, and as many as a block of 16 has whole shares of.
constexpr std::uint32_t kShareOfTwelve = 5, kAlignedShareOfTwelve = 4;

Operation semaphore(bool acquires, unsigned number = kDoneSemaphore) {
  Operation operation;
  operation.kind = OperationKind::semaphore;
  operation.number = number;
  operation.acquires = acquires;
  return operation;
}

}  // namespace

/// Uniforms are read in block 0, whenever the first use is found.
Operand Selector::uniform(QpuUniformKind kind, std::uint32_t number, std::uint32_t word) {
  const QpuUniform wanted{kind, number, word};
  for (std::size_t i = 0; i < result_.uniforms.size(); ++i)
    if (result_.uniforms[i] == wanted) return value(program_.uniform_values[i]);
  Operation read;
  read.target = emit_.code().new_value();
  read.a = port(isa::read_address::uniform);
  auto& operations = emit_.code().blocks[0].operations;
  operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(result_.uniforms.size()), read);
  result_.uniforms.push_back(wanted);
  program_.uniform_values.push_back(read.target.number);
  return read.target;
}

/// A uniform that only the loop over tasks needs. To be called in the order in which it does.
Operand Selector::task_uniform(QpuUniformKind kind, std::uint32_t number, std::uint32_t word) {
  if (!program_.rereads) return uniform(kind, number, word);
  program_.of_tasks.push_back({kind, number, word});
  return port(isa::read_address::uniform);
}

Operand Selector::vpm_row() {
  return uniform(QpuUniformKind::vpm_row, program_.shares_vpm ? kQpusOfShare : 1);
}

void Selector::use_semaphore(bool acquires, unsigned number) { emit_.emit(semaphore(acquires, number)); }

/// Those that are 1 where what they are for is free.
std::vector<unsigned> Selector::free_semaphores() const {
  if (program_.shares_vpm) return {std::begin(kShareSemaphores), std::end(kShareSemaphores)};
  return order_.in_memory ? std::vector{kLoadSemaphore} : std::vector<unsigned>();
}

/// The first QPU says that all is free.
void Selector::release_semaphores() {
  const std::uint32_t setup = emit_.block(), check = emit_.new_block(0), release = emit_.new_block(0);
  emit_.go_to(check);
  const Operand qpus = uniform(QpuUniformKind::qpus);
  emit_.flags(AddOp::bit_or, qpus, qpus);
  emit_.branch(BranchCondition::all_zero_set, program_.task_block);
  emit_.go_to(release);
  for (const unsigned number : free_semaphores()) use_semaphore(false, number);
  emit_.go_to(setup);
}

/// Waits for the share of this QPU, or frees it. An instruction names its semaphore.
void Selector::take_share(bool takes) {
  if (!program_.shares_vpm) return;
  const unsigned loops = 1 + flow_.loops(*block_);
  const std::uint32_t first = emit_.new_block_behind(emit_.block(), loops),
                      second = emit_.new_block_behind(first, loops),
                      rest = emit_.new_block_behind(second, loops);
  emit_.flags(AddOp::bit_or, vpm_row(), vpm_row());
  emit_.branch(BranchCondition::any_zero_clear, second);
  emit_.go_to(first);
  emit_.emit(semaphore(takes, kShareSemaphores[0]));
  emit_.branch(BranchCondition::always, rest);
  emit_.go_to(second);
  emit_.emit(semaphore(takes, kShareSemaphores[1]));
  emit_.go_to(rest);
}

/// Columns must not leave a block of 16 rows.
std::uint32_t Selector::rows_of_vpm() const {
  if (has_one_row()) return borrows_row_ ? 0 : 1;
  if (program_.shares_vpm) return Program::kRowsOfShare;
  const std::uint32_t column = program_.words_of_column;
  const bool has_whole_shares = column > 1 || order_.in_memory;
  const std::uint32_t share = has_whole_shares ? kAlignedShareOfTwelve : kShareOfTwelve;
  return static_cast<std::uint32_t>(llvm::alignTo(std::max(share, program_.rows_for_stores), column));
}

/// Of rows_of_vpm(), those that stores and loads by DMA need.
std::uint32_t Selector::rows_in_use() const {
  if (has_one_row()) return rows_of_vpm();
  const bool loads = order_.in_memory || !order_.fresh.empty();
  return std::max({program_.rows_for_stores, program_.words_of_column, loads ? Program::kRowsToKeep : 1});
}

void Selector::begin_program() {
  emit_.new_block(0);
  if (program_.spills)
    result_.spill_rows = {.own = vpm_row(), .begin = rows_in_use(), .free_end = rows_of_vpm()};
  const std::uint32_t setup = emit_.new_block(0);
  program_.task_block = emit_.make_block(1);
  for (std::uint32_t* block :
       {&program_.many.check, &program_.many.block, &program_.few.check, &program_.few.block,
        &program_.row_check, &program_.row_block, &program_.leave_block, &program_.next_task})
    *block = emit_.make_block(1);
  emit_.go_to(setup);
  if (!free_semaphores().empty()) release_semaphores();
  emit_.place(program_.task_block);
  program_.lane = emit_.move(kElementNumber);
  program_.tasks_left = emit_.move(uniform(QpuUniformKind::tasks));
  while (program_.rows_in_registers.size() < program_.local_rows)
    program_.rows_in_registers.push_back(emit_.move(zero()));
  if (flow_.has_ways()) way_ = emit_.move(zero());
  result_.vpm.own = rows_of_vpm();
  if (runs_groups_) return begin_groups();
  program_.task_x = emit_.move(uniform(QpuUniformKind::first, 0));
  program_.y = emit_.move(uniform(QpuUniformKind::first, 1));
  program_.z = emit_.move(uniform(QpuUniformKind::first, 2));
  begin_task();
}

/// Where registers are short, each task is one row.
bool Selector::has_single_rows() const { return program_.rereads && program_.many.rows == 0; }

void Selector::begin_task() {
  emit_.go_to(program_.task_block);
  if (program_.rereads) {
    program_.address_of_tasks = emit_.code().new_value();
    emit_.move_to(port(isa::write_address::uniforms_address), program_.address_of_tasks);
  }
  if (has_single_rows()) {
    program_.x = program_.task_x;
    program_.end = emit_.move(task_uniform(QpuUniformKind::global_size, 0));
    return;
  }
  program_.x = emit_.move(program_.task_x);
  const Operand width =
      task_uniform(QpuUniformKind::task_width, std::max(1U, program_.many.rows), program_.full_lines);
  const Operand end = emit_.add(AddOp::add, program_.task_x, width);
  program_.end = emit_.add(AddOp::min, end, task_uniform(QpuUniformKind::global_size, 0));
  if (program_.many.rows > 0)
    program_.many.last = emit_.add(AddOp::sub, program_.end, constant(kLanes * program_.many.rows));
  if (program_.full_lines > 1) begin_lines();
  if (program_.stores_less_first) leave_out();
  if (program_.runs_rows_again)
    program_.again_from = emit_.add(AddOp::bit_or, program_.task_x, task_uniform(QpuUniformKind::once));
}

/// Lets the first rows that run together do less if more rows would be left at the end than few passes take;
/// the same of few rows, which are two, in a line that has not so many.
void Selector::leave_out() {
  constexpr unsigned kOfMany = 4;
  const Operand rows = constant(kLanes * (program_.many.rows - 1));  // of a number of work-items
  const Operand items = emit_.add(AddOp::sub, program_.end, program_.task_x);
  const Operand left = emit_.add(AddOp::bit_and, items, rows);
  program_.left_out = emit_.move(emit_.add(AddOp::bit_and, emit_.add(AddOp::sub, zero(), left), rows));
  emit_.flags(AddOp::sub, left, constant(kLanes * program_.many.rows / kOfMany));  // C: it is less
  emit_.move_to(program_.left_out, zero(), Condition::carry_set);
  if (program_.few.rows == 0) return;
  const Operand odd = emit_.add(AddOp::bit_and, items, constant(kLanes));
  emit_.flags(AddOp::sub, items, constant(kLanes * program_.many.rows));
  emit_.move_to(program_.left_out, odd, Condition::carry_set);
}

Operand Selector::last_of(const FullRows& full) {
  return full.last.is_value() ? full.last : emit_.add(AddOp::sub, program_.end, constant(kLanes * full.rows));
}

/// Rows that are too few for a version for full rows run in it with some of those before, which then run
/// twice: what they store is the same.
void Selector::run_rest_again(const FullRows& full, std::uint32_t otherwise) {
  const Operand last = last_of(full);
  emit_.flags(AddOp::max, program_.again_from, last);  // C: it is more
  emit_.branch(BranchCondition::any_carry_set, otherwise);
  emit_.go_to(emit_.new_block(1));
  emit_.move_to(program_.x, last);
  emit_.branch(BranchCondition::always, full.block);
}

/// A task with fewer lines than the version for full rows takes runs with lines before it, or has none of
/// that version.
void Selector::begin_lines() {
  if (program_.few.rows > 0)
    program_.few.last = emit_.add(AddOp::sub, program_.end, constant(kLanes * program_.few.rows));
  const Operand end = emit_.add(AddOp::add, program_.y, constant(program_.full_lines));
  program_.end_line = emit_.add(AddOp::min, end, task_uniform(QpuUniformKind::global_size, 1));
  program_.full_y = program_.y;
  if (program_.runs_lines_again) {
    program_.full_y = emit_.add(AddOp::sub, program_.end_line, constant(program_.full_lines));
    const Operand from = emit_.add(AddOp::bit_and, program_.y, task_uniform(QpuUniformKind::once));
    emit_.flags(AddOp::max, from, program_.full_y);  // C: it is more
  } else {
    emit_.flags(AddOp::sub, program_.end_line, end);  // C: it is less
  }
  for (const FullRows* full : {&program_.many, &program_.few})
    if (full->rows > 0) emit_.move_to(full->last, constant(~0U), Condition::carry_set);
}

/// Full rows, several of them together. What is left is for few of them, unless it is more than half of many
/// and may run with rows before.
void Selector::begin_full_rows() {
  emit_.place(full_->check);
  emit_.go_to(full_->check);
  const bool are_few = full_ == &program_.few;
  if (are_few && program_.runs_rows_again) {
    const std::uint32_t other = emit_.make_block(1);
    emit_.flags(AddOp::max, program_.x,
                emit_.add(AddOp::sub, program_.end, constant(kLanes * program_.many.rows / 2)));
    emit_.branch(BranchCondition::any_carry_set, other);
    emit_.go_to(emit_.new_block(1));
    run_rest_again(program_.many, other);
    emit_.place(other);
    emit_.go_to(other);
  }
  emit_.flags(AddOp::max, program_.x, last_of(*full_));  // C: x is more
  emit_.branch(BranchCondition::any_carry_set,
               !are_few && program_.few.rows > 0 ? program_.few.check : program_.row_check);
  emit_.place(full_->block);
  emit_.go_to(full_->block);
  row_id_ = emit_.add(AddOp::add, program_.x, program_.lane);
  in_row_ = constant(kLanes);
}

void Selector::end_full_rows() {
  emit_.go_to(end_block_);
  emit_.add_to(program_.x, AddOp::add, program_.x, constant(kLanes * rows_));
  if (may_leave_out()) {
    emit_.add_to(program_.x, AddOp::sub, program_.x, program_.left_out);
    emit_.move_to(program_.left_out, zero());
  }
  emit_.flags(AddOp::max, program_.x, last_of(*full_));
  emit_.branch(BranchCondition::all_carry_clear, full_->block);
}

/// The lanes beyond the last work-item of the row repeat it.
void Selector::begin_row() {
  if (runs_groups_) {
    begin_group();
    return begin_row_of_group();
  }
  emit_.place(program_.row_check);
  emit_.go_to(program_.row_check);
  emit_.flags(AddOp::sub, program_.x, program_.end);  // C: x is less
  emit_.branch(BranchCondition::all_carry_clear, program_.next_task);
  if (program_.runs_rows_again) {
    emit_.go_to(emit_.new_block(1));
    run_rest_again(program_.few.rows > 0 ? program_.few : program_.many, program_.row_block);
  }
  emit_.place(program_.leave_block);
  emit_.go_to(program_.leave_block);
  if (program_.stores_less_first) emit_.move_to(program_.left_out, zero());
  emit_.place(program_.row_block);
  emit_.go_to(program_.row_block);
  if (program_.full_lines > 1) {
    program_.row_y = emit_.move(program_.y);
    line_block_ = emit_.new_block(1);
    emit_.go_to(line_block_);
  }
  const Operand left = emit_.add(AddOp::sub, program_.end, program_.x);
  in_row_ = emit_.add(AddOp::min, left, constant(kLanes));
  const Operand last = emit_.add(AddOp::sub, in_row_, constant(1));
  row_id_ = emit_.add(AddOp::add, program_.x, emit_.add(AddOp::min, program_.lane, last));
}

/// Where kernels run group by group.
Operand Selector::local_id(unsigned dimension) {
  return dimension == 0 ? row_id_ : of_dimension(group_.row, dimension);
}

Operand Selector::global_id(unsigned dimension) {
  if (runs_groups_) {
    const Operand in_range =
        emit_.add(AddOp::add, of_dimension(group_.first, dimension), local_id(dimension));
    return emit_.add(AddOp::add, in_range, uniform(QpuUniformKind::global_offset, dimension));
  }
  const Operand y = program_.full_lines == 1 ? program_.y
                    : full_ != nullptr       ? program_.full_y
                                             : program_.row_y;
  Operand in_box = dimension == 0 ? row_id_ : dimension == 1 ? y : program_.z;
  if (dimension == 0 && copy_ > 0) in_box = emit_.add(AddOp::add, row_id_, constant(kLanes * copy_));
  return emit_.add(AddOp::add, in_box, uniform(QpuUniformKind::global_offset, dimension));
}

/// After a row that was not for the version for full rows, the next ones may be.
void Selector::end_row() {
  if (runs_groups_) {
    dispatch_row();
    return end_row_of_group();
  }
  emit_.go_to(end_block_);
  if (has_single_rows()) return end_task();
  if (program_.full_lines > 1) {
    emit_.add_to(program_.row_y, AddOp::add, program_.row_y, constant(1));
    emit_.flags(AddOp::sub, program_.row_y, program_.end_line);  // C: it is less
    emit_.branch(BranchCondition::any_carry_set, line_block_);
    emit_.go_to(emit_.new_block(1));
  }
  emit_.add_to(program_.x, AddOp::add, program_.x, constant(kLanes));
  for (const FullRows* full : {&program_.many, &program_.few}) {
    if (full->rows == 0) continue;
    emit_.flags(AddOp::max, program_.x, last_of(*full));
    emit_.branch(BranchCondition::all_carry_clear, full->block);
    emit_.go_to(emit_.new_block(1));
  }
  emit_.flags(AddOp::sub, program_.x, program_.end);
  emit_.branch(BranchCondition::any_carry_set, program_.row_block);
  end_task();
}

/// To the next task of this QPU: the steps are numbers with a digit for each dimension. All lanes have the
/// same. Where lanes may part, rows take very different times, so QPUs get rows of all places along a line.
void Selector::end_task() {
  emit_.place(program_.next_task);
  emit_.go_to(program_.next_task);
  if (program_.rereads && !program_.of_textures.empty())
    emit_.add_to(port(isa::write_address::uniforms_address), AddOp::add, program_.address_of_tasks,
                 constant(static_cast<std::uint32_t>(program_.of_tasks.size()) * 4));
  const auto advance = [&](Operand digit, Operand base) {
    Operation less;  // C: no carry
    less.kind = OperationKind::add;
    less.add = AddOp::sub;
    less.target = emit_.code().new_value();
    less.a = digit;
    less.b = base;
    less.sets_flags = true;
    emit_.move_to(digit, emit_.emit(less), Condition::carry_clear);
  };
  const auto step = [&](unsigned dimension) { return task_uniform(QpuUniformKind::step, dimension); };
  emit_.add_to(program_.task_x, AddOp::add, program_.task_x, step(0));
  advance(program_.task_x, task_uniform(QpuUniformKind::line_width, 0, program_.many.rows == 0 ? 1 : 0));
  emit_.add_to(program_.y, AddOp::add, program_.y, constant(program_.full_lines), Condition::carry_clear);
  emit_.add_to(program_.y, AddOp::add, program_.y, step(1));
  advance(program_.y, task_uniform(QpuUniformKind::line_width, 1));
  emit_.add_to(program_.z, AddOp::add, program_.z, constant(1), Condition::carry_clear);
  emit_.add_to(program_.z, AddOp::add, program_.z, step(2));
  emit_.count_down(program_.tasks_left);
  emit_.branch(BranchCondition::any_zero_clear, program_.task_block);
}

/// As finish_job of qpu/kernels/common.qasm: the first QPU waits for the others, and raises the host's
/// interrupt.
void Selector::end_program() {
  const std::uint32_t done = emit_.new_block(0), wait = emit_.new_block(0), last = emit_.new_block(0),
                      end = emit_.new_block(0);
  const Operand left = emit_.code().new_value();
  emit_.go_to(done);
  emit_.emit(semaphore(false));
  emit_.move_to(left, uniform(QpuUniformKind::qpus));
  emit_.flags(AddOp::bit_or, left, left);
  emit_.branch(BranchCondition::all_zero_set, end);
  emit_.go_to(wait);
  emit_.emit(semaphore(true));
  emit_.count_down(left);
  emit_.branch(BranchCondition::any_zero_clear, wait);
  emit_.go_to(last);
  for (const unsigned number : free_semaphores()) use_semaphore(true, number);
  emit_.move_to(port(isa::write_address::host_interrupt), constant(1));
  emit_.go_to(end);
  Operation stop;
  stop.kind = OperationKind::end;
  emit_.emit(stop);
  result_.row_alignment = program_.words_of_column;
  result_.vpm.own = static_cast<std::uint32_t>(llvm::alignTo(result_.vpm.own, result_.row_alignment));
  append_uniforms();
}

/// Those that are read where they are wanted, behind those that are read once.
void Selector::append_uniforms() {
  const bool has_textures = !program_.of_textures.empty(), has_tasks = program_.rereads && !runs_groups_;
  if (!has_textures && !has_tasks) return;
  const Operand address = uniform(QpuUniformKind::later);
  auto& operations = emit_.code().blocks[Program::kSetupBlock].operations;
  const auto set = [&](Operand target, const std::vector<QpuUniform>& list) {
    Operation move;
    move.target = target;
    move.a = address;
    operations.push_back(move);
    if (const std::size_t before = result_.uniforms.size() - program_.uniform_values.size(); before != 0) {
      Operation bytes, sum;
      bytes.kind = OperationKind::constant;
      bytes.target = emit_.code().new_value();
      bytes.number = static_cast<std::uint32_t>(before) * 4;
      sum.kind = OperationKind::add;
      sum.add = AddOp::add;
      sum.target = sum.a = target;
      sum.b = bytes.target;
      operations.insert(operations.end(), {bytes, sum});
    }
    result_.uniforms.insert(result_.uniforms.end(), list.begin(), list.end());
  };
  if (has_textures) set(program_.address_of_textures, program_.of_textures);
  if (has_tasks) set(program_.address_of_tasks, program_.of_tasks);
}

}  // namespace quadcl::compiler::qpu
