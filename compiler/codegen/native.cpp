// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/native.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <mutex>

#include "compiler/codegen/link.h"
#include "compiler/guard.h"
#include "core/host_target.h"

namespace quadcl::compiler {
namespace {

void initialise_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimise) {
  initialise_target();
  const std::string triple = llvm::sys::getDefaultTargetTriple();
  std::string problem;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  const auto level = optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "", host_cpu_features(), options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine, bool fully) {
  // The processor's own name chooses among equal instructions only; which may be used is in the features.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr("tune-cpu", llvm::sys::getHostCPUName());
  }
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = fully;
  tuning.SLPVectorization = fully;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef, llvm::Any) { check_build_time(); });
  llvm::PassBuilder builder(&machine, tuning, {}, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes = fully ? builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
                                         : builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  passes.run(module, modules);
}

std::vector<std::byte> make_shared_object(llvm::Module& module, llvm::TargetMachine& machine,
                                          std::string& log) {
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    log += "error: no machine code for this processor\n";
    return {};
  }
  passes.run(module);
  return link_shared_object({object.data(), object.size()}, log);
}

}  // namespace quadcl::compiler
