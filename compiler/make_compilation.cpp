// SPDX-License-Identifier: Apache-2.0
#include "compiler/make_compilation.h"

namespace quadcl::compiler {
namespace {

std::vector<KernelImage*> images_of(std::vector<KernelImage>& kernels) {
  std::vector<KernelImage*> images;
  for (KernelImage& kernel : kernels) images.push_back(&kernel);
  return images;
}

TargetFacts facts_of_qpus(const BuildOptions& options) {
  return {.fuses = true, .narrows_doubles = options.relaxes_floats(), .keeps_lines = true};
}

}  // namespace

Compilation compilation_of(const BuildOptions& options, ProgramImage& image) {
  return {.images = images_of(image.kernels),
          .facts = options.facts,
          .has_format_versions = image.bitcode.empty(),
          .optimise = options.optimise,
          .recognise = options.recognise,
          .vectorise = options.vectorise,
          .target = facts_of(options.target),
          .without = options.without,
          .changes = options.changes};
}

Compilation compilation_for_qpus(const BuildOptions& options, std::vector<KernelImage>& kernels) {
  return {.images = images_of(kernels),
          .facts = options.facts,
          .has_format_versions = false,
          .target = facts_of_qpus(options)};
}

}  // namespace quadcl::compiler
