// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/postponed_kernels.h"

#include <algorithm>

#include "core/group_facts.h"
#include "core/log.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

/// Whether QPUs run what they can, at any price.
bool always_takes_qpus() {
  const QpuCompile mode = Platform::instance().options().qpu_compile;
  return mode != QpuCompile::automatic && mode != QpuCompile::off;
}

/// Launches of so many work-items take about as long with calls for each pixel as a kernel to compile.
constexpr std::size_t kWorthIt = std::size_t{1} << 16;
/// Of work-groups, for which a kernel is compiled.
constexpr std::ptrdiff_t kMostSizes = 16;

std::shared_ptr<const KernelImage> find_in(const std::shared_ptr<const ProgramImage>& image,
                                           const std::string& name) {
  if (image == nullptr) return nullptr;
  for (const KernelImage& kernel : image->kernels)
    if (kernel.name == name) return {image, &kernel};
  return nullptr;
}

}  // namespace

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
  if (entry.program.image == nullptr) entry.program = finish({name, {}, false});
  return find_in(entry.program.image, name);
}

std::shared_ptr<const KernelImage> PostponedKernels::kernel_for(const std::string& name,
                                                                const std::vector<HandleFact>& handles,
                                                                std::size_t work_items, bool for_qpus) {
  const Purpose purpose{name, handles, for_qpus};
  if (std::ranges::any_of(handles, is_size)) {
    const std::lock_guard lock(mutex_);
    const auto is_of_kernel = [&](const auto& made) { return made.first.name == name; };
    if (!for_handles_.contains(purpose) && std::ranges::count_if(for_handles_, is_of_kernel) >= kMostSizes)
      return nullptr;
  }
  Entry& entry = entry_for(purpose);
  const std::lock_guard lock(entry.mutex);
  if (__builtin_add_overflow(entry.work_items, work_items, &entry.work_items)) entry.work_items = kWorthIt;
  const bool is_worth_it = entry.work_items >= kWorthIt || (for_qpus && always_takes_qpus());
  if (!entry.was_tried && is_worth_it) {
    entry.was_tried = true;
    if (Platform::instance().compiler().is_available()) entry.program = finish(purpose);
  }
  return find_in(entry.program.image, name);
}

PostponedKernels::Entry& PostponedKernels::entry_for(const Purpose& purpose) {
  const std::lock_guard lock(mutex_);
  return for_handles_[purpose];
}

bool PostponedKernels::has_made_for_qpus(const std::string& name) {
  std::vector<Entry*> entries;  // one that is at work has made nothing yet
  {
    const std::lock_guard lock(mutex_);
    for (auto& [key, entry] : for_handles_)
      if (key.name == name) entries.push_back(&entry);
  }
  return std::ranges::any_of(entries, [&](Entry* entry) {
    const std::unique_lock lock(entry->mutex, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    const auto kernel = find_in(entry->program.image, name);
    return kernel != nullptr && kernel->qpu_code != nullptr;
  });
}

ReadProgram PostponedKernels::all() {
  const std::lock_guard lock(all_.mutex);
  if (all_.program.image == nullptr) all_.program = finish({"", {}, false});
  return all_.program;
}

ReadProgram PostponedKernels::finish(const Purpose& purpose) const {
  CompilerTask task;
  task.action = QUADCL_FINISH;
  task.source = purpose.name;
  task.options = options_;
  task.handles = purpose.handles;
  if (purpose.for_qpus) task.qpu_rules = allowed_qpu_rules();
  task.inputs.push_back(*binary_);
  const CompilerAnswer answer = Platform::instance().compiler().run(task);
  if (answer.status == QUADCL_OK) return read_program(answer.image);
  log_line("kernels that were built cannot be compiled: " + answer.log);
  return {};
}

}  // namespace quadcl::icd
