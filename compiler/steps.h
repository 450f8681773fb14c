// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include <span>
#include <string>
#include <type_traits>
#include <variant>

#include "compiler/compilation.h"
#include "compiler/passes/pass_runner.h"

namespace quadcl::compiler {

/// What a step is made from.
struct Assembly {
  Compilation& compilation;
  llvm::PassBuilder& builder;
};

/// Which functions a function pass runs over.
enum class Scope { functions, kernels, wide_versions };

struct ModuleStep {
  void (*add)(llvm::ModulePassManager&, const Assembly&);
};
struct FunctionStep {
  Scope scope;
  void (*add)(llvm::FunctionPassManager&);
};
struct LoopStep {
  void (*add)(llvm::LoopPassManager&);
};

/// A row of the pipeline.
struct Step {
  const char* name;  ///< by which `kernel-opt --passes` knows the pass
  std::variant<ModuleStep, FunctionStep, LoopStep> pass;
  const char* why;  ///< it stands there
  bool (*is_wanted)(const Compilation&) = [](const Compilation&) { return true; };
};

using Steps = std::span<const Step>;

// What stands in the column of the passes: a pass, the arguments of its constructor, and what it runs over.

template <typename Pass, auto... arguments>
inline constexpr ModuleStep over_module{[](llvm::ModulePassManager& passes, const Assembly& assembly) {
  if constexpr (std::is_constructible_v<Pass, Compilation&>) {
    passes.addPass(Pass(assembly.compilation));
  } else {
    passes.addPass(Pass(arguments...));
  }
}};
template <Scope scope, typename Pass, auto... arguments>
inline constexpr FunctionStep over_scope{
    scope, [](llvm::FunctionPassManager& passes) { passes.addPass(Pass(arguments...)); }};
template <typename Pass, auto... arguments>
inline constexpr FunctionStep over_functions = over_scope<Scope::functions, Pass, arguments...>;
template <typename Pass>
inline constexpr FunctionStep over_kernels = over_scope<Scope::kernels, Pass>;
template <typename Pass>
inline constexpr FunctionStep over_wide_versions = over_scope<Scope::wide_versions, Pass>;
template <typename Pass>
inline constexpr LoopStep over_loops{[](llvm::LoopPassManager& passes) { passes.addPass(Pass()); }};

/// Adds steps to a manager, those that are wanted. Neighbours that run over the same go through it together:
/// each function meets all of them before the next function does.
void add_steps(Steps steps, llvm::ModulePassManager& passes, const Assembly& assembly);
void add_steps(Steps steps, llvm::FunctionPassManager& passes);
void add_steps(Steps steps, llvm::LoopPassManager& passes);

/// Runs steps over the module until one reports an error to the module's context. False if one did.
bool run_steps(Steps steps, llvm::Module& module, Compilation& compilation,
               const PassSettings& settings = {});

}  // namespace quadcl::compiler
