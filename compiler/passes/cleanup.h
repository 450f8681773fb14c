// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace quadcl::compiler {

/// The kernels of a module, in the order of the source.
std::vector<llvm::Function*> kernels_of(llvm::Module& module);

/// Before the linker: forgets what the front end said for its stand-in target (attributes, calling
/// conventions), and lets each kernel be called by others as the ordinary function it then is.
void neutralise(llvm::Module& module);

/// Inlines everything into the kernels, promotes variables to values, and simplifies: the form that all
/// analyses of kernels work on. Address spaces and barriers are still as in the source.
/// Returns what makes the module unusable (recursion, a function that nobody defines), or nothing.
std::string clean_up(llvm::Module& module);

/// Once no barriers are left: no call has to be reached by all work-items together.
void forget_convergence(llvm::Module& module);

}  // namespace quadcl::compiler
