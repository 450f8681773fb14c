// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Argument.h>

#include <cstdint>
#include <optional>

namespace quadcl::compiler {

/// A member of an image that is an argument of its kernel, by its offset (core/image_abi.h).
struct ImageMember {
  const llvm::Argument* image;
  std::uint64_t offset;
};

/// The member that the value is loaded from; none if it is no such load.
std::optional<ImageMember> loaded_member(const llvm::Value& value);

}  // namespace quadcl::compiler
