// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace quadcl::compiler {
namespace {

/// The section of what the compiler keeps for itself, like the list of things with __attribute__((used)). It
/// is not emitted.
constexpr llvm::StringLiteral kOfCompilerOnly = "llvm.metadata";

bool is_assembly(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->isInlineAsm();
}

}  // namespace

bool has_assembly(const llvm::Module& module, std::string& log) {
  const auto refuse = [&](const llvm::Twine& what) {
    log += ("error: QUADCL_SOURCE_FILES=off does not allow " + what + "\n").str();
    return true;
  };
  if (!module.getModuleInlineAsm().empty()) return refuse("assembly in a program");
  for (const llvm::Function& function : module)
    if (llvm::any_of(llvm::instructions(function), is_assembly))
      return refuse("assembly: function '" + function.getName() + "'");
  for (const llvm::GlobalObject& object : module.global_objects())
    if (object.hasSection() && object.getSection() != kOfCompilerOnly)
      return refuse("section attributes: '" + object.getName() + "'");
  return false;
}

}  // namespace quadcl::compiler
