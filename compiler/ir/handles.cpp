// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/handles.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Metadata.h>

namespace quadcl::compiler {

HandleType handle_type(const llvm::Argument& argument) {
  const llvm::MDNode* types = argument.getParent()->getMetadata("kernel_arg_base_type");
  if (types == nullptr || argument.getArgNo() >= types->getNumOperands()) return HandleType::none;
  const auto* name = llvm::dyn_cast<llvm::MDString>(types->getOperand(argument.getArgNo()));
  return llvm::StringSwitch<HandleType>(name != nullptr ? name->getString() : "")
      .Case("sampler_t", HandleType::sampler)
      .Case("image1d_t", HandleType::image1d)
      .Case("image1d_array_t", HandleType::image1d_array)
      .Case("image1d_buffer_t", HandleType::image1d_buffer)
      .Case("image2d_t", HandleType::image2d)
      .Case("image2d_array_t", HandleType::image2d_array)
      .Case("image2d_array_depth_t", HandleType::image2d_array_depth)
      .Case("image2d_depth_t", HandleType::image2d_depth)
      .Case("image3d_t", HandleType::image3d)
      .Default(HandleType::none);
}

bool takes_handles(const llvm::Function& kernel) {
  return llvm::any_of(kernel.args(), [](const llvm::Argument& argument) {
    return handle_type(argument) != HandleType::none;
  });
}

}  // namespace quadcl::compiler
