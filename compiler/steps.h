// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "compiler/compilation.h"
#include "compiler/pass_runner.h"

namespace quadcl::compiler {

/// The data that a step is made from.
struct Assembly {
  Compilation& compilation;
  llvm::PassBuilder& builder;
};

/// The functions that a function pass runs over.
enum class Scope { functions, kernels, wide_versions };

/// Whether it is a pass of ours without which programs are slower, not wrong (RequiredPass).
template <typename Pass>
consteval bool is_optional() {
  constexpr std::string_view self = __PRETTY_FUNCTION__;
  return !requires { Pass::isRequired(); } && self.find("Pass = llvm::") == self.npos;
}

struct ModuleStep {
  void (*add)(llvm::ModulePassManager&, const Assembly&);
  bool is_optional = false;
};
struct FunctionStep {
  Scope scope;
  void (*add)(llvm::FunctionPassManager&);
  bool is_optional = false;
};
struct LoopStep {
  void (*add)(llvm::LoopPassManager&);
  bool is_optional = false;
};

/// A row of the pipeline.
struct Step {
  const char* name;  ///< the pass's name in `kernel-opt --passes`
  std::variant<ModuleStep, FunctionStep, LoopStep> pass;
  const char* why;  ///< it stands at this place
  bool (*is_wanted)(const Compilation&) = [](const Compilation&) { return true; };
};

using Steps = std::span<const Step>;

// Entries of the column of passes: a pass, the arguments of its constructor, and its range.

template <typename Pass, auto... arguments>
inline constexpr ModuleStep over_module{[](llvm::ModulePassManager& passes, const Assembly& assembly) {
                                          if constexpr (std::is_constructible_v<Pass, Compilation&>) {
                                            passes.addPass(Pass(assembly.compilation));
                                          } else {
                                            passes.addPass(Pass(arguments...));
                                          }
                                        },
                                        is_optional<Pass>()};
template <Scope scope, typename Pass, auto... arguments>
inline constexpr FunctionStep over_scope{
    scope, [](llvm::FunctionPassManager& passes) { passes.addPass(Pass(arguments...)); },
    is_optional<Pass>()};
template <typename Pass, auto... arguments>
inline constexpr FunctionStep over_functions = over_scope<Scope::functions, Pass, arguments...>;
template <typename Pass>
inline constexpr FunctionStep over_kernels = over_scope<Scope::kernels, Pass>;
template <typename Pass>
inline constexpr FunctionStep over_wide_versions = over_scope<Scope::wide_versions, Pass>;
template <typename Pass>
inline constexpr LoopStep over_loops{[](llvm::LoopPassManager& passes) { passes.addPass(Pass()); },
                                     is_optional<Pass>()};

/// Whether the step is an optional pass of ours.
bool is_optional(const Step& step);

/// The steps that the compilation wants.
std::vector<Step> wanted_steps(Steps steps, const Compilation& compilation);

/// Adds the wanted steps to a manager. Adjacent steps with the same range run together: each function goes
/// through all of them before the next function.
void add_steps(Steps steps, llvm::ModulePassManager& passes, const Assembly& assembly);
void add_steps(Steps steps, llvm::FunctionPassManager& passes);
void add_steps(Steps steps, llvm::LoopPassManager& passes);

/// Runs steps over the module until one reports an error to the module's context. False after an error.
bool run_steps(Steps steps, llvm::Module& module, Compilation& compilation,
               const PassSettings& settings = {});

}  // namespace quadcl::compiler
