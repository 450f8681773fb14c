// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "icd/objects/image.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {
namespace {

/// What a kernel gets of a memory object: its memory, or for an image a description of it (core/image_abi.h)
/// and the bus address of its pixels.
MemoryRange as_argument(MemoryObject& memory_object) {
  if (memory_object.type() == CL_MEM_OBJECT_BUFFER) return memory_object.range();
  quadcl_image& description = static_cast<Image&>(memory_object).description();
  return {reinterpret_cast<std::byte*>(&description), sizeof description, memory_object.range().bus};
}

LaunchFact fact_of(const KernelArgument& argument, const ArgumentValue& value, bool for_qpus) {
  if (argument.is_sampler()) {
    std::uint32_t bits;
    std::memcpy(&bits, std::get<ValueArgument>(value).data(), sizeof bits);
    return fact_of_sampler(bits);
  }
  if (!argument.is_image() || std::get<MemoryRange>(value).host == nullptr) return 0;
  const auto& range = std::get<MemoryRange>(value);
  const auto& image = *reinterpret_cast<const quadcl_image*>(range.host);
  const LaunchFact fact = quadcl::fact_of(image);
  return for_qpus && fact != 0 && range.bus && is_texture(image, *range.bus) ? fact | kIsTexture : fact;
}

/// The formats of the images, and the samplers.
std::vector<LaunchFact> image_facts(const KernelImage& kernel, const ArgumentSnapshot& arguments,
                                    bool for_qpus) {
  std::vector<LaunchFact> facts;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    facts.push_back(fact_of(kernel.arguments[i], arguments.values[i], for_qpus));
  return facts;
}

/// The kernel's version for launches of which that is known, or the kernel itself.
std::shared_ptr<const KernelImage> version_for(const DeviceKernel& kernel,
                                               std::span<const LaunchFact> facts) {
  const auto version = std::ranges::find_if(
      kernel.versions, [&](const KernelVersion& one) { return suit_launch(one.facts, facts); });
  return version != kernel.versions.end() ? version->image : kernel.image;
}

/// Adds the value of an argument that is set to the snapshot.
class SnapshotWriter {
 public:
  SnapshotWriter(ArgumentSnapshot& snapshot, const SvmHeap& svm, bool has_system_svm)
      : snapshot_(snapshot), svm_(svm), has_system_svm_(has_system_svm) {}

  cl_int operator()(std::monostate) { return CL_INVALID_KERNEL_ARGS; }
  cl_int operator()(const ValueArgument& value) { return add(value); }
  cl_int operator()(const LocalArgument& local) { return add(local); }
  cl_int operator()(const SvmArgument& argument) {
    return add(svm_.find(argument.pointer).value_or(host_memory(argument.pointer)));
  }
  cl_int operator()(const MemoryArgument& argument) {
    if (argument.handle == nullptr) return add(MemoryRange{});
    Ref<Object> object = Platform::instance().handles().find(argument.handle, argument.serial);
    if (!object) return CL_INVALID_KERNEL_ARGS;
    auto memory_object = Ref<MemoryObject>::adopt(static_cast<MemoryObject*>(object.leak()));
    add(as_argument(*memory_object));
    snapshot_.memory_objects.push_back(std::move(memory_object));
    return CL_SUCCESS;
  }

 private:
  /// Of memory that is not from clSVMAlloc, only the address is known. A device that can access it can access
  /// everything after it.
  MemoryRange host_memory(void* pointer) const {
    constexpr auto last = std::numeric_limits<std::uintptr_t>::max();
    const bool reachable = has_system_svm_ && pointer != nullptr;
    return {static_cast<std::byte*>(pointer),
            reachable ? last - reinterpret_cast<std::uintptr_t>(pointer) : 0,
            {}};
  }

  template <typename Value>
  cl_int add(const Value& value) {
    snapshot_.values.emplace_back(value);
    return CL_SUCCESS;
  }

  ArgumentSnapshot& snapshot_;
  const SvmHeap& svm_;
  const bool has_system_svm_;
};

}  // namespace

Kernel::Kernel(Ref<Program> program, std::vector<DeviceKernel> kernels)
    : Object(ObjectKind::kernel),
      program_(std::move(program)),
      kernels_(std::move(kernels)),
      settings_(image().arguments.size()) {
  program_->attach_kernel();
}

std::shared_ptr<const KernelImage> Kernel::image_for(const Device& device) const {
  for (const DeviceKernel& kernel : kernels_)
    if (kernel.device == &device) return kernel.image;
  return nullptr;
}

void Kernel::set_argument(std::size_t index, KernelArgumentSetting setting) {
  const std::lock_guard lock(mutex_);
  settings_[index] = std::move(setting);
}

std::uint64_t Kernel::local_memory_bytes(const Device& device) const {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t bytes = image_for(device)->code.local_bytes;
  const std::lock_guard lock(mutex_);
  for (const auto& setting : settings_) {
    const auto* local = std::get_if<LocalArgument>(&setting);
    if (local != nullptr && __builtin_add_overflow(bytes, local->size, &bytes)) return most;
  }
  return bytes;
}

Outcome<ArgumentSnapshot> Kernel::snapshot(const Device& device) const {
  ArgumentSnapshot snapshot;
  SnapshotWriter writer(snapshot, context().svm(), has_system_svm(device));
  const std::lock_guard lock(mutex_);
  for (const auto& setting : settings_) ICD_CHECK(std::visit(writer, setting));
  return snapshot;
}

std::shared_ptr<const KernelImage> Kernel::image_for_launch(const Device& device,
                                                            const ArgumentSnapshot& arguments,
                                                            const NDRange& range) const {
  const auto& kernel = *std::ranges::find(kernels_, &device, &DeviceKernel::device);
  if (!kernel.image->takes_images()) return kernel.image;
  const bool has_qpus = device.description().kind == DeviceKind::gpu;
  if (kernel.postponed == nullptr)
    return has_qpus ? version_for(kernel, image_facts(*kernel.image, arguments, false)) : kernel.image;
  const bool for_qpus = has_qpus && kernel.postponed->has_code_for_qpus();
  const Purpose purpose{image_facts(*kernel.image, arguments, for_qpus), for_qpus};
  auto made = kernel.postponed->kernel_for(kernel.image, purpose, work_items_of(range));
  return made != nullptr ? made : kernel.image;
}

std::shared_ptr<PostponedKernels> Kernel::code_for_sizes(const Device& device) const {
  const auto& kernel = *std::ranges::find(kernels_, &device, &DeviceKernel::device);
  const bool has_some = kernel.postponed != nullptr && device.description().kind == DeviceKind::gpu &&
                        kernel.postponed->has_code_for_qpus() && !kernel.image->takes_images();
  return has_some ? kernel.postponed : nullptr;
}

Ref<Kernel> Kernel::clone() const {
  auto copy = make<Kernel>(program_.ref(), kernels_);
  copy->set_uses_system_svm(uses_system_svm());
  const std::lock_guard lock(mutex_);
  copy->settings_ = settings_;
  return copy;
}

}  // namespace quadcl::icd
