// SPDX-License-Identifier: Apache-2.0
// kernel-opt: the compiler's passes, one by one, over a small program. What `opt` is to LLVM's own.
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

#include "compiler/codegen/native.h"
#include "compiler/frontend/builtin_library.h"
#include "compiler/frontend/frontend.h"
#include "compiler/passes/atomics.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/early_returns.h"
#include "compiler/passes/group_scratch.h"
#include "compiler/passes/guard_bounds.h"
#include "compiler/passes/item_slots.h"
#include "compiler/passes/iteration_order.h"
#include "compiler/passes/local_variables.h"
#include "compiler/passes/loop_decisions.h"
#include "compiler/passes/loop_interchange.h"
#include "compiler/passes/pass_runner.h"
#include "compiler/passes/printf.h"
#include "compiler/passes/row_loads.h"
#include "compiler/passes/safe_conversion.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/soft_halves.h"
#include "compiler/passes/strided_loops.h"
#include "compiler/passes/strides.h"
#include "compiler/passes/uniformity.h"
#include "compiler/passes/unrolling.h"
#include "compiler/passes/unswitching.h"
#include "compiler/passes/work_group.h"
#include "icd/language.h"

namespace {

using namespace quadcl::compiler;

struct Arguments {
  std::string input;
  std::string passes;
  std::string options;
  FixedLocalSize local_size{};
  bool print_module = false;
};

[[noreturn]] void fail(const std::string& problem) {
  llvm::outs().flush();
  std::cerr << problem << '\n';
  std::exit(1);
}

template <auto transform>
void each_kernel(llvm::Module& module, const Arguments&) {
  for (llvm::Function* kernel : kernels_of(module)) transform(*kernel);
}

template <auto transform>
void whole(llvm::Module& module, const Arguments&) {
  transform(module);
}

void clean_up_or_fail(llvm::Module& module, const Arguments&) {
  if (const std::string problem = clean_up(module); !problem.empty()) fail(problem);
}

template <bool optimise>
void make_work_groups(llvm::Module& module, const Arguments& arguments) {
  expand_local_variable_uses(module);
  for (llvm::Function* kernel : kernels_of(module)) {
    const std::string symbol = kernel->getName().str() + ".group";
    const auto made = compile_for_work_group(*kernel, symbol, {arguments.local_size, optimise});
    llvm::outs() << "; " << symbol << ": local " << made.local_bytes << ", item " << made.item_bytes
                 << ", private " << made.private_bytes << " bytes\n";
  }
}

/// From finished work-groups on, as codegen/generate does.
void optimise_for_this_machine(llvm::Module& module) {
  neutralise(module);
  forget_convergence(module);
  make_local_atomics_plain(module);
  make_atomic_pointers_generic(module);
  const auto machine = make_target_machine(true, HostTarget::of_this_machine(false).cpu_features);
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  optimise(module, *machine, true);
}

void print_uniformity(llvm::Function& kernel) { Uniformity(kernel).print(llvm::outs()); }

void print_strides(llvm::Function& kernel) {
  const Uniformity uniformity(kernel);
  Strides(uniformity).print(kernel, llvm::outs());
}

void print_regions(llvm::Function& kernel) { form_barrier_regions(kernel).print(llvm::outs()); }

void print_slots(llvm::Function& kernel) {
  make_item_slots(kernel, form_barrier_regions(kernel)).print(llvm::outs());
}

/// A pass by the name under which --passes knows it.
struct NamedPass {
  const char* name;
  void (*run)(llvm::Module&, const Arguments&);
};

constexpr NamedPass kPasses[]{
    {"barrier-regions", each_kernel<form_barrier_regions>},
    {"clean-up", clean_up_or_fail},
    {"forget-convergence", whole<forget_convergence>},
    {"generic-atomics", whole<make_atomic_pointers_generic>},
    {"group-scratch", whole<place_group_scratch>},
    {"interchange-loops", each_kernel<interchange_uniform_loops>},
    {"keep-early-returns", each_kernel<keep_early_returns_only>},
    {"local-atomics", whole<make_local_atomics_plain>},
    {"neutralise", whole<static_cast<void (*)(llvm::Module&)>(neutralise)>},
    {"optimise", whole<optimise_for_this_machine>},
    {"print<barrier-regions>", each_kernel<print_regions>},
    {"print<item-slots>", each_kernel<print_slots>},
    {"print<strides>", each_kernel<print_strides>},
    {"print<varying>", each_kernel<print_uniformity>},
    {"printf", whole<lower_printf>},
    {"remove-early-returns", each_kernel<remove_early_returns>},
    {"safe-conversion", whole<make_conversions_safe>},
    {"safe-division", whole<make_division_safe>},
    {"separate-loop-decisions", each_kernel<separate_loop_decisions>},
    {"soft-halves", whole<soften_halves>},
    {"split-strided-loops", each_kernel<split_strided_loops>},
    {"work-group", make_work_groups<true>},
    {"work-group<plain>", make_work_groups<false>},
};

class NamedPassAdaptor : public llvm::PassInfoMixin<NamedPassAdaptor> {
 public:
  NamedPassAdaptor(const NamedPass& pass, const Arguments& arguments) : pass_(pass), arguments_(arguments) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    pass_.run(module, arguments_);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  const NamedPass& pass_;
  const Arguments& arguments_;
};

bool add_pass(llvm::StringRef name, llvm::ModulePassManager& passes, const Arguments& arguments) {
  const auto add_function_pass = [&](auto pass) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
    return true;
  };
  const auto add_loop_pass = [&](auto pass) {
    return add_function_pass(llvm::createFunctionToLoopPassAdaptor(std::move(pass)));
  };
  if (name == "bound-by-guards") return add_function_pass(BoundByGuards());
  if (name == "hoist-row-loads") return add_loop_pass(HoistRowLoads());
  if (name == "iteration-order") return add_function_pass(KeepIterationOrder());
  if (name == "keep-long-loops") return add_function_pass(KeepLongLoops());
  if (name == "unroll-short-loops") return add_loop_pass(UnrollShortLoops());
  if (name == "unswitch-rows") return add_loop_pass(UnswitchRows());
  for (const NamedPass& pass : kPasses) {
    if (name != pass.name) continue;
    passes.addPass(NamedPassAdaptor(pass, arguments));
    return true;
  }
  return false;
}

void run_pipeline(llvm::Module& module, const Arguments& arguments) {
  run_passes(module, {}, [&](llvm::PassBuilder& builder) {
    builder.registerPipelineParsingCallback([&](llvm::StringRef name, llvm::ModulePassManager& passes,
                                                llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
      return add_pass(name, passes, arguments);
    });
    llvm::ModulePassManager passes;
    if (auto error = builder.parsePassPipeline(passes, arguments.passes))
      fail(llvm::toString(std::move(error)));
    return passes;
  });
}

std::unique_ptr<llvm::Module> read_ir(const std::string& path, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  auto module = llvm::parseIRFile(path, problem, context);
  if (module == nullptr) {
    problem.print("kernel-opt", llvm::errs());
    std::exit(1);
  }
  return module;
}

/// OpenCL C after the front end, with the builtins it calls.
std::unique_ptr<llvm::Module> compile(const Arguments& arguments, llvm::LLVMContext& context) {
  std::stringstream text, extensions(quadcl::icd::language_for_compiler());
  text << std::ifstream(arguments.input).rdbuf();
  Source source;
  source.text = text.str();
  for (std::string name; extensions >> name;) source.extensions.push_back(name);
  const auto options = parse_build_options(arguments.options);
  if (!options) fail("these are no build options: " + arguments.options);
  std::string log;
  auto module = compile_source(context, source, *options, log);
  std::cerr << log;
  if (module == nullptr) std::exit(1);
  if (!link_builtin_library(*module, source.address_bits)) fail("the builtins cannot be linked");
  return module;
}

int run(const Arguments& arguments) {
  llvm::LLVMContext context;
  const bool is_source = llvm::StringRef(arguments.input).ends_with(".cl");
  const auto module = is_source ? compile(arguments, context) : read_ir(arguments.input, context);
  run_pipeline(*module, arguments);
  if (llvm::verifyModule(*module, &llvm::errs())) fail("the passes left IR that is not valid");
  if (arguments.print_module) module->print(llvm::outs(), nullptr);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Runs passes over LLVM IR (.ll), or over OpenCL C (.cl) as it comes from the front end.\n"
      "Exit status: 0 success, 1 what a pass or the input is at fault for, 2 wrong arguments."};
  Arguments arguments;
  app.add_option("input", arguments.input, "the program")->required()->check(CLI::ExistingFile);
  app.add_option("--passes", arguments.passes,
                 "in the syntax of opt: the compiler's own, which are module passes, and LLVM's")
      ->required();
  app.add_option("--options", arguments.options, "build options for OpenCL C");
  app.add_option("--local-size", arguments.local_size, "one that all work-groups have: X,Y,Z")
      ->delimiter(',');
  app.add_flag("-S", arguments.print_module, "print the program afterwards");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run(arguments);
}
