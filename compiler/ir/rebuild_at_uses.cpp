// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/rebuild_at_uses.h"

namespace quadcl::compiler {

llvm::Instruction* place_of(const llvm::Use& use) {
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi != nullptr ? phi->getIncomingBlock(use)->getTerminator() : user;
}

void rebuild_at_uses(llvm::Instruction& value, llvm::function_ref<bool(const llvm::Use&)> is_wanted,
                     llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&)> make) {
  llvm::SmallVector<llvm::Use*> uses;
  for (llvm::Use& use : value.uses())
    if (is_wanted(use)) uses.push_back(&use);
  // A phi must have one value for each block, however many edges lead from there.
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> made;
  for (llvm::Use* use : uses) {
    llvm::Instruction* place = place_of(*use);
    llvm::Value*& known = made[place];
    if (known == nullptr) {
      llvm::IRBuilder<> builder(place);
      known = make(builder);
    }
    use->set(known);
  }
}

}  // namespace quadcl::compiler
