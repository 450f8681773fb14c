// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/inline_choice.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <vector>

#include "compiler/clean_up/huge_functions.h"
#include "compiler/clean_up/late_inlining.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/image_functions.h"
#include "compiler/ir/kernels.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

// Limits of instructions with all calls inlined: for all functions together, and for one.
constexpr std::uint64_t kMostInlined = 4u << 20, kMostInFunction = 1u << 20;
/// Limit of instructions that copies of a function may add to a large program.
constexpr std::uint64_t kMostCopied = 2'000;
/// Limit of the variables of functions that call each other; larger variables do not belong on the stack.
constexpr std::uint64_t kMostStackBytes = 16u << 10;

const llvm::Function* defined_callee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && !callee->isDeclaration() ? callee : nullptr;
}

bool goes_into_callers(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::AlwaysInline) || is_inlined_late(function);
}

/// A function, its length and its calls of functions of the program.
struct Body {
  llvm::Function* function;
  std::uint64_t instructions = 0;
  std::vector<const llvm::Function*> calls;
};

Body look_at(const llvm::Function& function) {
  Body body{const_cast<llvm::Function*>(&function), 0, {}};
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    ++body.instructions;
    if (const llvm::Function* callee = defined_callee(instruction)) body.calls.push_back(callee);
  }
  return body;
}

/// All functions, callees first. In a cycle of calls any function may be first.
std::vector<Body> callees_first(const llvm::Module& module) {
  struct Visit {
    Body body;
    std::size_t entered = 0;  ///< of the calls
  };
  std::vector<Body> order;
  llvm::SmallPtrSet<const llvm::Function*, 32> seen;
  std::vector<Visit> open;  // a loop instead of recursion, since chains of calls may be long
  const auto enter = [&](const llvm::Function& function) {
    if (seen.insert(&function).second) open.push_back({look_at(function)});
  };
  for (const llvm::Function& function : module) {
    enter(function);
    while (!open.empty()) {
      Visit& last = open.back();
      if (last.entered < last.body.calls.size()) {
        enter(*last.body.calls[last.entered++]);
      } else {
        order.push_back(std::move(last.body));
        open.pop_back();
      }
    }
  }
  return order;
}

/// The lengths of functions after inlining. Add callees first.
class InlinedSizes {
 public:
  /// Cannot overflow: each size is capped at the limit.
  std::uint64_t add(const Body& body) {
    std::uint64_t size = body.instructions;
    for (const llvm::Function* callee : body.calls) {
      if (goes_into_callers(*callee)) size = std::min(kMostInlined + 1, size + sizes_.lookup(callee));
    }
    total_ += size;
    largest_ = std::max(largest_, size);
    return sizes_[body.function] = size;
  }

  std::uint64_t of(const llvm::Function& function) const { return sizes_.lookup(&function); }
  std::uint64_t total() const { return total_; }
  std::uint64_t largest() const { return largest_; }

 private:
  llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes_;
  std::uint64_t total_ = 0, largest_ = 0;
};

InlinedSizes inlined_sizes(const std::vector<Body>& bodies) {
  InlinedSizes sizes;
  for (const Body& body : bodies) sizes.add(body);
  return sizes;
}

/// The functions that use variables in local memory: each kernel has its own places for these.
llvm::SmallPtrSet<const llvm::Function*, 8> users_of_local_variables(const llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::Function*, 8> functions;
  Worklist<const llvm::User*> open;
  for (const llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == kLocalAddressSpace) open.add_all(variable.users());
  while (!open.empty()) {
    const llvm::User* user = open.take();
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      functions.insert(instruction->getFunction());
    } else {
      open.add_all(user->users());
    }
  }
  return functions;
}

/// The functions that can stay functions. They and their callees do not call the runner, have no barriers,
/// and use no variables of the work-group. Add callees first.
class Callable {
 public:
  explicit Callable(const llvm::Module& module) : use_local_variables_(users_of_local_variables(module)) {}

  bool add(const Body& body) {
    const llvm::Function& function = *body.function;
    if (is_kernel(function) || use_local_variables_.contains(&function)) return false;
    std::uint64_t bytes = 0, bytes_below = 0;
    for (const llvm::Function* callee : body.calls) {
      const auto known = stack_bytes_.find(callee);
      if (known == stack_bytes_.end()) return false;  // includes cycles of calls
      if (goes_into_callers(*callee)) {
        bytes += known->second;
      } else {
        bytes_below = std::max(bytes_below, known->second);
      }
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (asks_runner(instruction)) return false;
      bytes += variable_bytes(instruction);
    }
    bytes += bytes_below;
    if (bytes > kMostStackBytes) return false;
    stack_bytes_[&function] = bytes;
    return true;
  }

 private:
  static bool asks_runner(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && defined_callee(*call) == nullptr;
  }

  static std::uint64_t variable_bytes(const llvm::Instruction& instruction) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr) return 0;
    const auto size = variable->getAllocationSize(instruction.getDataLayout());
    return size ? size->getFixedValue() : kMostStackBytes + 1;
  }

  llvm::SmallPtrSet<const llvm::Function*, 8> use_local_variables_;
  llvm::DenseMap<const llvm::Function*, std::uint64_t> stack_bytes_;  ///< of the callable ones
};

std::string too_large(const char* what, std::uint64_t most) {
  return std::string(what) + " is too large: more than " + std::to_string(most) +
         " instructions with all calls inlined";
}

/// Functions for pixels of any format are long, and kernels have versions without them.
bool stays(const llvm::Function& function) { return function.getName().contains(kAnyFormatFunctions); }

/// Marks every called function to be inlined, now or later.
void inline_all(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.use_empty() || is_inlined_late(function) || stays(function))
      continue;
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

/// Whether a function would be huge (is_huge) after inlining.
bool has_huge_function(const llvm::Module& module) {
  return inlined_sizes(callees_first(module)).largest() > kHugeInstructions;
}

/// The kernels that do not become huge with all their calls inlined.
std::vector<llvm::Function*> small_kernels(const llvm::Module& module) {
  const std::vector<Body> bodies = callees_first(module);
  const InlinedSizes sizes = inlined_sizes(bodies);
  std::vector<llvm::Function*> kernels;
  for (const Body& body : bodies) {
    if (is_kernel(*body.function) && sizes.of(*body.function) <= kHugeInstructions)
      kernels.push_back(body.function);
  }
  return kernels;
}

/// Lets the kernels call copies of their own of the functions that stay functions, and of what these call.
/// The copies are marked to be inlined.
void inline_into(const std::vector<llvm::Function*>& kernels) {
  llvm::DenseMap<const llvm::Function*, llvm::Function*> copies;
  std::vector<llvm::Function*> open = kernels;
  while (!open.empty()) {
    llvm::Function& caller = *open.back();
    open.pop_back();
    for (llvm::Instruction& instruction : llvm::instructions(caller)) {
      const llvm::Function* callee = defined_callee(instruction);
      if (callee == nullptr || is_kernel(*callee) || is_inlined_late(*callee)) continue;
      llvm::Function*& copy = copies[callee];
      if (copy == nullptr) {
        llvm::ValueToValueMapTy values;
        copy = llvm::CloneFunction(const_cast<llvm::Function*>(callee), values);
        copy->addFnAttr(llvm::Attribute::AlwaysInline);
        open.push_back(copy);
      }
      llvm::cast<llvm::CallBase>(instruction).setCalledFunction(copy);
    }
  }
}

/// Removes the mark from functions whose copies would make the program long.
void keep_calls(llvm::Module& module) {
  InlinedSizes sizes;
  Callable callable(module);
  for (const Body& body : callees_first(module)) {
    const std::uint64_t size = sizes.add(body);
    if (callable.add(body) && size * body.function->getNumUses() > kMostCopied)
      body.function->removeFnAttr(llvm::Attribute::AlwaysInline);
  }
}

/// The reason why the module cannot be inlined as chosen; empty if it can. Recursive functions count once.
std::string too_large_to_inline(const llvm::Module& module) {
  const InlinedSizes sizes = inlined_sizes(callees_first(module));
  if (sizes.largest() > kMostInFunction) return too_large("a function", kMostInFunction);
  if (sizes.total() > kMostInlined) return too_large("the program", kMostInlined);
  return {};
}

}  // namespace

llvm::PreservedAnalyses InlineChoice::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  auto preserved = llvm::PreservedAnalyses::all();
  inline_all(module);
  if (has_huge_function(module)) {
    // Half of the front end's code accesses variables in memory.
    llvm::SROAPass promotion(llvm::SROAOptions::ModifyCFG);
    preserved = llvm::createModuleToFunctionPassAdaptor(std::move(promotion)).run(module, analyses);
    if (has_huge_function(module)) {
      const std::vector<llvm::Function*> small = small_kernels(module);
      keep_calls(module);
      inline_into(small);
    }
  }
  if (const std::string problem = too_large_to_inline(module); !problem.empty())
    module.getContext().emitError(problem);
  return preserved;
}

bool calls_function(const llvm::Instruction& instruction) { return defined_callee(instruction) != nullptr; }

}  // namespace quadcl::compiler
