// SPDX-License-Identifier: Apache-2.0
#include "tools/qpu_build.h"

#include <algorithm>

#include "core/host_target.h"
#include "core/language.h"

namespace quadcl::tools {
namespace {

Result<ProgramImage> read(const std::vector<std::byte>& image) {
  return deserialise(image, HostTarget::of_this_machine(false).name());
}

/// Calls the compiler with one set of options.
class Builder {
 public:
  Builder(const quadcl_compiler& compiler, CompilerTask task) : compiler_(compiler), task_(std::move(task)) {}

  CompilerAnswer build(bool may_postpone) const {
    CompilerTask task = task_;
    task.may_postpone = may_postpone;
    return ask(task);
  }
  /// The kernel, made for images, from a postponed program.
  CompilerAnswer finish(const std::vector<std::byte>& program, const KernelImage& kernel,
                        const ImageUse& images) const {
    CompilerTask task = task_;
    task.action = QUADCL_FINISH;
    task.source = kernel.name;
    task.inputs.push_back(program);
    for (const KernelArgument& argument : kernel.arguments) task.facts.push_back(images.fact_of(argument));
    return ask(task);
  }

 private:
  CompilerAnswer ask(const CompilerTask& task) const {
    return ask_compiler(compiler_, task, HostTarget::of_this_machine(false), Options::from_environment());
  }

  const quadcl_compiler& compiler_;
  const CompilerTask task_;
};

/// Where a kernel cannot be made, it stays as it is in the program.
std::vector<std::vector<std::byte>> make_for_images(const Builder& builder, const ImageUse& images) {
  const CompilerAnswer postponed = builder.build(true);
  const auto program = read(postponed.image);
  std::vector<std::vector<std::byte>> made;
  if (!program.ok() || program->bitcode.empty()) return made;
  for (const KernelImage& kernel : program->kernels)
    if (kernel.takes_images()) {
      CompilerAnswer answer = builder.finish(postponed.image, kernel, images);
      if (answer.status == QUADCL_OK) made.push_back(std::move(answer.image));
    }
  return made;
}

}  // namespace

LaunchFact ImageUse::fact_of(const KernelArgument& argument) const {
  if (argument.is_sampler()) return fact_of_sampler(kSampler);
  if (!argument.is_image()) return 0;
  const ImageFormat* format =
      find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
  const bool is_texture = format != nullptr && is_texture_format(*format);
  return fact_of_format(order, type) | (is_texture ? kIsTexture : 0);
}

Result<ProgramImage> QpuBuild::program() const {
  QUADCL_TRY(ProgramImage program, read(image));
  for (const std::vector<std::byte>& one : with_images) {
    QUADCL_TRY(ProgramImage made, read(one));
    const auto found = std::ranges::find(program.kernels, made.kernels.at(0).name, &KernelImage::name);
    if (found != program.kernels.end()) *found = std::move(made.kernels[0]);
  }
  return program;
}

QpuBuild build_for_qpus(const std::string& compiler, const std::string& source, const std::string& options,
                        QpuRules profile, const ImageUse& images) {
  const LoadedCompiler loaded = load_compiler(compiler);
  if (loaded.table == nullptr) return {QUADCL_FAILED, loaded.problem + "\n", {}, {}};
  CompilerTask task;
  task.source = source;
  task.options = options;
  task.qpu_rules = profile;
  task.extensions = language_for_compiler(profile == QpuRules::embedded ? Doubles::no : Doubles::yes);
  const Builder builder(*loaded.table, std::move(task));
  CompilerAnswer answer = builder.build(false);
  QpuBuild built{answer.status, std::move(answer.log), std::move(answer.image), {}};
  const auto program = read(built.image);
  if (program.ok() && std::ranges::any_of(program->kernels, &KernelImage::takes_images))
    built.with_images = make_for_images(builder, images);
  return built;
}

}  // namespace quadcl::tools
