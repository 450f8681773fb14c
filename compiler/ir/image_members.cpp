// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/image_members.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/handles.h"

namespace quadcl::compiler {

std::optional<ImageMember> loaded_member(const llvm::Value& value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  if (load == nullptr || !load->isSimple()) return {};
  const llvm::DataLayout& layout = load->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperand()->getType()), 0);
  const llvm::Value* base =
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  if (argument == nullptr || handle_type(*argument) <= HandleType::sampler) return {};
  return ImageMember{argument, offset.getZExtValue()};
}

}  // namespace quadcl::compiler
