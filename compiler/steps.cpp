// SPDX-License-Identifier: Apache-2.0
#include "compiler/steps.h"

#include <llvm/IR/DiagnosticHandler.h>

#include <vector>

#include "compiler/ir/kernels.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {
namespace {

bool has_errors(const llvm::Module& module) {
  const llvm::DiagnosticHandler* handler = module.getContext().getDiagHandlerPtr();
  return handler != nullptr && handler->HasErrors;
}

/// Runs passes only over kernels and their versions.
class KernelPasses : public RequiredPass<KernelPasses> {
 public:
  KernelPasses(Scope scope, llvm::FunctionPassManager passes) : scope_(scope), passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    auto preserved = llvm::PreservedAnalyses::all();
    for (llvm::Function& function : module) {
      if (!is_kernel(function)) continue;
      if (scope_ == Scope::wide_versions && !is_version(function, KernelVersion::wide)) continue;
      preserved.intersect(passes_.run(function, functions));
    }
    preserved.preserveSet<llvm::AllAnalysesOn<llvm::Function>>();
    preserved.preserve<llvm::FunctionAnalysisManagerModuleProxy>();
    return preserved;
  }

 private:
  Scope scope_;
  llvm::FunctionPassManager passes_;
};

/// Passes that are skipped after an error.
class UnlessErrors : public RequiredPass<UnlessErrors> {
 public:
  explicit UnlessErrors(llvm::ModulePassManager passes) : passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    return has_errors(module) ? llvm::PreservedAnalyses::all() : passes_.run(module, analyses);
  }

 private:
  llvm::ModulePassManager passes_;
};

bool is_over_module(const Step& step) { return std::holds_alternative<ModuleStep>(step.pass); }
bool is_over_loops(const Step& step) { return std::holds_alternative<LoopStep>(step.pass); }

Scope scope_of(const Step& step) {
  const auto* over_functions = std::get_if<FunctionStep>(&step.pass);
  return over_functions != nullptr ? over_functions->scope : Scope::functions;
}

/// The steps at the start of `steps` that run over the same functions as the first one.
Steps first_alike(Steps steps, bool (*alike)(const Step&, const Step&)) {
  std::size_t count = 1;
  while (count < steps.size() && alike(steps[0], steps[count])) ++count;
  return steps.first(count);
}

void add_function_steps(Steps steps, llvm::ModulePassManager& passes) {
  llvm::FunctionPassManager functions;
  add_steps(steps, functions);
  if (const Scope scope = scope_of(steps[0]); scope == Scope::functions) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  } else {
    passes.addPass(KernelPasses(scope, std::move(functions)));
  }
}

}  // namespace

bool is_optional(const Step& step) {
  return std::visit([](const auto& pass) { return pass.is_optional; }, step.pass);
}

std::vector<Step> wanted_steps(Steps steps, const Compilation& compilation) {
  std::vector<Step> wanted;
  for (const Step& step : steps)
    if (step.is_wanted(compilation) && compilation.without != step.name) wanted.push_back(step);
  return wanted;
}

void add_steps(Steps steps, llvm::ModulePassManager& passes, const Assembly& assembly) {
  const std::vector<Step> wanted = wanted_steps(steps, assembly.compilation);
  for (Steps rest = wanted; !rest.empty();) {
    const Steps next = first_alike(rest, [](const Step& a, const Step& b) {
      return !is_over_module(a) && !is_over_module(b) && scope_of(a) == scope_of(b);
    });
    rest = rest.subspan(next.size());
    llvm::ModulePassManager group;
    if (is_over_module(next[0])) {
      std::get<ModuleStep>(next[0].pass).add(group, assembly);
    } else {
      add_function_steps(next, group);
    }
    passes.addPass(UnlessErrors(std::move(group)));
  }
}

void add_steps(Steps steps, llvm::FunctionPassManager& passes) {
  for (Steps rest = steps; !rest.empty();) {
    const Steps next =
        first_alike(rest, [](const Step& a, const Step& b) { return is_over_loops(a) && is_over_loops(b); });
    rest = rest.subspan(next.size());
    if (is_over_loops(next[0])) {
      llvm::LoopPassManager loops;
      add_steps(next, loops);
      passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
    } else {
      std::get<FunctionStep>(next[0].pass).add(passes);
    }
  }
}

void add_steps(Steps steps, llvm::LoopPassManager& passes) {
  for (const Step& step : steps) std::get<LoopStep>(step.pass).add(passes);
}

bool run_steps(Steps steps, llvm::Module& module, Compilation& compilation, const PassSettings& settings) {
  run_passes(module, settings, compilation.target.model, compilation.changes,
             [&](llvm::PassBuilder& builder) {
               llvm::ModulePassManager passes;
               add_steps(steps, passes, {compilation, builder});
               return passes;
             });
  return !has_errors(module);
}

}  // namespace quadcl::compiler
