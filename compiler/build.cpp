// SPDX-License-Identifier: Apache-2.0
#include "compiler/build.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/frontend/assembly.h"
#include "compiler/frontend/builtin_library.h"
#include "compiler/frontend/kernel_metadata.h"
#include "compiler/frontend/seen_groups.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernels.h"
#include "compiler/log_diagnostics.h"
#include "compiler/pipeline.h"
#include "compiler/postponement.h"
#include "compiler/qpu/add_qpu_code.h"
#include "compiler/shares.h"

namespace quadcl::compiler {
namespace {

/// Call it before the builtins are linked.
std::vector<KernelImage> describe_kernels(llvm::Module& module) {
  std::vector<KernelImage> kernels;
  for (const llvm::Function* kernel : kernels_of(module)) {
    kernels.push_back(describe_kernel(*kernel));
    kernels.back().sees_groups = sees_groups(*kernel);
  }
  return kernels;
}

/// The size of the program's own variables in global memory, used or not.
std::uint64_t bytes_of_variables(const llvm::Module& module) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == kGlobalAddressSpace)
      bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType());
  }
  return bytes;
}

/// Whether the program's own code uses the size of its group. Call it before the builtins are linked: they
/// use it, but accept any size.
bool asks_for_local_size(const llvm::Module& module) {
  const llvm::Function* function = module.getFunction("_Z14get_local_sizej");
  return function != nullptr && !function->use_empty();
}

/// Whether all functions of the program allow other orders of sums. Call it before the builtins are linked:
/// an inlined one would take the permission away.
bool reorders_sums(const llvm::Module& module) {
  return llvm::all_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() || function.getFnAttribute("unsafe-fp-math").getValueAsBool();
  });
}

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

Compilation compilation_of(const BuildOptions& options, std::vector<KernelImage>& kernels) {
  Compilation compilation{.images = {},
                          .optimise = options.optimise,
                          .recognise = options.recognise,
                          .vectorise = options.vectorise,
                          .target = facts_of(options.target),
                          .without = options.without,
                          .changes = options.changes};
  for (KernelImage& kernel : kernels) compilation.images.push_back(&kernel);
  return compilation;
}

/// Makes machine code from the cleaned-up IR of the image's kernels.
bool add_code(llvm::Module& module, CodeGenerator& generator, const BuildOptions& options, Built& built) {
  const auto code = std::make_shared<NativeCode>();
  const Compilation compilation = compilation_of(options, built.image.kernels);
  code->elf = generate_code(module, generator, {generator_row(), options.target, compilation}, built.log);
  if (code->elf.empty()) return false;
  built.image.kind = ProgramKind::executable;
  built.image.code = code;
  for (KernelImage& kernel : built.image.kernels) kernel.code.object = code;
  return true;
}

/// Makes machine code from the program's IR, or leaves it to `finish_program`.
bool make_executable(llvm::Module& module, const BuildOptions& options, unsigned address_bits, Built& built) {
  const auto generator = make_generator(options, built.log);
  if (generator == nullptr) return false;
  if (!options.source_files && has_assembly(module, built.log)) return false;
  built.image.variable_bytes = bytes_of_variables(module);
  const bool sees_local_size = asks_for_local_size(module), reorders = reorders_sums(module);
  built.image.kernels = describe_kernels(module);
  const auto for_qpus = options.qpu_rules != QpuRules::none ? llvm::CloneModule(module) : nullptr;
  if (!link_builtin_library(module, address_bits)) return false;
  generator->prepare(module);
  for (KernelImage& kernel : built.image.kernels) {
    kernel.needs_equal_groups = kernel.uniform_groups && sees_local_size;
    kernel.reorders_sums = reorders;
  }
  Compilation compilation = compilation_of(options, built.image.kernels);
  if (for_qpus != nullptr) qpu::add_qpu_code(*for_qpus, options, address_bits, built.image.kernels);
  if (!clean_up(module, compilation)) return false;
  if (!options.may_postpone || !kernels_can_wait(module, options.vectorise))
    return add_code(module, *generator, options, built);
  built.image.kind = ProgramKind::postponed;
  built.image.bitcode = bitcode_of(module);
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
  built.image.variable_bytes = bytes_of_variables(module);
  built.image.kernels = describe_kernels(module);
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
  const auto module = read_kernels(context, postponed, kernel, built.log);
  if (module == nullptr) return built;
  const auto generator = make_generator(options, built.log);
  built.image = std::move(postponed);
  built.image.bitcode.clear();
  built.ok = generator != nullptr && add_code(*module, *generator, options, built);
  return built;
}

}  // namespace quadcl::compiler
