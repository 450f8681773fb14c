// SPDX-License-Identifier: Apache-2.0
#include "compiler/build.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/add_qpu_code.h"
#include "compiler/build_limits.h"
#include "compiler/frontend/assembly.h"
#include "compiler/frontend/builtin_library.h"
#include "compiler/frontend/inspect_program.h"
#include "compiler/ir/kernels.h"
#include "compiler/log_diagnostics.h"
#include "compiler/make_compilation.h"
#include "compiler/parallel_codegen.h"
#include "compiler/pipeline.h"
#include "compiler/postponement.h"
#include "core/launch/group_facts.h"

namespace quadcl::compiler {
namespace {

std::vector<std::byte> bitcode_of(const llvm::Module& module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  const auto* begin = reinterpret_cast<const std::byte*>(buffer.data());
  return {begin, begin + buffer.size()};
}

const CodeGeneratorRow& generator_row() { return code_generators().front(); }

std::unique_ptr<CodeGenerator> make_generator(const BuildOptions& options, std::string& log) {
  auto generator = generator_row().make(options.target, options.optimise);
  if (generator == nullptr) log += "error: no code generator for this processor\n";
  return generator;
}

/// Makes machine code from the cleaned-up IR of the image's kernels.
bool add_code(llvm::Module& module, CodeGenerator& generator, const BuildOptions& options, Built& built) {
  const auto code = std::make_shared<NativeCode>();
  const Compilation compilation = compilation_of(options, built.image);
  code->elf = generate_code(module, generator, {generator_row(), options.target, compilation}, built.log);
  if (code->elf.empty()) return false;
  built.image.kind = ProgramKind::executable;
  built.image.code = code;
  for (KernelImage& kernel : built.image.kernels) kernel.code.object = code;
  return true;
}

/// Whether formats are known, so that the kernel can be compiled for QPUs.
bool knows_images(const BuildOptions& options) { return llvm::any_of(options.facts, is_format); }

/// Whether the kernel is compiled for work-groups of a known size, which only its code for QPUs makes use of.
bool knows_group(const BuildOptions& options) { return llvm::any_of(options.facts, is_size); }

/// Whether work-items meet at barriers.
bool has_barriers(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() && function.getName().contains("barrier") && !function.use_empty();
  });
}

/// Makes the kernel's code for QPUs for the formats for which the CPU has versions, as long as there is time.
/// `program`: the kernel alone, without builtin functions.
void compile_qpu_versions(const llvm::Module& program, const BuildOptions& options, KernelImage& kernel) {
  BuildOptions own = options;
  for (QpuVersion& version : kernel.qpu_versions) {
    if (build_is_late()) break;
    const auto module = llvm::CloneModule(program);
    own.facts = version.facts;
    std::vector<KernelImage> made{kernel};
    add_qpu_code(*module, own, made);
    version.code = made[0].qpu_code;
    kernel.not_on_qpus = made[0].not_on_qpus;
  }
  std::erase_if(kernel.qpu_versions, [](const QpuVersion& version) { return version.code == nullptr; });
  if (!kernel.qpu_versions.empty()) kernel.not_on_qpus = "its code for QPUs is for images of other formats";
}

/// The same for all kernels. `bitcode`: of the program without builtin functions; empty: they get none.
void compile_all_qpu_versions(llvm::LLVMContext& context, const std::vector<std::byte>& bitcode,
                              const BuildOptions& options, Built& built) {
  std::string ignored;  // what has no versions runs on the CPU
  for (KernelImage& kernel : built.image.kernels) {
    if (kernel.qpu_versions.empty()) continue;
    const auto alone =
        bitcode.empty() ? nullptr : read_kernels(context, built.image, bitcode, kernel.name, ignored);
    if (alone != nullptr)
      compile_qpu_versions(*alone, options, kernel);
    else
      kernel.qpu_versions.clear();
  }
}

/// Makes machine code from the program's IR, or leaves it to `finish_program`.
bool make_executable(llvm::Module& module, const BuildOptions& options, unsigned address_bits, Built& built) {
  const auto generator = make_generator(options, built.log);
  if (generator == nullptr) return false;
  if (!options.source_files && has_assembly(module, built.log)) return false;
  inspect_program(module, built.image);
  const auto for_qpus = options.qpu_rules != QpuRules::none ? llvm::CloneModule(module) : nullptr;
  const bool takes_images = std::ranges::any_of(built.image.kernels, &KernelImage::takes_images);
  const bool in_groups = for_qpus != nullptr && has_barriers(module);
  const bool is_made_for_launches = (in_groups && options.may_postpone) || takes_images;
  std::vector<std::byte> qpu_bitcode;
  if (for_qpus != nullptr && is_made_for_launches && kernels_stand_alone(module))
    qpu_bitcode = bitcode_of(module);
  if (!link_builtin_library(module, address_bits)) return false;
  generator->prepare(module);
  Compilation compilation = compilation_of(options, built.image);
  if (for_qpus != nullptr) add_qpu_code(*for_qpus, options, built.image.kernels);
  if (!clean_up(module, compilation)) return false;
  if (!options.may_postpone || !kernels_can_wait(module, options.vectorise, in_groups)) {
    if (!add_code(module, *generator, options, built)) return false;
    if (options.may_postpone) qpu_bitcode.clear();  // a build by the application does not wait for versions
    compile_all_qpu_versions(module.getContext(), qpu_bitcode, options, built);
    return true;
  }
  built.image.kind = ProgramKind::postponed;
  built.image.bitcode = bitcode_of(module);
  built.image.qpu_bitcode = std::move(qpu_bitcode);
  return true;
}

bool merge(llvm::Module& into, const ProgramImage& input, std::string& log) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(input.bitcode.data()), input.bitcode.size());
  auto module = llvm::parseBitcodeFile({bytes, "program"}, into.getContext());
  if (!module) {
    log += "error: " + llvm::toString(module.takeError()) + "\n";
    return false;
  }
  if (into.getTargetTriple().empty()) {
    into.setTargetTriple((*module)->getTargetTriple());
    into.setDataLayout((*module)->getDataLayout());
  }
  return !llvm::Linker::linkModules(into, std::move(*module));
}

void keep_bitcode(llvm::Module& module, ProgramKind kind, Built& built) {
  llvm::StripDebugInfo(module);
  built.image.kind = kind;
  inspect_program(module, built.image);
  built.image.bitcode = bitcode_of(module);
  built.ok = true;
}

}  // namespace

Built build_program(const Source& source, const BuildOptions& options) {
  Built built;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(built.log, options.vectorise));
  const auto module = compile_source(context, source, options, built.log);
  built.image.target = options.target.name();
  built.ok = module != nullptr && make_executable(*module, options, source.address_bits, built);
  return built;
}

Built compile_program(const Source& source, const BuildOptions& options) {
  Built built;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(built.log, options.vectorise));
  const auto module = compile_source(context, source, options, built.log);
  built.image.target = options.target.name();
  if (module == nullptr || (!options.source_files && has_assembly(*module, built.log))) return built;
  keep_bitcode(*module, ProgramKind::object, built);
  return built;
}

Built link_programs(const std::vector<ProgramImage>& inputs, const BuildOptions& options,
                    unsigned address_bits) {
  Built built;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(built.log, options.vectorise));
  llvm::Module module("program", context);
  built.image.target = options.target.name();
  for (const ProgramImage& input : inputs) {
    if (!merge(module, input, built.log)) return built;
  }
  if (options.create_library) {
    keep_bitcode(module, ProgramKind::library, built);
  } else {
    built.ok = make_executable(module, options, address_bits, built);
  }
  return built;
}

Built finish_program(ProgramImage postponed, const std::string& kernel, const BuildOptions& options) {
  Built built;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(built.log, options.vectorise));
  const bool for_group = knows_group(options);
  const bool for_qpus = options.qpu_rules != QpuRules::none && (knows_images(options) || for_group) &&
                        !postponed.qpu_bitcode.empty();
  const auto module_of = [&](const std::vector<std::byte>& bitcode) {
    return read_kernels(context, postponed, bitcode, kernel, built.log);
  };
  const auto qpu_module = for_qpus ? module_of(postponed.qpu_bitcode) : nullptr;
  const auto module = for_group ? nullptr : module_of(postponed.bitcode);
  built.image = std::move(postponed);
  built.image.others.clear();
  std::vector<KernelImage>& kernels = built.image.kernels;
  if (!kernel.empty()) std::erase_if(kernels, [&](const KernelImage& one) { return one.name != kernel; });
  if (qpu_module != nullptr) add_qpu_code(*qpu_module, options, kernels);
  const bool has_images = std::ranges::any_of(kernels, &KernelImage::takes_images);
  BuildOptions own = options;
  // It soon makes way for kernels made for the images of launches; lanes take most of the time.
  const bool is_passing = !kernel.empty() && options.facts.empty() && has_images;
  if (is_passing && options.vectorise == Vectorise::on) own.vectorise = Vectorise::off;
  const auto generator = module != nullptr ? make_generator(options, built.log) : nullptr;
  built.ok =
      for_group ? qpu_module != nullptr : generator != nullptr && add_code(*module, *generator, own, built);
  if (!kernel.empty() || !has_images) {
    built.image.bitcode.clear();
    built.image.qpu_bitcode.clear();
  }
  return built;
}

}  // namespace quadcl::compiler
