// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "compiler/codegen/code_generator.h"

namespace quadcl::compiler {

/// For this machine and the instruction sets of host_cpu_features(): a shared object of position-independent
/// code that exports one function for each kernel. Null if LLVM has no code generator for the machine.
std::unique_ptr<CodeGenerator> make_native_generator(bool optimise);

}  // namespace quadcl::compiler
