// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/postponed_kernels.h"

#include <limits>

#include "core/log.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

/// Whether QPUs run what they can, at any price.
bool always_takes_qpus() {
  const QpuCompile mode = Platform::instance().options().qpu_compile;
  return mode != QpuCompile::automatic && mode != QpuCompile::off;
}

std::shared_ptr<const KernelImage> find_in(const std::shared_ptr<const ProgramImage>& image,
                                           const std::string& name) {
  if (image == nullptr) return nullptr;
  for (const KernelImage& kernel : image->kernels)
    if (kernel.name == name) return {image, &kernel};
  return nullptr;
}

}  // namespace

std::shared_ptr<const KernelImage> with_qpu_code(const KernelImage& kernel,
                                                 std::shared_ptr<const QpuCode> code) {
  auto result = std::make_shared<KernelImage>(kernel);
  result->qpu_code = std::move(code);
  return result;
}

std::size_t work_items_of(const NDRange& range) {
  return product(range.global).value_or(std::numeric_limits<std::size_t>::max());
}

QpuRules allowed_qpu_rules() {
  const Options& options = Platform::instance().options();
  if (options.qpu_compile == QpuCompile::off) return QpuRules::none;
  return options.qpu_profile == QpuProfile::embedded ? QpuRules::embedded : QpuRules::full;
}

ReadProgram read_program(std::span<const std::byte> bytes) {
  auto image = deserialise(bytes, Platform::instance().compiler().target().name());
  if (!image.ok()) {
    log_line(image.error().message);
    return {};
  }
  return {std::make_shared<const ProgramImage>(std::move(image).value()),
          std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end())};
}

PostponedKernels::PostponedKernels(const ReadProgram& program)
    : binary_(program.binary),
      options_(program.image->options),
      has_code_for_qpus_(!program.image->qpu_bitcode.empty()) {
  for (const KernelImage& kernel : program.image->kernels) kernels_.try_emplace(kernel.name);
  if (program.image->kind == ProgramKind::executable) all_.program = program;
}

std::shared_ptr<const KernelImage> PostponedKernels::kernel(const std::string& name) {
  const auto found = kernels_.find(name);
  if (found == kernels_.end()) return nullptr;
  {
    const std::lock_guard lock(all_.mutex);
    if (auto kernel = find_in(all_.program.image, name)) return kernel;
  }
  Entry& entry = found->second;
  const std::lock_guard lock(entry.mutex);
  if (entry.program.image == nullptr) entry.program = finish(name, {});
  return find_in(entry.program.image, name);
}

std::shared_ptr<const KernelImage> PostponedKernels::kernel_for(
    const std::shared_ptr<const KernelImage>& kernel, const Purpose& purpose, std::size_t work_items) {
  const bool at_once = purpose.for_qpus && always_takes_qpus();
  std::unique_lock lock(mutex_);
  const auto [made, to_make] = made_[kernel->name].count(purpose, work_items, at_once);
  if (to_make == nullptr) return made;
  lock.unlock();
  if (!Platform::instance().compiler().is_available()) return nullptr;
  auto result = find_in(finish(kernel->name, purpose).image, kernel->name);
  if (result != nullptr && purpose.is_size())
    result = result->qpu_code != nullptr ? with_qpu_code(*kernel, result->qpu_code) : nullptr;
  lock.lock();
  return to_make->kernel = result;
}

bool PostponedKernels::has_made_for_qpus(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return made_[name].has_code_for_qpus();
}

ReadProgram PostponedKernels::all() {
  const std::lock_guard lock(all_.mutex);
  if (all_.program.image == nullptr) all_.program = finish("", {});
  return all_.program;
}

ReadProgram PostponedKernels::finish(const std::string& name, const Purpose& purpose) const {
  CompilerTask task;
  task.action = QUADCL_FINISH;
  task.source = name;
  task.options = options_;
  task.facts = purpose.facts;
  if (purpose.for_qpus) task.qpu_rules = allowed_qpu_rules();
  task.inputs.push_back(*binary_);
  const CompilerAnswer answer = Platform::instance().compiler().run(task);
  if (answer.status == QUADCL_OK) return read_program(answer.image);
  log_line("kernels that were built cannot be compiled: " + answer.log);
  return {};
}

}  // namespace quadcl::icd
