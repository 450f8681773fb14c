// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/streaming_stores.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/group_context.h"
#include "compiler/ir/pass.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

/// Bytes of a cache line.
constexpr std::uint64_t kLine = 64;

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

/// A store that fills cache lines, alone or with others.
struct Choice {
  llvm::StoreInst* store;
  std::int64_t offset;  ///< in bytes, from the first store of its run
  std::uint64_t unit;   ///< the alignment that the start of its run needs, in bytes
};

/// Finds the stores of a block that may go past the caches.
class Chooser {
 public:
  Chooser(const Reads& reads, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
          llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target, const TargetModel& model)
      : reads_(reads),
        loops_(loops),
        dominators_(dominators),
        evolution_(evolution),
        target_(target),
        model_(model) {}

  void add(llvm::BasicBlock& block) {
    if (size_around(block) > model_.streaming_loop) return;
    std::vector<Place> places;
    for (llvm::Instruction& instruction : block) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr || !may_stream(*store)) continue;
      const llvm::SCEV* address = evolution_.getSCEV(store->getPointerOperand());
      if (moves_on(address, loops_.getLoopFor(&block))) places.push_back({store, address});
    }
    while (!places.empty()) take_run(places);
  }

  llvm::ArrayRef<Choice> choices() const { return choices_; }

 private:
  struct Place {
    llvm::StoreInst* store;
    const llvm::SCEV* address;
  };
  using Run = std::vector<std::pair<std::int64_t, Place>>;  ///< with distances from the run's first place

  std::size_t size_around(const llvm::BasicBlock& block) const {
    const llvm::Loop* loop = loops_.getLoopFor(&block);
    if (loop == nullptr) return 0;
    std::size_t size = 0;
    for (const llvm::BasicBlock* part : loop->blocks()) size += part->size();
    return size;
  }

  bool may_stream(const llvm::StoreInst& store) const {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(store.getValueOperand()->getType());
    return type != nullptr && store.isSimple() && store.getPointerAddressSpace() == kGlobalAddressSpace &&
           (kLine % bytes_of(store) == 0 || bytes_of(store) % kLine == 0) && can_stream(bytes_of(store)) &&
           !reads_.may_reach(*store.getPointerOperand());
  }

  static std::uint64_t bytes_of(const llvm::StoreInst& store) {
    return store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  }

  /// LLVM's table ends at 32 bytes; code generators take longer ones, too, or divide them.
  bool can_stream(std::uint64_t bytes) const {
    const auto size = static_cast<unsigned>(std::min<std::uint64_t>(bytes, 32));
    llvm::Type* byte = llvm::Type::getInt8Ty(evolution_.getContext());
    return target_.isLegalNTStore(llvm::FixedVectorType::get(byte, size), llvm::Align(size));
  }

  /// Whether no loop of the source may come to the same address again.
  bool moves_on(const llvm::SCEV* address, const llvm::Loop* loop) const {
    for (; loop != nullptr; loop = loop->getParentLoop()) {
      const auto* moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
      if (moving != nullptr && moving->getLoop() == loop) {
        address = moving->getStart();
      } else if (evolution_.isLoopInvariant(address, loop)) {
        if (is_of_source(*loop)) return false;
      } else {
        return !has_loop_of_source(loop->getParentLoop());
      }
    }
    return true;
  }

  static bool has_loop_of_source(const llvm::Loop* loop) {
    for (; loop != nullptr; loop = loop->getParentLoop())
      if (is_of_source(*loop)) return true;
    return false;
  }

  static bool is_of_source(const llvm::Loop& loop) {
    return !is_over_work_items(loop) && !is_over_regions(loop);
  }

  /// Takes the first place and all with a constant distance to it.
  void take_run(std::vector<Place>& places) {
    Run run;
    const Place first = places.front();
    llvm::erase_if(places, [&](const Place& place) {
      const auto* distance =
          llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(place.address, first.address));
      if (distance != nullptr) run.emplace_back(distance->getAPInt().getSExtValue(), place);
      return distance != nullptr || place.store == first.store;
    });
    llvm::sort(run, [](const auto& a, const auto& b) { return a.first < b.first; });
    choose(run);
  }

  /// The stores of a run without gaps that fills cache lines, alone or with those of the next iterations.
  void choose(const Run& run) {
    std::uint64_t bytes = 0;
    for (const auto& [distance, place] : run) {
      if (static_cast<std::uint64_t>(distance - run.front().first) != bytes) return;
      bytes += bytes_of(*place.store);
    }
    const bool fills = bytes != 0 && bytes % kLine == 0;
    if (!fills && !is_dense(run, bytes)) return;
    for (const auto& [distance, place] : run)
      choices_.push_back({place.store, distance - run.front().first, fills ? kLine : bytes});
  }

  /// Whether each iteration of the loop goes on storing where the previous one ended.
  bool is_dense(const Run& run, std::uint64_t bytes) const {
    if (run.empty() || kLine % bytes != 0) return false;
    const Place& first = run.front().second;
    const llvm::BasicBlock* block = first.store->getParent();
    const llvm::Loop* loop = loops_.getLoopFor(block);
    const auto* moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(first.address);
    if (loop == nullptr || moving == nullptr || moving->getLoop() != loop) return false;
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(moving->getStepRecurrence(evolution_));
    return step != nullptr && step->getAPInt() == bytes && loop->getLoopLatch() != nullptr &&
           dominators_.dominates(block, loop->getLoopLatch());
  }

  const Reads& reads_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const llvm::TargetTransformInfo& target_;
  const TargetModel& model_;
  std::vector<Choice> choices_;
};

/// Makes tests whether a store may go past the caches: the runner allows it, and its run is aligned.
class Tests {
 public:
  Tests(llvm::Argument& group_context, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
        llvm::ScalarEvolution& evolution)
      : loops_(loops),
        dominators_(dominators),
        evolution_(evolution),
        expander_(evolution, evolution.getDataLayout(), "run") {
    llvm::BasicBlock& entry = group_context.getParent()->getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    allowed_ = builder.CreateIsNotNull(load_context_field(builder, &group_context, ContextField::streams));
  }

  /// If the answer is the same in all iterations of the loop around the store, it is found before the loop.
  llvm::Value* operator[](const Choice& choice) {
    llvm::Type* bits = llvm::Type::getIntNTy(evolution_.getContext(), llvm::Log2_64(choice.unit));
    const llvm::SCEV* pointer = evolution_.getSCEV(choice.store->getPointerOperand());
    llvm::Type* integer = evolution_.getEffectiveSCEVType(pointer->getType());
    const llvm::SCEV* address =
        evolution_.getMinusSCEV(evolution_.getPtrToIntExpr(pointer, integer),
                                evolution_.getConstant(integer, static_cast<std::uint64_t>(choice.offset)));
    const llvm::SCEV* low_bits = evolution_.getTruncateExpr(address, bits);
    llvm::Instruction* place = place_for(low_bits, *choice.store);
    if (place == choice.store) return test(low_bits, place);
    llvm::Value*& known = before_loops_[{low_bits, place}];
    return known != nullptr ? known : known = test(low_bits, place);
  }

 private:
  llvm::Value* test(const llvm::SCEV* low_bits, llvm::Instruction* place) {
    llvm::IRBuilder<> builder(place);
    llvm::Value* aligned =
        builder.CreateIsNull(expander_.expandCodeFor(low_bits, low_bits->getType(), place));
    return builder.CreateAnd(allowed_, aligned);
  }

  llvm::Instruction* place_for(const llvm::SCEV* value, llvm::StoreInst& store) {
    const llvm::Loop* loop = loops_.getLoopFor(store.getParent());
    if (loop == nullptr || !evolution_.isLoopInvariant(value, loop)) return &store;
    llvm::Instruction* before =
        dominators_.getNode(loop->getHeader())->getIDom()->getBlock()->getTerminator();
    return expander_.isSafeToExpandAt(value, before) ? before : &store;
  }

  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;
  llvm::Value* allowed_;
  std::map<std::pair<const llvm::SCEV*, llvm::Instruction*>, llvm::Value*> before_loops_;
};

/// A part of a stored vector.
struct Part {
  llvm::Value* value;
  std::uint64_t offset;  ///< in bytes
};

/// The vector in parts with a power of two of elements. Code generators take other vectors that go from block
/// to block apart, element by element.
std::vector<Part> parts_of(llvm::StoreInst& store) {
  llvm::Value* value = store.getValueOperand();
  const auto elements = llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements();
  const unsigned in_part = 1u << llvm::countr_zero(elements);
  if (in_part == elements) return {{value, 0}};
  const std::uint64_t bytes = store.getDataLayout().getTypeStoreSize(value->getType());
  llvm::IRBuilder<> builder(&store);
  std::vector<Part> parts;
  for (unsigned first = 0; first < elements; first += in_part) {
    llvm::Value* part = builder.CreateShuffleVector(value, llvm::createSequentialMask(first, in_part, 0));
    parts.push_back({part, bytes / elements * first});
  }
  return parts;
}

/// The same store of a part of its vector.
llvm::StoreInst* store_part(const llvm::StoreInst& store, const Part& part, llvm::Instruction* before) {
  llvm::IRBuilder<> builder(before);
  llvm::Value* address = const_cast<llvm::Value*>(store.getPointerOperand());
  if (part.offset != 0) address = builder.CreatePtrAdd(address, builder.getInt64(part.offset));
  auto* own = llvm::cast<llvm::StoreInst>(store.clone());
  own->setOperand(0, part.value);
  own->setOperand(llvm::StoreInst::getPointerOperandIndex(), address);
  own->setAlignment(llvm::commonAlignment(store.getAlign(), part.offset));
  builder.Insert(own);
  return own;
}

/// A branch to a copy of the store that goes past the caches.
void stream(const Choice& choice, llvm::Value* test) {
  llvm::StoreInst& store = *choice.store;
  const std::vector<Part> parts = parts_of(store);
  llvm::Instruction *past = nullptr, *cached = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(test, &store, &past, &cached);
  auto* one =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(store.getContext()), 1));
  for (const Part& part : parts) {
    store_part(store, part, cached);
    llvm::StoreInst* copy = store_part(store, part, past);
    const std::uint64_t bytes = store.getDataLayout().getTypeStoreSize(part.value->getType());
    copy->setAlignment(llvm::Align(std::min(bytes, kLine)));
    copy->setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(store.getContext(), one));
  }
  store.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses StreamingStores::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  llvm::Argument* group_context = group_context_of(function);
  if (group_context == nullptr) return llvm::PreservedAnalyses::all();
  const Reads reads(function);
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  Chooser chooser(reads, loops, dominators, evolution, analyses.getResult<llvm::TargetIRAnalysis>(function),
                  analyses.getResult<TargetModelAnalysis>(function));
  for (llvm::BasicBlock& block : function) chooser.add(block);
  Tests make_test(*group_context, loops, dominators, evolution);
  std::vector<llvm::Value*> tests;
  for (const Choice& choice : chooser.choices()) tests.push_back(make_test[choice]);
  for (std::size_t i = 0; i < tests.size(); ++i) stream(chooser.choices()[i], tests[i]);
  if (chooser.choices().empty()) return llvm::PreservedAnalyses::all();
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  // A loop with such a test gets two forms: a branch in each iteration would take a fifth of the time of a
  // short one.
  auto unswitch = llvm::createFunctionToLoopPassAdaptor(llvm::SimpleLoopUnswitchPass(true), true);
  unswitch.run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
