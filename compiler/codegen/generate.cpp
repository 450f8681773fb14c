// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/generate.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/Threading.h>

#include <algorithm>
#include <functional>

#include "compiler/codegen/link.h"
#include "compiler/codegen/native.h"
#include "compiler/guard.h"
#include "compiler/log_diagnostics.h"
#include "compiler/passes/address_spaces.h"
#include "compiler/passes/atomics.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/local_variables.h"
#include "compiler/passes/program_size.h"
#include "compiler/passes/work_group.h"

namespace quadcl::compiler {
namespace {

/// A share of fewer instructions is compiled in the time that it takes to divide a program.
constexpr std::size_t kLeastInstructionsOfShare = 200;

/// Kernels that one thread compiles, by their number in the module, and what came of it.
struct Share {
  std::vector<std::size_t> kernels;
  std::size_t instructions = 0;
  ObjectCode object;
  std::string log;
  bool has_huge_functions = false;
};

/// Of a kernel with a required size whose launches have no smaller groups at the end.
FixedLocalSize fixed_local_size(const KernelImage& image) {
  FixedLocalSize size{};
  if (image.uniform_groups) std::copy(image.required_local.begin(), image.required_local.end(), size.begin());
  return size;
}

/// Everything of a module that has the kernels of the share, and no others.
void compile_share(llvm::Module& module, llvm::TargetMachine& machine, std::vector<KernelImage>& images,
                   bool optimise_fully, Share& share) {
  expand_local_variable_uses(module);
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    KernelImage& image = images[share.kernels[i]];
    image.code.symbol = "quadcl_kernel_" + std::to_string(share.kernels[i]);
    const WorkGroupOptions options{fixed_local_size(image), optimise_fully && !is_huge(*kernels[i])};
    const WorkGroupKernel compiled = compile_for_work_group(*kernels[i], image.code.symbol, options);
    image.code.local_bytes = compiled.local_bytes;
    image.code.item_bytes = compiled.item_bytes;
    image.code.private_bytes = compiled.private_bytes;
  }
  forget_convergence(module);
  make_local_atomics_plain(module);
  make_atomic_pointers_generic(module);
  share.has_huge_functions = mark_huge_functions(module);
  optimise(module, machine, optimise_fully);
  share.object = make_object(module, machine, share.log);
}

/// The largest kernel first, each to the share that has least to do. One share if it is not worth the while,
/// or if kernels refer to each other.
std::vector<Share> divide(llvm::Module& module) {
  struct Part {
    std::size_t kernel, instructions;
  };
  std::vector<Part> parts;
  std::size_t instructions = 0;
  bool is_divisible = true;
  for (const llvm::Function* kernel : kernels_of(module)) {
    parts.push_back({parts.size(), kernel->getInstructionCount()});
    instructions += parts.back().instructions;
    is_divisible = is_divisible && kernel->use_empty();
  }
  const std::size_t processors = llvm::hardware_concurrency().compute_thread_count();
  const std::size_t most = std::min({processors, parts.size(), instructions / kLeastInstructionsOfShare});
  std::vector<Share> shares(is_divisible ? std::max<std::size_t>(most, 1) : 1);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.instructions > b.instructions; });
  for (const Part& part : parts) {
    Share& least = *std::min_element(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
      return a.instructions < b.instructions;
    });
    least.kernels.push_back(part.kernel);
    least.instructions += part.instructions;
  }
  for (Share& share : shares) llvm::sort(share.kernels);
  return shares;
}

/// The program's own variables are there once, in the first share's object; constants in each.
void share_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() == kLocalAddressSpace ||
        variable.getName().starts_with("llvm."))
      continue;
    if (variable.isConstant()) {
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
      continue;
    }
    if (!variable.hasName()) variable.setName("variable");
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
}

/// Leaves the share's kernels, and variables to the first share.
void keep_share(llvm::Module& module, const Share& share, bool is_first) {
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (!llvm::is_contained(share.kernels, i)) kernels[i]->eraseFromParent();
  if (is_first) return;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasHiddenVisibility()) variable.setInitializer(nullptr);
}

void compile_part(llvm::StringRef bitcode, const std::string& cpu_features, std::vector<KernelImage>& images,
                  bool optimise_fully, bool is_first, Share& share) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(share.log));
  auto module = llvm::parseBitcodeFile({bitcode, "program"}, context);
  if (!module) {
    share.log += "error: " + llvm::toString(module.takeError()) + "\n";
    return;
  }
  keep_share(**module, share, is_first);
  const auto machine = make_target_machine(optimise_fully, cpu_features);  // there was one for the program
  compile_share(**module, *machine, images, optimise_fully, share);
}

void compile_together(llvm::Module& module, const llvm::TargetMachine& machine,
                      std::vector<KernelImage>& images, bool optimise_fully, std::vector<Share>& shares) {
  share_variables(module);
  llvm::StripDebugInfo(module);  // what there is comes from the builtin functions
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  const std::string cpu_features = machine.getTargetFeatureString().str();
  std::vector<std::function<void()>> pieces;
  for (Share& share : shares) {
    pieces.push_back([&, is_first = &share == &shares.front()] {
      compile_part({bitcode.data(), bitcode.size()}, cpu_features, images, optimise_fully, is_first, share);
    });
  }
  if (const char* failure = run_guarded(pieces)) give_up(failure);
}

}  // namespace

std::vector<std::byte> generate_code(llvm::Module& module, llvm::TargetMachine& machine,
                                     std::vector<KernelImage>& images, bool optimise, std::string& log) {
  std::vector<Share> shares = divide(module);
  if (shares.size() == 1) {
    compile_share(module, machine, images, optimise, shares.front());
  } else {
    compile_together(module, machine, images, optimise, shares);
  }
  std::vector<ObjectCode> objects;
  bool has_huge_functions = false;
  for (Share& share : shares) {
    log += share.log;
    has_huge_functions |= share.has_huge_functions;
    if (share.object.empty()) return {};
    objects.push_back(std::move(share.object));
  }
  if (has_huge_functions && optimise)
    log += "warning: what is too large to be optimised in reasonable time is not\n";
  return link_shared_object(objects, log);
}

}  // namespace quadcl::compiler
