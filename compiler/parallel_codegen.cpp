// SPDX-License-Identifier: Apache-2.0
#include "compiler/parallel_codegen.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/Threading.h>

#include <algorithm>
#include <functional>

#include "compiler/give_up.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernels.h"
#include "compiler/log_diagnostics.h"
#include "compiler/sandbox.h"

namespace quadcl::compiler {
namespace {

/// With fewer instructions than this, compiling a share takes no longer than dividing the program.
constexpr std::size_t kLeastInstructionsOfShare = 200;

/// Kernels that one thread compiles, by their number in the module, and the result.
struct Share {
  std::vector<std::size_t> kernels;
  std::size_t instructions = 0;
  ObjectCode object;
  std::string log;
  bool has_huge_functions = false;
};

/// Compiles a module that has only the kernels of the share.
void compile_share(llvm::Module& module, CodeGenerator& generator, const CodeJob& job, Share& share) {
  Compilation compilation = job.compilation;
  compilation.images.clear();
  for (const std::size_t kernel : share.kernels) {
    KernelImage& image = *job.compilation.images[kernel];
    image.code.symbol = "quadcl_kernel_" + std::to_string(kernel);
    compilation.images.push_back(&image);
  }
  share.object = make_object(module, job.row, generator, compilation, share.log);
  share.has_huge_functions = compilation.has_huge_functions;
}

/// Assigns kernels, the largest first, each to the share with the least work. One share if division is not
/// worth its time, or if kernels refer to each other.
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

/// The program's own variables are only in the first share's object, constants in each.
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

/// Keeps the share's kernels; only the first share keeps the variables.
void keep_share(llvm::Module& module, const Share& share, bool is_first) {
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (!llvm::is_contained(share.kernels, i)) kernels[i]->eraseFromParent();
  if (is_first) return;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasHiddenVisibility()) variable.setInitializer(nullptr);
}

void compile_copy(llvm::StringRef bitcode, const CodeJob& job, bool is_first, Share& share) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<LogDiagnostics>(share.log, job.compilation.vectorise));
  auto module = llvm::parseBitcodeFile({bitcode, "program"}, context);
  if (!module) {
    share.log += "error: " + llvm::toString(module.takeError()) + "\n";
    return;
  }
  keep_share(**module, share, is_first);
  const auto generator = job.row.make(job.target, job.compilation.optimise);  // the whole program had one
  compile_share(**module, *generator, job, share);
}

void compile_together(llvm::Module& module, const CodeJob& job, std::vector<Share>& shares) {
  share_variables(module);
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  std::vector<std::function<void()>> pieces;
  for (Share& share : shares) {
    pieces.push_back([&, is_first = &share == &shares.front()] {
      compile_copy({bitcode.data(), bitcode.size()}, job, is_first, share);
    });
  }
  if (const auto failure = run_in_sandbox(pieces)) give_up(failure->c_str());
}

}  // namespace

std::vector<std::byte> generate_code(llvm::Module& module, CodeGenerator& generator, const CodeJob& job,
                                     std::string& log) {
  std::vector<Share> shares = divide(module);
  if (shares.size() == 1) {
    compile_share(module, generator, job, shares.front());
  } else {
    compile_together(module, job, shares);
  }
  std::vector<ObjectCode> objects;
  bool has_huge_functions = false;
  for (Share& share : shares) {
    log += share.log;
    has_huge_functions |= share.has_huge_functions;
    if (share.object.empty()) return {};
    objects.push_back(std::move(share.object));
  }
  if (has_huge_functions && job.compilation.optimise)
    log += "warning: parts of the program are too large to be optimised in reasonable time\n";
  return generator.link(objects, log);
}

}  // namespace quadcl::compiler
