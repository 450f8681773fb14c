// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/postponed_kernels.h"

#include "core/log.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

std::shared_ptr<const KernelImage> find_in(const std::shared_ptr<const ProgramImage>& image,
                                           const std::string& name) {
  if (image == nullptr) return nullptr;
  for (const KernelImage& kernel : image->kernels)
    if (kernel.name == name) return {image, &kernel};
  return nullptr;
}

}  // namespace

ReadProgram read_program(std::span<const std::byte> bytes) {
  auto image = deserialise(bytes, Platform::instance().compiler().target().name());
  if (!image.ok()) {
    log_line(image.error().message);
    return {};
  }
  return {std::make_shared<const ProgramImage>(std::move(image).value()),
          std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end())};
}

PostponedKernels::PostponedKernels(const ReadProgram& program, std::string options)
    : binary_(program.binary), options_(std::move(options)) {
  for (const KernelImage& kernel : program.image->kernels) kernels_.try_emplace(kernel.name);
}

std::shared_ptr<const KernelImage> PostponedKernels::kernel(const std::string& name) {
  const auto found = kernels_.find(name);
  if (found == kernels_.end()) return nullptr;
  {
    const std::lock_guard lock(all_.mutex);
    if (auto kernel = find_in(all_.program.image, name)) return kernel;
  }
  return find_in(finish(found->second, name).image, name);
}

ReadProgram PostponedKernels::all() { return finish(all_, ""); }

ReadProgram PostponedKernels::finish(Entry& entry, const std::string& name) {
  const std::lock_guard lock(entry.mutex);
  if (entry.program.image != nullptr) return entry.program;
  CompilerTask task;
  task.action = QUADCL_FINISH;
  task.source = name;
  task.options = options_;
  task.inputs.push_back(*binary_);
  const CompilerAnswer answer = Platform::instance().compiler().run(task);
  if (answer.status == QUADCL_OK) {
    entry.program = read_program(answer.image);
  } else {
    log_line("kernels that were built cannot be compiled: " + answer.log);
  }
  return entry.program;
}

}  // namespace quadcl::icd
