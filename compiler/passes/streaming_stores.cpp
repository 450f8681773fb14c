// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/streaming_stores.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/passes/group_context.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {
namespace {

/// Bytes of a cache line.
constexpr std::uint64_t kLine = 64;
/// Longer loops do so much else that memory is not what they wait for.
constexpr std::size_t kMostInstructions = 300;

llvm::Argument* group_context_of(llvm::Function& function) {
  const auto is_context = [&](const llvm::Argument& argument) {
    return function.getAttributes().hasParamAttr(argument.getArgNo(), kGroupContextAttribute);
  };
  const auto found = llvm::find_if(function.args(), is_context);
  return found != function.arg_end() ? &*found : nullptr;
}

/// What a function reads.
class Reads {
 public:
  explicit Reads(llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
  }

  /// Whether it may load what it stored, or another thread may while it runs.
  bool may_reach(const llvm::Value& pointer) const {
    const llvm::Value* object = llvm::getUnderlyingObject(&pointer, 0);
    return anything_ || !is_known(*object) || objects_.contains(object);
  }

 private:
  void add(const llvm::Instruction& instruction) {
    if (instruction.isAtomic()) anything_ = true;
    if (!instruction.mayReadFromMemory()) return;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return add_object(*load->getPointerOperand());
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || !call->onlyAccessesArgMemory()) {
      anything_ |= call == nullptr || !call->onlyAccessesInaccessibleMemory();
      return;
    }
    for (const llvm::Value* operand : call->args())
      if (operand->getType()->isPtrOrPtrVectorTy()) add_object(*operand);
  }

  void add_object(const llvm::Value& pointer) {
    llvm::SmallVector<const llvm::Value*, 4> found;
    llvm::getUnderlyingObjects(&pointer, found, nullptr, 0);
    for (const llvm::Value* object : found) {
      objects_.insert(object);
      anything_ |= !is_known(*object);
    }
  }

  /// A buffer is an argument, which is loaded; so is an address in a struct.
  static bool is_known(const llvm::Value& object) {
    return llvm::isa<llvm::LoadInst, llvm::Argument, llvm::AllocaInst, llvm::GlobalVariable>(object) &&
           object.getType()->isPointerTy();
  }

  llvm::SmallPtrSet<const llvm::Value*, 16> objects_;
  bool anything_ = false;
};

/// A store of a loop, with its address as a recurrence.
struct Place {
  llvm::StoreInst* store;
  const llvm::SCEVAddRecExpr* address;
  std::uint64_t bytes;
};

/// Stores of one iteration that fill memory without gaps.
struct Run {
  std::vector<llvm::StoreInst*> stores;
  const llvm::SCEVAddRecExpr* address;  ///< of the first
  std::uint64_t bytes;
};

class LoopStreamer {
 public:
  LoopStreamer(llvm::Loop& loop, const Reads& reads, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
               llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target)
      : loop_(loop),
        reads_(reads),
        loops_(loops),
        dominators_(dominators),
        evolution_(evolution),
        target_(target) {}

  /// `streams`: what the runner says.
  bool run(llvm::function_ref<llvm::Value*()> streams) {
    collect();
    if (runs_.empty() || !has_form()) return false;
    llvm::Value* condition = aligned();
    if (condition == nullptr) return false;
    llvm::BasicBlock* before = loop_.getLoopPreheader();
    llvm::IRBuilder<> builder(before->getTerminator());
    version(builder.CreateAnd(streams(), condition, "streams"));
    for (const Run& run : runs_)
      for (llvm::StoreInst* store : run.stores) stream(*llvm::cast<llvm::StoreInst>(copies_[store]));
    return true;
  }

 private:
  bool has_form() const {
    return loop_.isLoopSimplifyForm() && loop_.isSafeToClone() && loop_.getUniqueExitBlock() != nullptr;
  }

  void collect() {
    std::size_t size = 0;
    for (const llvm::BasicBlock* block : loop_.blocks()) size += block->size();
    if (size > kMostInstructions) return;
    std::vector<Place> places;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      // What only some iterations store leaves gaps.
      if (!dominators_.dominates(block, loop_.getLoopLatch())) continue;
      for (llvm::Instruction& instruction : *block)
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          if (const auto place = place_of(*store)) places.push_back(*place);
    }
    while (!places.empty()) take_run(places);
  }

  std::optional<Place> place_of(llvm::StoreInst& store) const {
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(store.getValueOperand()->getType());
    if (type == nullptr || !store.isSimple() || reads_.may_reach(*store.getPointerOperand())) return {};
    const std::uint64_t bytes = store.getDataLayout().getTypeStoreSize(type);
    if (kLine % bytes != 0 || !can_stream(bytes)) return {};
    const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(store.getPointerOperand()));
    if (address == nullptr || address->getLoop() != &loop_ || !address->isAffine()) return {};
    return Place{&store, address, bytes};
  }

  /// LLVM's table ends at 32 bytes; code generators take longer ones, too, or divide them.
  bool can_stream(std::uint64_t bytes) const {
    const auto size = static_cast<unsigned>(std::min<std::uint64_t>(bytes, 32));
    llvm::Type* byte = llvm::Type::getInt8Ty(loop_.getHeader()->getContext());
    return target_.isLegalNTStore(llvm::FixedVectorType::get(byte, size), llvm::Align(size));
  }

  /// Takes the first place and all with a constant distance to it.
  void take_run(std::vector<Place>& places) {
    std::vector<std::pair<std::int64_t, Place>> group;
    const Place first = places.front();
    llvm::erase_if(places, [&](const Place& place) {
      const auto* distance =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(place.address, first.address));
      if (distance != nullptr) group.emplace_back(distance->getAPInt().getSExtValue(), place);
      return distance != nullptr || place.store == first.store;
    });
    llvm::sort(group, [](const auto& a, const auto& b) { return a.first < b.first; });
    if (const auto run = whole_lines(group)) runs_.push_back(*run);
  }

  /// The group as a run, if it fills cache lines, alone or with the next iterations.
  std::optional<Run> whole_lines(const std::vector<std::pair<std::int64_t, Place>>& group) const {
    if (group.empty()) return {};
    Run run{{}, group.front().second.address, 0};
    for (const auto& [distance, place] : group) {
      const auto offset = static_cast<std::uint64_t>(distance - group.front().first);
      if (offset != run.bytes || offset % place.bytes != 0) return {};
      run.bytes += place.bytes;
      run.stores.push_back(place.store);
    }
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(run.address->getStepRecurrence(evolution_));
    const bool is_dense = step != nullptr && step->getAPInt() == run.bytes && kLine % run.bytes == 0;
    return is_dense || run.bytes % kLine == 0 ? std::optional(run) : std::nullopt;
  }

  /// Emits before the loop: whether all runs begin at cache lines in every iteration. Null if that cannot be
  /// computed there.
  llvm::Value* aligned() {
    llvm::Instruction* place = loop_.getLoopPreheader()->getTerminator();
    llvm::SCEVExpander expander(evolution_, place->getDataLayout(), "line");
    llvm::IRBuilder<> builder(place);
    llvm::Value* misaligned = builder.getInt64(0);
    for (const Run& run : runs_) {
      const llvm::SCEV *start = run.address->getStart(), *step = run.address->getStepRecurrence(evolution_);
      if (!expander.isSafeToExpandAt(start, place) || !expander.isSafeToExpandAt(step, place)) return nullptr;
      llvm::Value* address = expander.expandCodeFor(start, nullptr, place);
      misaligned = builder.CreateOr(misaligned, builder.CreatePtrToInt(address, builder.getInt64Ty()));
      if (run.bytes % kLine == 0)
        misaligned = builder.CreateOr(
            misaligned,
            builder.CreateZExtOrTrunc(expander.expandCodeFor(step, nullptr, place), builder.getInt64Ty()));
    }
    return builder.CreateIsNull(builder.CreateAnd(misaligned, kLine - 1));
  }

  /// Makes a copy of the loop that runs where the condition holds.
  void version(llvm::Value* condition) {
    llvm::formLCSSA(loop_, dominators_, &loops_, &evolution_);
    llvm::BasicBlock *check = loop_.getLoopPreheader(), *exit = loop_.getUniqueExitBlock();
    llvm::BasicBlock* preheader =
        llvm::SplitBlock(check, check->getTerminator(), &dominators_, &loops_, nullptr, "cached");
    llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
    llvm::Loop* copy = llvm::cloneLoopWithPreheader(preheader, check, &loop_, copies_, ".streams", &loops_,
                                                    &dominators_, blocks);
    llvm::remapInstructionsInBlocks(blocks, copies_);
    for (llvm::PHINode& phi : exit->phis()) add_copies(phi);
    llvm::ReplaceInstWithInst(check->getTerminator(),
                              llvm::BranchInst::Create(copy->getLoopPreheader(), preheader, condition));
    dominators_.changeImmediateDominator(exit, check);
    evolution_.forgetLoop(&loop_);
  }

  /// What arrives from the loop's blocks arrives from their copies, too.
  void add_copies(llvm::PHINode& phi) {
    for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
      llvm::Value* value = phi.getIncomingValue(i);
      const auto copy = copies_.find(value);
      phi.addIncoming(copy != copies_.end() ? static_cast<llvm::Value*>(copy->second) : value,
                      llvm::cast<llvm::BasicBlock>(copies_[phi.getIncomingBlock(i)]));
    }
  }

  static void stream(llvm::StoreInst& store) {
    llvm::LLVMContext& context = store.getContext();
    store.setAlignment(
        llvm::Align(store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType())));
    auto* one = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
    store.setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(context, one));
  }

  llvm::Loop& loop_;
  const Reads& reads_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const llvm::TargetTransformInfo& target_;
  std::vector<Run> runs_;
  llvm::ValueToValueMapTy copies_;
};

/// Emits the question at the start of the function, once.
class Question {
 public:
  explicit Question(llvm::Argument& group_context) : group_context_(group_context) {}

  llvm::Value* operator()() {
    if (answer_ != nullptr) return answer_;
    llvm::BasicBlock& entry = group_context_.getParent()->getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    llvm::Value* streams = load_context_field(builder, &group_context_, ContextField::streams);
    return answer_ = builder.CreateIsNotNull(streams);
  }

 private:
  llvm::Argument& group_context_;
  llvm::Value* answer_ = nullptr;
};

}  // namespace

llvm::PreservedAnalyses StreamingStores::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  llvm::Argument* group_context = group_context_of(function);
  if (group_context == nullptr) return llvm::PreservedAnalyses::all();
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const Reads reads(function);
  Question streams(*group_context);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    changed |= llvm::simplifyLoop(loop, &dominators, &loops, &evolution, nullptr, nullptr, false);
    changed |= LoopStreamer(*loop, reads, loops, dominators, evolution, target).run(streams);
  }
  return unless_changed(changed);
}

}  // namespace quadcl::compiler
