// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/required_size.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

namespace quadcl::compiler {

FixedLocalSize required_size(const llvm::Function& kernel) {
  FixedLocalSize size{};
  const llvm::MDNode* node = kernel.getMetadata("reqd_work_group_size");
  for (unsigned d = 0; node != nullptr && d < std::min(node->getNumOperands(), 3u); ++d)
    size[d] = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(d))->getZExtValue();
  return size;
}

}  // namespace quadcl::compiler
