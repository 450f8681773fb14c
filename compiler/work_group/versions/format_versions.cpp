// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/format_versions.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <optional>

#include "compiler/ir/handles.h"
#include "compiler/ir/kernels.h"
#include "compiler/work_group/versions/known_handles.h"

namespace quadcl::compiler {
namespace {

/// Longer kernels have no versions: each takes as long to compile as the kernel.
constexpr std::size_t kMostInstructions = 5000;

/// The formats of a version's images, by the kind of their colours.
struct Formats {
  LaunchFact floats, naturals;
};
constexpr std::array kCommonFormats{Formats{fact_of_format(ChannelOrder::RGBA, ChannelType::UNORM_INT8),
                                            fact_of_format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8)},
                                    Formats{fact_of_format(ChannelOrder::R, ChannelType::UNORM_INT8),
                                            fact_of_format(ChannelOrder::R, ChannelType::UNSIGNED_INT8)},
                                    Formats{fact_of_format(ChannelOrder::RGBA, ChannelType::FLOAT),
                                            fact_of_format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT32)},
                                    Formats{fact_of_format(ChannelOrder::R, ChannelType::FLOAT),
                                            fact_of_format(ChannelOrder::R, ChannelType::UNSIGNED_INT32)}};

/// The facts of the kernel's arguments if its images have these formats. None if it accesses an image that is
/// no argument, or in two ways, or as signed integers.
std::optional<std::vector<LaunchFact>> facts_for(const Formats& formats, std::span<const FormatUse> uses,
                                                 std::size_t arguments) {
  std::vector<LaunchFact> facts(arguments);
  for (const auto& [argument, kind] : uses) {
    if (argument == FormatUse::kUnknown || kind == ColourKind::integers || facts[argument] != 0) return {};
    facts[argument] = kind == ColourKind::floats ? formats.floats : formats.naturals;
  }
  return facts;
}

}  // namespace

void FormatVersions::add_versions(llvm::Function& kernel, KernelImage& image,
                                  llvm::FunctionAnalysisManager& analyses) {
  const std::vector<FormatUse> uses = format_uses(kernel);
  if (uses.empty() || kernel.getInstructionCount() > kMostInstructions) return;
  unsigned number = 0;
  for (const Formats& formats : kCommonFormats) {
    const auto facts = facts_for(formats, uses, kernel.arg_size());
    if (!facts) return;
    llvm::ValueToValueMapTy ignored;
    know_handles(*llvm::CloneFunction(&kernel, ignored), *facts, analyses);
    FormatVersion& version = compilation_.format_versions.emplace_back(&image, image, *facts);
    version.image.code.symbol += ".format" + std::to_string(++number);
    compilation_.images.push_back(&version.image);
    image.qpu_versions.push_back({*facts, nullptr});
  }
}

llvm::PreservedAnalyses FormatVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager& managers) {
  if (llvm::none_of(module, takes_handles)) return llvm::PreservedAnalyses::all();
  auto& analyses = managers.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const std::vector<llvm::Function*> kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    mark_loads_of_images(*kernels[i]);
    if (!compilation_.facts.empty()) {
      know_handles(*kernels[i], compilation_.facts, analyses);
    } else if (compilation_.optimise && compilation_.has_format_versions) {
      add_versions(*kernels[i], *compilation_.images[i], analyses);
    }
  }
  know_no_more(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
