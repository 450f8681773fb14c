// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace llvm {
class Function;
}

namespace quadcl::compiler {

/// Whether the kernel may depend on how its NDRange is divided into work-groups: it, or a function that it
/// calls, uses local memory, a barrier, or an id or a size that is of a group. Call it before the builtins
/// are linked: they use such ids, too.
bool sees_groups(const llvm::Function& kernel);

}  // namespace quadcl::compiler
