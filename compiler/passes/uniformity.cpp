// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/uniformity.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/passes/address_spaces.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

/// Whether the load reads a struct argument that the kernel does not change (struct_arguments.h).
bool reads_argument(const llvm::LoadInst& load) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
  return argument != nullptr && argument->hasByValAttr() &&
         load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// The buffers that a kernel only reads, as far as its arguments tell. A store to the same buffer through
/// another argument would be a race, unless a barrier orders it; after the barrier, all work-items read the
/// same again.
class ReadBuffers {
 public:
  explicit ReadBuffers(llvm::Function& kernel) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (!instruction.mayWriteToMemory()) continue;
      for (const llvm::Value* operand : instruction.operands())
        if (operand->getType()->isPointerTy() && !llvm::isa<llvm::Function>(operand)) add(*operand);
    }
  }

  bool reads(const llvm::LoadInst& load) const {
    const auto* buffer = llvm::dyn_cast<llvm::Argument>(object_of(*load.getPointerOperand()));
    return buffer != nullptr && load.isSimple() && !writes_anywhere_ && !written_.contains(buffer);
  }

 private:
  static const llvm::Value* object_of(const llvm::Value& address) {
    return llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  }

  void add(const llvm::Value& address) {
    const llvm::Value* object = object_of(address);
    written_.insert(object);
    writes_anywhere_ |= !llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::GlobalVariable>(object);
  }

  llvm::SmallPtrSet<const llvm::Value*, 8> written_;
  bool writes_anywhere_ = false;
};

/// Whether the result is varying even if all operands are uniform.
bool is_source(const llvm::Instruction& instruction, const ReadBuffers& buffers) {
  if (const WorkItemFunction* row = called_work_item_function(instruction)) return row->is_local_id;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isVolatile() || (load->getPointerAddressSpace() != kConstantAddressSpace &&
                                  !reads_argument(*load) && !buffers.reads(*load));
  if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
  return instruction.mayReadOrWriteMemory();
}

/// Limit of examined blocks for all branches together.
constexpr std::size_t kMostVisits = 4u << 20;

/// The blocks between a branch and `end`, where all its paths have met again; null if there is no such block.
struct Influence {
  std::vector<llvm::BasicBlock*> between;
  llvm::BasicBlock* end = nullptr;
};

Influence influence_of(llvm::BasicBlock* branch, const llvm::PostDominatorTree& tree) {
  const auto* node = tree.getNode(branch);
  const auto* meet = node != nullptr ? node->getIDom() : nullptr;
  Influence influence;
  influence.end = meet != nullptr ? meet->getBlock() : nullptr;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
  std::vector<llvm::BasicBlock*> open(llvm::succ_begin(branch), llvm::succ_end(branch));
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    if (block == influence.end || !seen.insert(block).second) continue;
    influence.between.push_back(block);
    open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return influence;
}

/// The solver's results.
struct Findings {
  llvm::SmallPtrSet<const llvm::Value*, 32>& varying;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16>& divided;
};

class Solver {
 public:
  Solver(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators, const Findings& findings)
      : varying_(findings.varying), divided_(findings.divided), post_dominators_(post_dominators) {
    const ReadBuffers buffers(kernel);
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (is_source(instruction, buffers)) mark(instruction);
    }
  }

  /// False if it was left unfinished.
  bool solve() {
    while (!open_.empty()) {
      if (visits_ > kMostVisits) return false;
      llvm::Instruction* value = open_.back();
      open_.pop_back();
      for (llvm::User* user : value->users()) {
        auto* instruction = llvm::cast<llvm::Instruction>(user);
        if (instruction->isTerminator()) {
          diverge(*instruction);
        } else {
          mark(*instruction);
        }
      }
    }
    return true;
  }

 private:
  void mark(llvm::Instruction& instruction) {
    if (instruction.getType()->isVoidTy()) return;
    if (varying_.insert(&instruction).second) open_.push_back(&instruction);
  }

  /// Where paths meet, the chosen value depends on the path. If work-items leave a loop at different times,
  /// its header is between branch and end, so every value that changes from iteration to iteration is varying
  /// afterwards.
  void diverge(llvm::Instruction& branch) {
    if (branch.getNumSuccessors() < 2 || !varying_.insert(&branch).second) return;
    const Influence influence = influence_of(branch.getParent(), post_dominators_);
    visits_ += influence.between.size();
    divided_.insert(influence.between.begin(), influence.between.end());
    for (llvm::BasicBlock* block : influence.between)
      for (llvm::PHINode& phi : block->phis()) mark(phi);
    if (influence.end != nullptr) mark_joined(*branch.getParent(), influence);
  }

  /// Values that depend on the path from the branch to the place where all paths have met. Other paths to
  /// that place, from before or around a loop, do not count.
  void mark_joined(const llvm::BasicBlock& branch, const Influence& influence) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> on_the_way(influence.between.begin(),
                                                              influence.between.end());
    on_the_way.insert(&branch);
    for (llvm::PHINode& phi : influence.end->phis()) {
      llvm::SmallPtrSet<const llvm::Value*, 4> values;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        if (on_the_way.contains(phi.getIncomingBlock(i))) values.insert(phi.getIncomingValue(i));
      if (values.size() > 1) mark(phi);
    }
  }

  llvm::SmallPtrSet<const llvm::Value*, 32>& varying_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16>& divided_;
  std::size_t visits_ = 0;
  const llvm::PostDominatorTree& post_dominators_;
  std::vector<llvm::Instruction*> open_;
};

}  // namespace

llvm::AnalysisKey UniformityAnalysis::Key;

Uniformity UniformityAnalysis::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  return {kernel, analyses.getResult<llvm::PostDominatorTreeAnalysis>(kernel)};
}

Uniformity::Uniformity(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators)
    : kernel_(&kernel) {
  too_large_ = !Solver(kernel, post_dominators, {varying_, divided_}).solve();
}

bool Uniformity::diverges(const llvm::BasicBlock& block) const { return is_varying(*block.getTerminator()); }

void Uniformity::print(llvm::raw_ostream& out) const {
  for (llvm::BasicBlock& block : *kernel_) {
    for (llvm::Instruction& instruction : block) {
      if (instruction.getType()->isVoidTy() && !instruction.isTerminator()) continue;
      out << (is_varying(instruction) ? "varying" : "uniform") << instruction << '\n';
    }
  }
}

}  // namespace quadcl::compiler
