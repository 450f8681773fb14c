// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "compiler/code_generator.h"
#include "core/host_target.h"

namespace quadcl::compiler {

/// The generator for the target. It makes a shared object of position-independent code that exports one
/// function for each kernel. Null if LLVM has no code generator for the target.
std::unique_ptr<CodeGenerator> make_native_generator(const HostTarget& target, bool optimise);

}  // namespace quadcl::compiler
