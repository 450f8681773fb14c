// SPDX-License-Identifier: Apache-2.0
#include "compiler/add_qpu_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <memory>

#include "compiler/clean_up/volatiles.h"
#include "compiler/frontend/builtin_library.h"
#include "compiler/ir/handles.h"
#include "compiler/ir/kernels.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/ir/worklist.h"
#include "compiler/make_compilation.h"
#include "compiler/pipeline.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/analysis/source_line.h"
#include "compiler/qpu/analysis/waiting_loops.h"
#include "compiler/qpu/generate.h"
#include "compiler/qpu/prepare/exact_floats.h"
#include "compiler/qpu/prepare/known_group.h"
#include "core/qpu_code.h"

namespace quadcl::compiler {
namespace {

/// Builtin functions that rely on rounding to nearest unless QPUs have a definition of their own, by the
/// start of their names.
constexpr llvm::StringLiteral kRoundingFunctions[] = {
    "acos",  "asin",   "atan", "cbrt",    "cos", "erf",       "exp",         "fmod", "half_",
    "hypot", "lgamma", "log",  "native_", "pow", "remainder", "remquo",      "rint", "rootn",
    "round", "rsqrt",  "sin",  "sincos",  "tan", "tgamma",    "convert_half"};

/// The name of a builtin function: of `_Z3expf`, exp.
llvm::StringRef plain_name(llvm::StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
  return mangled.take_front(length);
}

/// A function of that kind that the kernel, or a function that it calls, calls; empty if there is none. Call
/// it before the builtins are linked.
llvm::StringRef rounding_function(const llvm::Function& kernel, unsigned address_bits) {
  Worklist<const llvm::Function*> open(&kernel);
  while (!open.empty()) {
    for (const llvm::Instruction& instruction : llvm::instructions(*open.take())) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr) continue;
      if (!callee->isDeclaration()) {  // the program's own
        open.add(callee);
        continue;
      }
      const llvm::StringRef name = plain_name(callee->getName());
      if (is_defined_for_qpus(callee->getName(), address_bits)) continue;
      if (llvm::any_of(kRoundingFunctions, [&](llvm::StringRef start) { return name.starts_with(start); }))
        return name;
    }
  }
  return {};
}

/// Whether a kernel lacks room that it may find when loops stay loops.
bool compile(llvm::Function& kernel, const BuildOptions& options, KernelImage& image) {
  // Nor do the passes that QPUs need change such functions.
  if (image.not_on_qpus.empty() && kernel.hasOptNone()) image.not_on_qpus = "it is too long to be optimised";
  if (image.not_on_qpus.empty()) image.not_on_qpus = qpu::pointer_problem(kernel);
  if (image.not_on_qpus.empty()) image.not_on_qpus = qpu::waiting_problem(kernel);
  if (!image.not_on_qpus.empty()) return false;
  const bool is_exact = options.qpu_rules == QpuRules::full && !options.relaxes_floats();
  if (is_exact) qpu::make_floats_exact(kernel);
  if (const llvm::Instruction* instruction = is_exact ? qpu::inexact_float(kernel) : nullptr) {
    image.not_on_qpus = "QPUs truncate floats, which its program does not allow (-cl-fast-relaxed-math)" +
                        qpu::line_of(*instruction);
    return false;
  }
  qpu::Generated generated = qpu::knows_group(options.facts)
                                 ? qpu::generate_group_at_once(kernel, options.asks_for_qpus)
                                 : qpu::generate(kernel, options.asks_for_qpus, image.uniform_groups);
  image.qpu_code = std::move(generated.code);
  image.not_on_qpus = std::move(generated.problem);
  return generated.lacks_room;
}

/// Numbers of 64 bits take two registers, so LLVM must not make counters of loops so wide.
std::string without_wide_registers(std::string layout) {
  const std::string wide = "16:32:64";
  if (const auto place = layout.find(wide); place != layout.npos) layout.replace(place, wide.size(), "16:32");
  return layout;
}

/// Why kernels cannot run on QPUs whatever code they have.
void find_problems(llvm::Module& module, const BuildOptions& options, std::vector<KernelImage>& images) {
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    images[i].not_on_qpus.clear();
    if (options.facts.empty() && takes_handles(*kernels[i])) {
      images[i].not_on_qpus = "it takes images or samplers, which are not known when its program is built";
    } else if (const llvm::StringRef function =
                   rounding_function(*kernels[i], module.getDataLayout().getPointerSizeInBits());
               !function.empty()) {
      images[i].not_on_qpus = "it calls " + function.str() + ", which QPUs do not have";
    }
  }
}

/// Compiles kernels that have no problem yet. Returns the numbers of those that lack room.
std::vector<std::size_t> compile_kernels(llvm::Module& module, const BuildOptions& options,
                                         std::vector<KernelImage>& images) {
  const unsigned address_bits = module.getDataLayout().getPointerSizeInBits();
  if (!link_builtin_library(module, address_bits, Processor::qpu, {kGlobalIdFunction})) return {};
  module.addModuleFlag(llvm::Module::Error, kTruncatesFloats, 1);
  module.setDataLayout(without_wide_registers(module.getDataLayoutStr()));
  std::vector<KernelImage> copies = images;
  Compilation compilation = compilation_for_qpus(options, copies);
  if (!clean_up(module, compilation) || !prepare_for_qpus(module, compilation)) return {};
  std::vector<std::size_t> lacking;
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (compile(*kernels[i], options, images[i])) lacking.push_back(i);
  return lacking;
}

/// Marks the loops of all functions as not to be unrolled. Returns whether there are any.
bool keep_loops(llvm::Module& module) {
  bool has_loops = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree tree(function);
    llvm::LoopInfo loops(tree);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) llvm::addStringMetadataToLoop(loop, kNotUnrolled, 1);
    has_loops |= !loops.empty();
  }
  return has_loops;
}

}  // namespace

void add_qpu_code(llvm::Module& module, const BuildOptions& options, std::vector<KernelImage>& images) {
  find_problems(module, options, images);
  if (qpu::knows_group(options.facts))
    for (llvm::Function* kernel : kernels_of(module)) qpu::know_group(*kernel, options.facts);
  std::unique_ptr<llvm::Module> again = qpu::knows_group(options.facts) ? nullptr : llvm::CloneModule(module);
  const std::vector<std::size_t> lacking = compile_kernels(module, options, images);
  if (lacking.empty() || again == nullptr || !keep_loops(*again)) return;
  std::vector<KernelImage> others = images;
  for (std::size_t i = 0; i < others.size(); ++i)
    others[i].not_on_qpus = llvm::is_contained(lacking, i) ? "" : "it is compiled";
  compile_kernels(*again, options, others);
  for (const std::size_t i : lacking)
    if (others[i].qpu_code != nullptr) images[i] = std::move(others[i]);
}

}  // namespace quadcl::compiler
