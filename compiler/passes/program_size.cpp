// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/program_size.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <vector>

namespace quadcl::compiler {
namespace {

// Instructions with all calls inlined: of all functions together, and of one.
constexpr std::uint64_t kMostInlined = 4u << 20, kMostInFunction = 1u << 20;
constexpr std::size_t kHugeBlocks = 4'000;
constexpr unsigned kLongBlock = 2'000;

const llvm::Function* callee_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && !callee->isDeclaration() ? callee : nullptr;
}

/// How long each function would be with all that it calls inside.
class InlinedSizes {
 public:
  explicit InlinedSizes(const llvm::Module& module) {
    for (const llvm::Function& function : module) visit(function);
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t largest() const { return largest_; }

 private:
  struct Visit {
    const llvm::Function* function;
    std::vector<const llvm::Function*> calls;
    std::uint64_t own = 0;
    std::size_t entered = 0;  ///< of the calls
  };

  static Visit look_at(const llvm::Function& function) {
    Visit visit{&function, {}};
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      ++visit.own;
      if (const llvm::Function* callee = callee_of(instruction)) visit.calls.push_back(callee);
    }
    return visit;
  }

  /// Callees first, without recursion, since chains of calls may be long.
  void visit(const llvm::Function& start) {
    std::vector<Visit> open;
    const auto enter = [&](const llvm::Function& function) {
      if (sizes_.try_emplace(&function, 0).second) open.push_back(look_at(function));
    };
    enter(start);
    while (!open.empty()) {
      Visit& last = open.back();
      if (last.entered < last.calls.size()) {
        enter(*last.calls[last.entered++]);
      } else {
        finish(last);
        open.pop_back();
      }
    }
  }

  /// No overflow: no size counts for more than the limit.
  void finish(const Visit& visit) {
    std::uint64_t size = visit.own;
    for (const llvm::Function* callee : visit.calls)
      size = std::min(kMostInlined + 1, size + sizes_.lookup(callee));
    sizes_[visit.function] = size;
    total_ += size;
    largest_ = std::max(largest_, size);
  }

  llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes_;
  std::uint64_t total_ = 0, largest_ = 0;
};

std::string too_large(const char* what, std::uint64_t most) {
  return std::string("error: ") + what + " is too large: more than " + std::to_string(most) +
         " instructions with all calls inlined\n";
}

}  // namespace

std::string too_large_to_inline(const llvm::Module& module) {
  const InlinedSizes sizes(module);
  if (sizes.largest() > kMostInFunction) return too_large("a function", kMostInFunction);
  if (sizes.total() > kMostInlined) return too_large("the program", kMostInlined);
  return {};
}

bool is_huge(const llvm::Function& function) {
  return function.size() > kHugeBlocks || function.getInstructionCount() > kHugeInstructions;
}

bool has_long_block(const llvm::Function& function) {
  return llvm::any_of(function,
                      [](const llvm::BasicBlock& block) { return block.sizeWithoutDebug() > kLongBlock; });
}

bool mark_huge_functions(llvm::Module& module) {
  bool found = false;
  for (llvm::Function& function : module) {
    if (!is_huge(function)) continue;
    found = true;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::OptimizeNone);
  }
  return found;
}

void split_long_blocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    // Blocks that are split off come next.
    for (llvm::BasicBlock& block : function) {
      if (block.sizeWithoutDebug() <= kLongBlock) continue;
      const auto place = std::next(block.getFirstNonPHIOrDbgOrAlloca(), kLongBlock / 2);
      if (!place->isTerminator()) llvm::SplitBlock(&block, place);
    }
  }
}

}  // namespace quadcl::compiler
