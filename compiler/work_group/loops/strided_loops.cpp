// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/strided_loops.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/ir/stride_arithmetic.h"
#include "compiler/ir/work_item_functions.h"
#include "core/device_limits.h"

namespace quadcl::compiler {
namespace {

/// The fewest bits of a counter: with these, its values differ for different local ids.
constexpr unsigned kLeastBits = 16;
/// Metadata on the branch of the header of common iterations.
constexpr const char* kCommonMark = "quadcl.common_iterations";
static_assert(kMaxWorkGroupSize <= 1u << kLeastBits);

/// A loop that continues while `predicate` holds between its counter and a uniform bound. The counter starts
/// at a uniform value plus a local id; each iteration adds a uniform step.
struct StridedLoop {
  llvm::Loop* loop;
  llvm::PHINode* counter;
  llvm::Value* start;
  unsigned dimension;  ///< of the local id
  bool may_jump;       ///< the start may be further from that of the previous local id than 1
  llvm::Value* step;
  llvm::CmpInst::Predicate predicate;
  llvm::Value* bound;
};

bool is_consecutive(llvm::Instruction& instruction, const NeighbourShapes& neighbours) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return false;
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  const std::uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction));
  return neighbours.stride_of(*pointer) == static_cast<std::int64_t>(bytes);
}

/// The local id in a value that is one local id plus uniform summands.
struct LocalId {
  unsigned dimension;
  bool is_extended = false;  ///< after it was added; a sum in fewer bits may wrap around
};

std::optional<LocalId> local_id_in(const llvm::Value& value, const GroupShapes& group) {
  if (const WorkItemFunction* row = called_work_item_function(value)) {
    if (!row->is_local_id) return {};
    const auto* dimension =
        llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(value).getArgOperand(0));
    if (dimension == nullptr || dimension->getZExtValue() >= 3) return {};
    return LocalId{static_cast<unsigned>(dimension->getZExtValue())};
  }
  if (const auto low = low_bits(value)) {
    if (low->bits < kLeastBits) return {};
    auto id = local_id_in(*low->whole, group);
    if (id) id->is_extended |= !llvm::isa<llvm::TruncInst>(value);
    return id;
  }
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return {};
  const llvm::Value *left = sum->getOperand(0), *right = sum->getOperand(1);
  if (!group.is_varying(*left)) return local_id_in(*right, group);
  if (!group.is_varying(*right)) return local_id_in(*left, group);
  return {};
}

/// The value of such an expression for a local id, before `place`.
llvm::Value* for_local_id(llvm::Value* value, llvm::Value* id, llvm::Instruction& place,
                          const GroupShapes& group) {
  if (!group.is_varying(*value)) return value;
  if (called_work_item_function(*value) != nullptr)
    return llvm::IRBuilder<>(&place).CreateZExtOrTrunc(id, value->getType());
  llvm::Instruction* copy = llvm::cast<llvm::Instruction>(value)->clone();
  copy->insertBefore(place.getIterator());
  copy->dropPoisonGeneratingFlags();
  for (llvm::Use& operand : copy->operands()) operand.set(for_local_id(operand.get(), id, *copy, group));
  llvm::Value* simple = llvm::simplifyInstruction(copy, place.getModule()->getDataLayout());
  if (simple == nullptr) return copy;
  copy->eraseFromParent();
  return simple;
}

/// Whether the value is the same in each iteration, even if each iteration computes it.
bool is_invariant(const llvm::Value& value, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(&value)) return true;
  const auto& instruction = llvm::cast<llvm::Instruction>(value);
  if (called_work_item_function(instruction) != nullptr)
    return is_invariant(*instruction.getOperand(0), loop);
  const bool is_simple = llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem();
  return (is_simple || llvm::isa<llvm::CastInst>(instruction)) &&
         llvm::all_of(instruction.operands(),
                      [&](const llvm::Use& use) { return is_invariant(*use.get(), loop); });
}

void hoist(llvm::Value& value, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(&value)) return;
  auto& instruction = llvm::cast<llvm::Instruction>(value);
  for (const llvm::Use& operand : instruction.operands()) hoist(*operand.get(), loop);
  instruction.moveBefore(loop.getLoopPreheader()->getTerminator());
}

/// Whether the shapes are worth their time: most loops start to count from a constant.
bool may_be_strided(const llvm::Loop& loop) {
  if (!loop.isInnermost() || !exits_at_header(loop)) return false;
  return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
    return phi.getType()->isIntegerTy() &&
           llvm::isa<llvm::Instruction>(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
  });
}

class Finder {
 public:
  Finder(const GroupShapes& group, const NeighbourShapes& neighbours)
      : group_(group), neighbours_(neighbours) {}

  std::optional<StridedLoop> find(llvm::Loop& loop) {
    if (!goes_together(loop)) return {};
    const auto* branch = llvm::cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (comparison == nullptr || !comparison->isRelational()) return {};
    llvm::CmpInst::Predicate predicate = comparison->getPredicate();
    if (!loop.contains(branch->getSuccessor(0))) predicate = llvm::CmpInst::getInversePredicate(predicate);
    llvm::Value *left = comparison->getOperand(0), *right = comparison->getOperand(1);
    if (auto found = with_counter(loop, left, predicate, right)) return found;
    return with_counter(loop, right, llvm::CmpInst::getSwappedPredicate(predicate), left);
  }

 private:
  /// All work-items reach the loop together, may interleave in it, and gain by that.
  bool goes_together(const llvm::Loop& loop) {
    if (!group_.diverges(*loop.getHeader())) return false;
    bool consecutive = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      if (!llvm::all_of(*block, may_interleave)) return false;
      for (llvm::Instruction& instruction : *block) consecutive |= is_consecutive(instruction, neighbours_);
    }
    return consecutive && group_.reached_together(*loop.getLoopPreheader());
  }

  std::optional<StridedLoop> with_counter(llvm::Loop& loop, llvm::Value* value,
                                          llvm::CmpInst::Predicate predicate, llvm::Value* bound) {
    auto* counter = llvm::dyn_cast<llvm::PHINode>(value);
    if (counter == nullptr || counter->getParent() != loop.getHeader() || !is_same_for_all(*bound, loop))
      return {};
    if (counter->getType()->getIntegerBitWidth() < kLeastBits) return {};
    auto* next = llvm::dyn_cast<llvm::BinaryOperator>(counter->getIncomingValueForBlock(loop.getLoopLatch()));
    if (next == nullptr || next->getOpcode() != llvm::Instruction::Add) return {};
    const bool counter_first = next->getOperand(0) == counter;
    if (!counter_first && next->getOperand(1) != counter) return {};
    llvm::Value* step = next->getOperand(counter_first ? 1 : 0);
    llvm::Value* start = counter->getIncomingValueForBlock(loop.getLoopPreheader());
    const auto id = local_id_in(*start, group_);
    if (!id || !is_same_for_all(*step, loop)) return {};
    return StridedLoop{&loop, counter, start, id->dimension, id->is_extended, step, predicate, bound};
  }

  bool is_same_for_all(const llvm::Value& value, const llvm::Loop& loop) {
    return !group_.is_varying(value) && is_invariant(value, loop);
  }

  const GroupShapes& group_;
  const NeighbourShapes& neighbours_;
};

/// The narrow type to which all uses truncate a counter; null if a use needs more bits. LLVM makes such a
/// counter from a narrow one to which something wide is added.
llvm::Type* narrow_type(const llvm::PHINode& counter, const llvm::Value& next) {
  const llvm::TruncInst* cut = nullptr;
  for (const llvm::User* user : counter.users())
    if (cut == nullptr) cut = llvm::dyn_cast<llvm::TruncInst>(user);
  if (cut == nullptr || !cut->getType()->isIntegerTy()) return nullptr;
  const auto is_narrow = [&](const llvm::User* user) {
    if (llvm::isa<llvm::TruncInst>(user)) return user->getType() == cut->getType();
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
    if (operation == &next) return next.hasOneUse();
    if (operation == nullptr || operation->getOpcode() != llvm::Instruction::And) return false;
    const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
    return mask != nullptr && mask->getValue().isMask(cut->getType()->getIntegerBitWidth());
  };
  return llvm::all_of(counter.users(), is_narrow) ? cut->getType() : nullptr;
}

bool narrow_counter(llvm::PHINode& wide, const llvm::Loop& loop) {
  auto* next = llvm::dyn_cast<llvm::BinaryOperator>(wide.getIncomingValueForBlock(loop.getLoopLatch()));
  if (next == nullptr || next->getOpcode() != llvm::Instruction::Add) return false;
  llvm::Type* type = narrow_type(wide, *next);
  if (type == nullptr) return false;
  llvm::BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  llvm::PHINode* narrow = llvm::PHINode::Create(type, 2, "", wide.getIterator());
  llvm::IRBuilder<> builder(header->getContext());
  for (llvm::User* user : llvm::make_early_inc_range(wide.users())) {
    if (user == next) continue;
    auto* use = llvm::cast<llvm::Instruction>(user);
    builder.SetInsertPoint(use);
    use->replaceAllUsesWith(builder.CreateZExtOrTrunc(narrow, use->getType()));
    use->eraseFromParent();
  }
  const auto narrowed = [&](llvm::Value* value) -> llvm::Value* {
    const auto* widened = llvm::dyn_cast<llvm::ZExtInst>(value);
    const bool is_counter = value == &wide || (widened != nullptr && widened->getOperand(0) == narrow);
    return is_counter ? narrow : builder.CreateTrunc(value, type);
  };
  builder.SetInsertPoint(before->getTerminator());
  narrow->addIncoming(narrowed(wide.getIncomingValueForBlock(before)), before);
  builder.SetInsertPoint(next);
  narrow->addIncoming(builder.CreateAdd(narrowed(next->getOperand(0)), narrowed(next->getOperand(1))),
                      loop.getLoopLatch());
  wide.replaceAllUsesWith(llvm::PoisonValue::get(wide.getType()));  // used only by `next`
  wide.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(next);
  return true;
}

bool narrow_counters(const std::vector<llvm::Loop*>& loops) {
  bool changed = false;
  for (const llvm::Loop* loop : loops)
    for (llvm::PHINode& phi : llvm::make_early_inc_range(loop->getHeader()->phis()))
      changed |= narrow_counter(phi, *loop);
  return changed;
}

llvm::Value* call_with_dimension(llvm::IRBuilder<>& builder, const char* function, unsigned dimension,
                                 llvm::Type* type) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee callee =
      module.getOrInsertFunction(function, builder.getInt64Ty(), builder.getInt32Ty());
  llvm::CallInst* call = builder.CreateCall(callee, builder.getInt32(dimension));
  call->addRetAttr(llvm::Attribute::NoUndef);
  return builder.CreateZExtOrTrunc(call, type);
}

/// The loop of common iterations, in front of the loop that it is a copy of.
class CommonIterations {
 public:
  CommonIterations(const StridedLoop& strided, const GroupShapes& group) : strided_(strided), group_(group) {}

  void make(llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
    for (llvm::Value* value : {strided_.step, strided_.bound}) hoist(*value, *strided_.loop);
    copy_loop(dominators, loops);
    count_for_all();
    decide_for_all();
  }

 private:
  void copy_loop(llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
    llvm::Loop& rest = *strided_.loop;
    llvm::BasicBlock *before = rest.getLoopPreheader(), *exit = rest.getUniqueExitBlock();
    rest_ = llvm::SplitEdge(before, rest.getHeader(), &dominators, &loops);
    llvm::ValueToValueMapTy copies;
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    llvm::Loop* common =
        llvm::cloneLoopWithPreheader(rest_, before, &rest, copies, ".common", &loops, &dominators, blocks);
    llvm::remapInstructionsInBlocks(blocks, copies);
    header_ = common->getHeader();
    before_ = common->getLoopPreheader();
    latch_ = common->getLoopLatch();
    counter_ = llvm::cast<llvm::PHINode>(copies[strided_.counter]);
    before->getTerminator()->replaceSuccessorWith(rest_, before_);
    header_->getTerminator()->replaceSuccessorWith(exit, rest_);
    for (llvm::PHINode& phi : rest.getHeader()->phis()) phi.setIncomingValueForBlock(rest_, copies[&phi]);
    dominators.changeImmediateDominator(rest_, header_);
  }

  /// Counts with the first work-item's counter; the others are computed from it.
  void count_for_all() {
    llvm::Type* type = counter_->getType();
    first_ = llvm::PHINode::Create(type, 2, "first", counter_->getIterator());
    llvm::Instruction& end = *before_->getTerminator();
    llvm::IRBuilder<> before(&end), iteration(latch_->getTerminator());
    llvm::Value* start = for_local_id(strided_.start, llvm::ConstantInt::get(type, 0), end, group_);
    first_->addIncoming(start, before_);
    first_->addIncoming(iteration.CreateAdd(first_, strided_.step), latch_);
    llvm::Value* id = call_with_dimension(before, "_Z12get_local_idj", strided_.dimension, type);
    llvm::Value* size = call_with_dimension(before, "_Z14get_local_sizej", strided_.dimension, type);
    last_id_ = before.CreateSub(size, llvm::ConstantInt::get(type, 1));
    if (strided_.may_jump) {
      llvm::Value* last = for_local_id(strided_.start, last_id_, end, group_);
      starts_in_order_ = before.CreateICmpEQ(last, before.CreateAdd(start, last_id_));
    }

    const bool is_signed = llvm::CmpInst::isSigned(strided_.predicate);
    const auto add_id = [&](llvm::BasicBlock* block, bool in_order) {
      llvm::IRBuilder<> builder(block, block->getFirstInsertionPt());
      return builder.CreateAdd(first_, id, "", in_order && !is_signed, in_order && is_signed);
    };
    // Inside of the loop no counter wraps around.
    llvm::Value *inside = add_id(body_of_loop(), true), *in_header = add_id(header_, false),
                *after = add_id(rest_, false);
    if (starts_in_order_ != nullptr)  // otherwise there were no common iterations
      after = llvm::IRBuilder<>(rest_->getTerminator()).CreateSelect(starts_in_order_, after, strided_.start);
    for (llvm::Use& use : llvm::make_early_inc_range(counter_->uses())) {
      const llvm::BasicBlock* block = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
      use.set(block == header_ ? in_header : block == strided_.loop->getHeader() ? after : inside);
    }
    llvm::Value* own_next = counter_->getIncomingValueForBlock(latch_);
    counter_->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(own_next);
  }

  llvm::BasicBlock* body_of_loop() {
    llvm::Instruction* branch = header_->getTerminator();
    return branch->getSuccessor(branch->getSuccessor(0) == rest_ ? 1 : 0);
  }

  /// Continues while the counters of the first and the last work-item, and so all between, are within the
  /// bound.
  void decide_for_all() {
    auto* branch = llvm::cast<llvm::BranchInst>(header_->getTerminator());
    llvm::IRBuilder<> builder(branch);
    llvm::Value* last = builder.CreateAdd(first_, last_id_);
    const auto in_order =
        llvm::CmpInst::isSigned(strided_.predicate) ? llvm::CmpInst::ICMP_SLE : llvm::CmpInst::ICMP_ULE;
    llvm::Value* go_on = builder.CreateAnd(builder.CreateICmp(in_order, first_, last),
                                           builder.CreateAnd(within(builder, first_), within(builder, last)));
    if (starts_in_order_ != nullptr) go_on = builder.CreateAnd(go_on, starts_in_order_);
    builder.CreateCondBr(go_on, body_of_loop(), rest_)
        ->setMetadata(kCommonMark, llvm::MDNode::get(builder.getContext(), {}));
    llvm::Value* own_decision = branch->getCondition();
    branch->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(own_decision);
  }

  llvm::Value* within(llvm::IRBuilder<>& builder, llvm::Value* counter) {
    return builder.CreateICmp(strided_.predicate, counter, strided_.bound);
  }

  const StridedLoop& strided_;
  const GroupShapes& group_;
  llvm::BasicBlock *before_ = nullptr, *header_ = nullptr, *latch_ = nullptr;
  llvm::BasicBlock* rest_ = nullptr;  ///< the start of the original loop
  llvm::PHINode *counter_ = nullptr, *first_ = nullptr;
  llvm::Value* last_id_ = nullptr;
  llvm::Value* starts_in_order_ = nullptr;  ///< whether no start jumps; null if none can
};

}  // namespace

llvm::PreservedAnalyses StridedLoops::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (analyses.getResult<llvm::LoopAnalysis>(kernel).empty()) return llvm::PreservedAnalyses::all();
  llvm::LoopInfo& loops = simplified_loops(kernel, analyses);
  std::vector<llvm::Loop*> candidates;
  llvm::copy_if(loops.getLoopsInPreorder(), std::back_inserter(candidates),
                [](const llvm::Loop* loop) { return may_be_strided(*loop); });
  if (candidates.empty()) return llvm::PreservedAnalyses::all();
  analyses.invalidate(kernel, unless_values_changed(narrow_counters(candidates)));
  auto& shapes = analyses.getResult<KernelShapesAnalysis>(kernel);
  const GroupShapes& group = shapes.group();
  Finder finder(group, shapes.along(0));
  std::vector<StridedLoop> strided;
  for (llvm::Loop* loop : candidates)
    if (auto found = finder.find(*loop)) strided.push_back(*found);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
  for (const StridedLoop& loop : strided) CommonIterations(loop, group).make(dominators, loops);
  return unless_changed(!strided.empty());
}

bool take_common_mark(llvm::BasicBlock& header) {
  llvm::Instruction& branch = *header.getTerminator();
  if (branch.getMetadata(kCommonMark) == nullptr) return false;
  branch.setMetadata(kCommonMark, nullptr);
  return true;
}

}  // namespace quadcl::compiler
