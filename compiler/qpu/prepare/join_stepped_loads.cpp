// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/join_stepped_loads.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/ADCE.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/lane_moves.h"
#include "compiler/qpu/prepare/lane_numbers.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kBytes = 4, kBits = 8 * kBytes;  ///< of a word

bool loads_word(const llvm::LoadInst& load) {
  const unsigned space = load.getPointerAddressSpace();
  const llvm::Type& type = *load.getType();
  return load.isSimple() && (type.isFloatTy() || type.isIntegerTy(kBits)) && load.getAlign() >= kBytes &&
         (space == kGlobalAddressSpace || space == kConstantAddressSpace);
}

/// A load, and the phi that is its address.
struct SteppedLoad {
  llvm::PHINode* address;
  llvm::LoadInst* load;
};

class LoopOfSteps {
 public:
  LoopOfSteps(llvm::Loop& loop, const RowDivergence& divergence, AddressForms& forms)
      : header_(*loop.getHeader()),
        before_(loop.getLoopPreheader()),
        latch_(loop.getLoopLatch()),
        loop_(loop),
        divergence_(divergence),
        forms_(forms) {}

  /// Returns how many requests that saves.
  std::size_t run() {
    if (before_ == nullptr || latch_ == nullptr) return 0;
    std::size_t saved = 0;
    for (auto& [step, group] : find_groups()) {
      if (group.size() < 2) continue;
      join(group);
      saved += group.size() - 1;
    }
    return saved;
  }

 private:
  /// What addresses grow by, as a number of elements of a type; where they are used.
  using Step = std::tuple<const llvm::Type*, const llvm::Value*, const llvm::Type*, const llvm::BasicBlock*>;

  llvm::MapVector<Step, std::vector<SteppedLoad>, std::map<Step, unsigned>> find_groups() const {
    llvm::MapVector<Step, std::vector<SteppedLoad>, std::map<Step, unsigned>> groups;
    for (llvm::PHINode& phi : header_.phis()) {
      llvm::LoadInst* load = only_load(phi);
      if (load == nullptr || divergence_.varying.contains(&phi)) continue;
      const auto* next = step_of(phi);
      const Step step{next->getSourceElementType(), next->getOperand(1), phi.getType(), load->getParent()};
      if (auto& group = groups[step]; group.size() < kLanes) group.push_back({&phi, load});
    }
    return groups;
  }

  /// How the address comes from that of the last iteration; null if not by a step.
  llvm::GetElementPtrInst* step_of(const llvm::PHINode& phi) const {
    auto* next = llvm::dyn_cast<llvm::GetElementPtrInst>(phi.getIncomingValueForBlock(latch_));
    return next != nullptr && next->getPointerOperand() == &phi && next->getNumIndices() == 1 &&
                   loop_.isLoopInvariant(next->getOperand(1))
               ? next
               : nullptr;
  }

  /// If the address is for nothing else. Loads of its neighbours join with it where they are selected.
  llvm::LoadInst* only_load(llvm::PHINode& phi) const {
    if (!phi.getType()->isPointerTy() || !phi.hasNUses(2)) return nullptr;
    const llvm::GetElementPtrInst* next = step_of(phi);
    if (next == nullptr || !next->hasOneUse()) return nullptr;
    for (llvm::User* user : phi.users())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
          load != nullptr && loads_word(*load) && loop_.contains(load))
        return load;
    return nullptr;
  }

  void join(const std::vector<SteppedLoad>& group) {
    llvm::PHINode& address = addresses_in_lanes(group);
    const auto first = std::min_element(
        group.begin(), group.end(), [](const auto& a, const auto& b) { return a.load->comesBefore(b.load); });
    llvm::IRBuilder<> builder(first->load);
    llvm::LoadInst* words = builder.CreateAlignedLoad(builder.getInt32Ty(), &address, llvm::Align(kBytes));
    for (unsigned lane = 0; lane < group.size(); ++lane) {
      llvm::LoadInst& load = *group[lane].load;
      builder.SetInsertPoint(&first_user(load));
      llvm::Value* word = turned(*words, lane, builder, kBroadcastFunction);
      load.replaceAllUsesWith(builder.CreateBitCast(word, load.getType()));
    }
    for (const SteppedLoad& part : group) part.load->eraseFromParent();
  }

  /// Where the word is needed; where it is loaded, if that is in another block. There is one register for
  /// words of lanes that go to all lanes: operations may read it there until the next one comes.
  static llvm::Instruction& first_user(llvm::LoadInst& load) {
    llvm::Instruction* first = nullptr;
    for (llvm::User* user : load.users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (instruction->getParent() != load.getParent() || llvm::isa<llvm::PHINode>(instruction)) return load;
      if (first == nullptr || instruction->comesBefore(first)) first = instruction;
    }
    return first != nullptr ? *first : load;
  }

  static llvm::Value* lane_up_to(unsigned last, llvm::IRBuilder<>& builder) {
    const auto function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        kLaneUpToFunction, builder.getInt32Ty(), builder.getInt32Ty());
    llvm::CallInst* lane = builder.CreateCall(function, builder.getInt32(last));
    lane->setDoesNotAccessMemory();
    lane->setDoesNotThrow();
    lane->addFnAttr(llvm::Attribute::WillReturn);
    return lane;
  }

  /// What the address begins with.
  llvm::Value& start_of(const SteppedLoad& part) const {
    return *part.address->getIncomingValueForBlock(before_);
  }

  /// Whether the addresses begin at equal distances.
  bool begin_evenly(const std::vector<SteppedLoad>& group) {
    if (group.size() <= 2) return false;
    const AddressForm step = forms_.difference(start_of(group[0]), start_of(group[1]));
    for (std::size_t i = 2; i < group.size(); ++i)
      if (forms_.difference(start_of(group[i - 1]), start_of(group[i])) != step) return false;
    return true;
  }

  llvm::Value* starts_in_lanes(const std::vector<SteppedLoad>& group, llvm::IRBuilder<>& builder) {
    llvm::Value* lane = lane_up_to(static_cast<unsigned>(group.size() - 1), builder);
    llvm::Value* start = &start_of(group.front());
    if (begin_evenly(group)) {
      const auto number = [&](llvm::Value& address) {
        return builder.CreatePtrToInt(&address, builder.getInt32Ty());
      };
      llvm::Value* step = builder.CreateSub(number(start_of(group[1])), number(*start));
      return builder.CreateGEP(builder.getInt8Ty(), start, builder.CreateMul(lane, step));
    }
    for (unsigned i = 1; i < group.size(); ++i)
      start =
          builder.CreateSelect(builder.CreateICmpEQ(lane, builder.getInt32(i)), &start_of(group[i]), start);
    return start;
  }

  llvm::PHINode& addresses_in_lanes(const std::vector<SteppedLoad>& group) {
    llvm::IRBuilder<> builder(before_->getTerminator());
    llvm::Value* start = starts_in_lanes(group, builder);
    llvm::PHINode* first = group.front().address;
    builder.SetInsertPoint(&header_, header_.begin());
    llvm::PHINode* address = builder.CreatePHI(first->getType(), 2);
    llvm::Instruction* next = step_of(*first)->clone();
    next->insertBefore(step_of(*first));
    next->setOperand(0, address);
    address->addIncoming(start, before_);
    address->addIncoming(next, latch_);
    return *address;
  }

  llvm::BasicBlock &header_, *before_, *latch_;
  const llvm::Loop& loop_;
  const RowDivergence& divergence_;
  AddressForms& forms_;
};

}  // namespace

bool loads_in_lanes(const llvm::LoadInst& load) {
  Worklist<const llvm::Value*> open(load.getPointerOperand());
  while (!open.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.take());
    if (instruction == nullptr) continue;
    const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
    if (call == nullptr)
      open.add_all(instruction->operand_values());
    else if (call->getCalledFunction() != nullptr &&
             call->getCalledFunction()->getName() == kLaneUpToFunction)
      return true;
  }
  return false;
}

std::size_t join_stepped_loads(llvm::Function& version) {
  const llvm::LoopInfo loops{llvm::DominatorTree(version)};
  if (loops.empty()) return 0;
  const RowDivergence divergence = find_row_divergence(version);
  std::size_t saved = 0;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    AddressForms forms(version.getParent()->getDataLayout());
    saved += LoopOfSteps(*loop, divergence, forms).run();
  }
  if (saved == 0) return 0;
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::ADCEPass().run(version, analyses);
  return saved;
}

}  // namespace quadcl::compiler::qpu
