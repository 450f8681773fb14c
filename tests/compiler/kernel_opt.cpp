// SPDX-License-Identifier: Apache-2.0
// kernel-opt: runs the compiler's passes, one by one, over a small program, as `opt` does with LLVM's.
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

#include "compiler/frontend/builtin_library.h"
#include "compiler/frontend/frontend.h"
#include "compiler/frontend/kernel_metadata.h"
#include "compiler/ir/kernels.h"
#include "compiler/log_diagnostics.h"
#include "compiler/pipeline.h"
#include "core/builtin/recognition.h"
#include "core/language.h"

namespace {

using namespace quadcl::compiler;

struct Arguments {
  std::string input;
  std::string passes;
  std::string options;
  std::string features, tuned_for;
  std::string cpu;
  std::array<std::size_t, 3> local_size{};
  bool print_module = false;
  bool recognise = false, vectorise = false, counts_changes = false;
};

[[noreturn]] void fail(const std::string& problem) {
  llvm::outs().flush();
  std::cerr << problem << '\n';
  std::exit(1);
}

/// The data that a build has of the program, and the parts of the shipped pipeline.
class Pipeline {
 public:
  Pipeline(llvm::Module& module, const Arguments& arguments, const quadcl::HostTarget& target, bool optimise)
      : module_(module), target_(target), passes_(arguments.passes), images_(kernels_of(module).size()) {
    compilation_.optimise = optimise;
    compilation_.recognise = arguments.recognise;
    compilation_.target = facts_of(target);
    if (target.tuned_for.empty()) compilation_.target.model = {};
    if (arguments.counts_changes) compilation_.changes = &changes_;
    if (arguments.vectorise) compilation_.vectorise = quadcl::Vectorise::on;
    for (std::size_t i = 0; i < images_.size(); ++i) {
      const llvm::Function& kernel = *kernels_of(module)[i];
      if (kernel.hasMetadata("kernel_arg_addr_space")) images_[i] = describe_kernel(kernel);
      images_[i].name = kernel.getName().str();
      images_[i].code.symbol = images_[i].name + ".group";
      images_[i].required_local = arguments.local_size;
      images_[i].uniform_groups = true;
      compilation_.images.push_back(&images_[i]);
    }
  }

  /// `generator`: of the processor that analyses describe; null for none in particular.
  void run(const CodeGenerator* generator) {
    const PassSettings settings = generator != nullptr ? generator->settings() : PassSettings{};
    run_passes(module_, settings, compilation_.target.model, compilation_.changes,
               [this](llvm::PassBuilder& builder) {
                 builder.registerPipelineParsingCallback(
                     [this, &builder](llvm::StringRef name, llvm::ModulePassManager& passes,
                                      llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
                       return add_part(name, passes) || add_step(name, passes, builder);
                     });
                 llvm::ModulePassManager passes;
                 if (auto error = builder.parsePassPipeline(passes, passes_))
                   fail(llvm::toString(std::move(error)));
                 return passes;
               });
    for (const auto& [pass, count] : changes_.counts)
      llvm::outs() << "; " << pass << " changes: " << count << '\n';
    for (const quadcl::KernelImage& image : images_) {
      print_recognition(image);
      print_sizes(image.code);
    }
  }

 private:
  static void print_recognition(const quadcl::KernelImage& image) {
    if (image.recognition != nullptr)
      llvm::outs() << "; " << image.name << " is " << image.recognition->text << '\n';
    if (!image.not_recognised.empty())
      llvm::outs() << "; " << image.name << ": " << image.not_recognised << '\n';
  }

  void print_sizes(const quadcl::KernelCode& code) const {
    if (module_.getFunction(code.symbol) == nullptr) return;
    llvm::outs() << "; " << code.symbol << ": local " << code.local_bytes << ", item " << code.item_bytes
                 << ", private " << code.private_bytes << " bytes"
                 << (code.has_blocks ? ", several rows\n" : "\n");
  }

  /// Runs a part of the pipeline as a build does.
  class Part : public llvm::PassInfoMixin<Part> {
   public:
    explicit Part(std::function<void(llvm::Module&)> run) : run_(std::move(run)) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
      run_(module);
      return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }

   private:
    std::function<void(llvm::Module&)> run_;
  };

  bool add_part(llvm::StringRef name, llvm::ModulePassManager& passes) {
    if (name == "clean-up") {
      passes.addPass(Part([this](llvm::Module& module) { clean_up(module, compilation_); }));
      return true;
    }
    if (name == "work-group") {
      passes.addPass(Part([this](llvm::Module& module) { make_work_groups(module, compilation_); }));
      return true;
    }
    for (const CodeGeneratorRow& row : code_generators()) {
      if (name != row.name) continue;
      passes.addPass(Part([this, &row](llvm::Module& module) {
        const auto generator = row.make(target_, compilation_.optimise);
        generator->prepare(module);
        run_steps(row.steps, module, compilation_, generator->settings());
      }));
      return true;
    }
    return false;
  }

  /// A row as a pipeline of its own, always enabled and for all kernels.
  bool add_step(llvm::StringRef name, llvm::ModulePassManager& passes, llvm::PassBuilder& builder) {
    const Step* step = find_step(name);
    if (step == nullptr) return false;
    Step alone = *step;
    alone.is_wanted = [](const Compilation&) { return true; };
    auto* over_functions = std::get_if<FunctionStep>(&alone.pass);
    if (over_functions != nullptr && over_functions->scope == Scope::wide_versions)
      over_functions->scope = Scope::kernels;
    add_steps({&alone, 1}, passes, {compilation_, builder});
    return true;
  }

  llvm::Module& module_;
  const quadcl::HostTarget& target_;
  const std::string& passes_;
  std::vector<quadcl::KernelImage> images_;
  Compilation compilation_;
  PassChanges changes_;
};

std::unique_ptr<llvm::Module> read_ir(const std::string& path, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  auto module = llvm::parseIRFile(path, problem, context);
  if (module == nullptr) {
    problem.print("kernel-opt", llvm::errs());
    std::exit(1);
  }
  return module;
}

/// OpenCL C after the front end, with the builtins that it calls.
std::unique_ptr<llvm::Module> compile(const std::string& path, const BuildOptions& options,
                                      unsigned address_bits, llvm::LLVMContext& context) {
  std::stringstream text, extensions(quadcl::language_for_compiler());
  text << std::ifstream(path).rdbuf();
  Source source;
  source.text = text.str();
  source.address_bits = address_bits;
  for (std::string name; extensions >> name;) source.extensions.push_back(name);
  std::string log;
  auto module = compile_source(context, source, options, log);
  std::cerr << log;
  if (module == nullptr) std::exit(1);
  if (!link_builtin_library(*module, source.address_bits)) fail("the builtins cannot be linked");
  return module;
}

std::optional<quadcl::HostTarget> target_of(const Arguments& arguments) {
  if (!arguments.features.empty())
    return quadcl::HostTarget{"x86_64", arguments.features, arguments.tuned_for};
  if (!arguments.cpu.empty()) return quadcl::HostTarget::of_processor(arguments.cpu);
  auto target = quadcl::HostTarget::of_this_machine(false);
  target.tuned_for = arguments.tuned_for;
  return target;
}

int run(const Arguments& arguments) {
  std::string log;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(log, quadcl::Vectorise::verbose));
  const auto options = parse_build_options(arguments.options, log);
  if (!options) fail(log);
  const auto target = target_of(arguments);
  if (!target) fail("no such processor: " + arguments.cpu);
  const bool is_source = llvm::StringRef(arguments.input).ends_with(".cl");
  const auto module = is_source ? compile(arguments.input, *options, target->address_bits(), context)
                                : read_ir(arguments.input, context);
  std::unique_ptr<CodeGenerator> generator;
  if (!arguments.features.empty()) generator = code_generators().front().make(*target, options->optimise);
  if (generator != nullptr) generator->prepare(*module);
  Pipeline(*module, arguments, *target, options->optimise).run(generator.get());
  std::cerr << log;
  if (context.getDiagHandlerPtr()->HasErrors) return 1;
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
                 "in the syntax of opt: rows of the compiler's pipeline, at the level of modules, its parts "
                 "(clean-up, "
                 "work-group, native), and LLVM's own passes")
      ->required();
  app.add_option("--options", arguments.options, "build options");
  app.add_option("--cpu", arguments.cpu,
                 "what `native` compiles for, as in quadcl-build; without it, this machine");
  app.add_option("--features", arguments.features,
                 "run all passes for an x86 processor with these instruction sets, in "
                 "LLVM's spelling: +avx2,+fma");
  app.add_option("--tuned-for", arguments.tuned_for,
                 "LLVM's name of the processor whose numbers the passes go by");
  app.add_option("--local-size", arguments.local_size, "one that all work-groups have: X,Y,Z")
      ->delimiter(',');
  app.add_flag("--recognise", arguments.recognise, "look for built-in kernels, in `clean-up`");
  app.add_flag("--vectorise", arguments.vectorise, "make lanes of work-items, in `native`");
  app.add_flag("--time-passes", llvm::TimePassesIsEnabled, "print how long each pass took");
  app.add_flag("--count-changes", arguments.counts_changes,
               "print how many functions or loops each pass of ours has changed");
  app.add_flag("-S", arguments.print_module, "print the program afterwards");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run(arguments);
}
