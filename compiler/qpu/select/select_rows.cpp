// SPDX-License-Identifier: Apache-2.0
// Several full rows that run together: each operation that varies along a row is there once for each row.
#include <llvm/IR/InstIterator.h>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/prepare/full_rows.h"
#include "compiler/qpu/prepare/jam_lines.h"
#include "compiler/qpu/prepare/join_stepped_loads.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kFewLines = 8, kFewLinesOfTasks = 4;
constexpr std::ptrdiff_t kFewStoresOfTasks = 8;

}  // namespace

/// By how much a value differs from row to row, if it does by a fixed number.
std::optional<std::uint32_t> Selector::row_distance(const llvm::Value& value) const {
  if (rows_ == 1 || !llvm::isa<llvm::Instruction>(value) || !varies(value)) return {};
  if (!value.getType()->isPointerTy() && !value.getType()->isIntegerTy(32)) return {};
  const auto stride = strides_.of(value);
  if (!stride) return {};
  return static_cast<std::uint32_t>(*stride) * kLanes;
}

/// Whether something uses the value in the other rows that cannot be told from its use in the first.
bool Selector::needs_copies(const llvm::Instruction& instruction) const {
  return llvm::any_of(instruction.uses(), [&](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    const bool is_address =
        llvm::isa<llvm::LoadInst>(user) || (llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 1);
    return !is_address && !row_distance(*user);
  });
}

void Selector::for_copies(const llvm::Value& value, llvm::function_ref<void()> act) {
  const unsigned copies = varies(value) && !row_distance(value) ? rows_ : 1;
  for (copy_ = 0; copy_ < copies; ++copy_) {
    emit_.set_row(copy_);
    act();
  }
  copy_ = 0;
  emit_.set_row(0);
}

/// One row of a value, if that row has one of its own.
void Selector::visit_copy(llvm::Instruction& instruction, unsigned copy) {
  const bool is_shared = !varies(instruction) || instruction.getType()->isVoidTy();
  if (of_tasks_.contains(&instruction) || (copy > 0 && is_shared)) return;
  copy_ = copy;
  emit_.set_row(copy);
  emit_.set_line(instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0);
  if (copy == 0 || !row_distance(instruction)) {
    visit(instruction);
  } else if (needs_copies(instruction)) {
    set(instruction, sum_of(address_of(instruction)));
  }
  copy_ = 0;
  emit_.set_row(0);
}

/// Of several instructions, one row goes before the next. TMUs give results in the order of requests, so what
/// a row needs is then together, and takes registers for a short time. Of one instruction, what is the same
/// for all rows does.
///
/// Where rows are staggered, what a row computes to ask for words comes before the last row uses its own.
/// That matters if both set flags, which follow each other as they are selected.
void Selector::visit_rows(llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end) {
  if (full_ != nullptr && program_.full_lines > kFewLines) return visit_lines(begin, end);
  const Stages stages = stages_of(begin, end);
  for (std::size_t step = 0; step + 1 < rows_ + stages.size(); ++step)
    for (std::size_t stage = 0; stage < stages.size() && stage <= step; ++stage)
      for (llvm::Instruction* instruction : stages[stage])
        if (step - stage < rows_ && result_.problem.empty())
          visit_copy(*instruction, static_cast<unsigned>(step - stage));
}

/// Of many lines, one goes before the next, so that what they compute with takes few registers. Before
/// work-items may leave, none of them may go on.
void Selector::visit_lines(llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end) {
  std::vector<llvm::Instruction*> instructions;
  for (const llvm::Instruction& instruction : llvm::make_range(begin, end))
    instructions.push_back(const_cast<llvm::Instruction*>(&instruction));
  if (llvm::none_of(instructions, [](const auto* instruction) { return is_leave(*instruction); }))
    llvm::stable_sort(instructions,
                      [](const auto* a, const auto* b) { return line_in_version(*a) < line_in_version(*b); });
  for (llvm::Instruction* instruction : instructions)
    if (result_.problem.empty()) visit_copy(*instruction, 0);
}

/// The instructions by how many of their loads, one after the other, each waits for.
Selector::Stages Selector::stages_of(llvm::BasicBlock::const_iterator begin,
                                     llvm::BasicBlock::const_iterator end) const {
  Stages stages;
  llvm::DenseMap<const llvm::Value*, std::size_t> behind;  // loads before what uses the value
  for (auto next = begin; next != end; ++next) {
    std::size_t stage = 0;
    if (program_.row_order == RowOrder::staggered)
      for (const llvm::Value* operand : next->operand_values())
        stage = std::max(stage, behind.lookup(operand));
    behind[&*next] = stage + (llvm::isa<llvm::LoadInst>(*next) ? 1 : 0);
    if (stage >= stages.size()) stages.resize(stage + 1);
    stages[stage].push_back(const_cast<llvm::Instruction*>(&*next));
  }
  return stages;
}

/// Arithmetic with numbers that are the same for all rows of a task. What phis of loops begin with is made in
/// front of the loop, beside which it takes no time, and needs no register until then.
bool Selector::is_same_for_task(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const bool is_number_of_item = call != nullptr && call->getCalledFunction() != nullptr &&
                                 !is_leave(*call) && call->doesNotAccessMemory() &&
                                 (call->getCalledFunction()->getName().starts_with("_Z") ||
                                  call->getCalledFunction()->getName() == kLaneUpToFunction);
  const bool is_arithmetic =
      llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst>(instruction);
  const bool starts_loop = llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.use_empty() &&
                           llvm::all_of(instruction.users(), [](const llvm::User* user) {
                             return llvm::isa<llvm::PHINode>(user);
                           });
  if (varies(instruction) || (!is_number_of_item && !is_arithmetic) || starts_loop) return false;
  return llvm::all_of(instruction.operand_values(), [&](const llvm::Value* operand) {
    const auto* from = llvm::dyn_cast<llvm::Instruction>(operand);
    return from == nullptr || of_tasks_.contains(from);
  });
}

/// Selects that arithmetic where a task begins. Numbers of many lines would take too many registers.
void Selector::select_for_tasks(const Selector* same_kernel) {
  const auto stores = llvm::count_if(llvm::instructions(kernel_), llvm::IsaPred<llvm::StoreInst>);
  if (program_.full_lines > kFewLinesOfTasks || (program_.full_lines > 1 && stores > kFewStoresOfTasks)) return;
  if (same_kernel != nullptr) {
    of_tasks_ = same_kernel->of_tasks_;
    for (const llvm::Instruction* number : of_tasks_)
      if (const auto found = same_kernel->parts_[0].find(number); found != same_kernel->parts_[0].end())
        parts_[0].insert(*found);
    return;
  }
  emit_.go_to(program_.task_block);
  block_ = &kernel_.getEntryBlock();
  for (const llvm::BasicBlock* block : flow_.order()) {
    for (const llvm::Instruction& instruction : *block) {
      if (!is_same_for_task(instruction)) continue;
      visit(const_cast<llvm::Instruction&>(instruction));
      of_tasks_.insert(&instruction);
    }
  }
}

/// The value in the row that is being selected, as a sum with that of the first row.
Selector::Address Selector::address_of(const llvm::Value& value, std::uint32_t more) {
  const auto distance = row_distance(value);
  if (!distance || copy_ == 0 || has_parts(value)) return {low(value), more};
  const unsigned copy = copy_;
  copy_ = 0;
  const Operand first = low(value);
  copy_ = copy;
  return {first, *distance * copy + more};
}

Operand Selector::sum_of(const Address& address) {
  if (address.bytes == 0) return address.base;
  return emit_.add(isa::AddOp::add, address.base, constant(address.bytes));
}

}  // namespace quadcl::compiler::qpu
