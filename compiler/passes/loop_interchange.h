// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler {

/// Work-groups with fewer work-items along x gain nothing from loops that were interchanged.
inline constexpr unsigned kLeastItemsForInterchange = 8;

/// Puts barriers around the body of innermost loops through which all work-items of a group go together, so
/// that the loop over work-items comes to lie inside, where LLVM can vectorise it. Only loops whose memory
/// accesses are side by side, or the same, for neighbours along x are chosen, and loops with much arithmetic
/// on numbers of each work-item; none that will be unrolled. Loops that share out work among a group are
/// divided for it (strided_loops.h). If there are vectors in them, the kernel's vectors are taken apart into
/// their elements. Says how many loops there were.
unsigned interchange_uniform_loops(llvm::Function& kernel);

}  // namespace quadcl::compiler
