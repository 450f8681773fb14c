// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/native.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <mutex>

#include "compiler/guard.h"
#include "compiler/passes/guard_bounds.h"
#include "compiler/passes/iteration_order.h"
#include "compiler/passes/pass_runner.h"
#include "compiler/passes/program_size.h"
#include "compiler/passes/row_loads.h"
#include "compiler/passes/unrolling.h"
#include "compiler/passes/unswitching.h"

namespace quadcl::compiler {
namespace {

/// Asked before each pass of code generation that can be left out; all of them are once the build is late.
class TimeGate : public llvm::OptPassGate {
 public:
  explicit TimeGate(const llvm::Module& module) {
    for (const llvm::Function& function : module)
      if (has_long_block(function)) long_functions_.insert(("function (" + function.getName() + ")").str());
  }

  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef what) override {
    check_build_time();
    // Its time grows with the square of a block's length.
    if (pass == "Machine Instruction Scheduler" && long_functions_.contains(what)) return false;
    return !build_is_late();
  }
  bool isEnabled() const override { return true; }

 private:
  llvm::StringSet<> long_functions_;
};

void initialise_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

void set_attributes(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    // The processor's own name chooses among equal instructions only; which may be used is in the features.
    function.addFnAttr("tune-cpu", llvm::sys::getHostCPUName());
    // A short loop that moves the elements of a private array is to be unrolled, not to become a call that
    // keeps the array in memory.
    for (const char* name : {"no-builtin-memcpy", "no-builtin-memmove"}) function.addFnAttr(name);
  }
}

/// What a row of work-items shares leaves the loop over it.
void add_row_passes(llvm::LoopPassManager& loops) {
  loops.addPass(HoistRowLoads());
  loops.addPass(UnswitchRows());
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimise, const std::string& cpu_features) {
  initialise_target();
  const std::string triple = llvm::sys::getDefaultTargetTriple();
  std::string problem;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  const auto level = optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "", cpu_features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine, bool fully) {
  set_attributes(module);
  PassSettings settings{&machine, {}, true};
  settings.tuning.LoopVectorization = fully;
  settings.tuning.SLPVectorization = fully;
  run_passes(module, settings, [&](llvm::PassBuilder& builder) {
    if (!fully) return builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
    builder.registerLateLoopOptimizationsEPCallback(
        [](llvm::LoopPassManager& loops, llvm::OptimizationLevel) {
          add_row_passes(loops);
          loops.addPass(UnrollShortLoops());
        });
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager& functions, llvm::OptimizationLevel) {
          functions.addPass(llvm::LoopSimplifyPass());
          functions.addPass(BoundByGuards());
          llvm::LoopPassManager loops;
          add_row_passes(loops);
          functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
          functions.addPass(KeepIterationOrder());
          functions.addPass(KeepLongLoops());
        });
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
    passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
    return passes;
  });
}

ObjectCode make_object(llvm::Module& module, llvm::TargetMachine& machine, std::string& log) {
  ObjectCode object;
  llvm::raw_svector_ostream stream(object);
  if (build_is_late() || llvm::any_of(module, is_huge)) {
    machine.setOptLevel(llvm::CodeGenOptLevel::None);
    split_long_blocks(module);
  }
  TimeGate gate(module);
  module.getContext().setOptPassGate(gate);
  const auto restore =
      llvm::make_scope_exit([&] { module.getContext().setOptPassGate(llvm::getGlobalPassGate()); });
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    log += "error: no machine code for this processor\n";
    return {};
  }
  passes.run(module);
  return object;
}

}  // namespace quadcl::compiler
