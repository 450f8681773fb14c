// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/group_facts.h"
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

bool takes_images(const KernelImage& kernel) {
  return std::ranges::any_of(kernel.arguments, &KernelArgument::is_image);
}

HandleFact fact_of(const KernelArgument& argument, const ArgumentValue& value, bool for_qpus) {
  if (argument.is_sampler()) {
    std::uint32_t bits;
    std::memcpy(&bits, std::get<ValueArgument>(value).data(), sizeof bits);
    return fact_of_sampler(bits);
  }
  if (!argument.is_image() || std::get<MemoryRange>(value).host == nullptr) return 0;
  const auto& range = std::get<MemoryRange>(value);
  const auto& image = *reinterpret_cast<const quadcl_image*>(range.host);
  const HandleFact fact = quadcl::fact_of(image);
  return for_qpus && fact != 0 && range.bus && is_texture(image, *range.bus) ? fact | kIsTexture : fact;
}

std::vector<HandleFact> handles_of(const KernelImage& kernel, const ArgumentSnapshot& arguments,
                                   bool for_qpus) {
  std::vector<HandleFact> handles;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    handles.push_back(fact_of(kernel.arguments[i], arguments.values[i], for_qpus));
  return handles;
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

/// The kernel with another one's code for QPUs.
std::shared_ptr<const KernelImage> with_code_of(const std::shared_ptr<const KernelImage>& kernel,
                                                const KernelImage& other) {
  auto result = std::make_shared<KernelImage>(*kernel);
  result->qpu_code = other.qpu_code;
  return result;
}

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
  if (kernel.postponed == nullptr) return kernel.image;
  const std::size_t work_items = product(range.global).value_or(std::numeric_limits<std::size_t>::max());
  const bool for_qpus = device.description().kind == DeviceKind::gpu && kernel.postponed->has_code_for_qpus();
  if (!takes_images(*kernel.image)) {
    const auto facts =
        for_qpus ? group_facts(*kernel.image, arguments.values, range) : std::vector<HandleFact>{};
    const auto made = facts.empty() ? nullptr : kernel.postponed->kernel_for(name(), facts, work_items, true);
    return made != nullptr && made->qpu_code != nullptr ? with_code_of(kernel.image, *made) : kernel.image;
  }
  auto made = kernel.postponed->kernel_for(name(), handles_of(*kernel.image, arguments, for_qpus), work_items,
                                           for_qpus);
  return made != nullptr ? made : kernel.image;
}

Ref<Kernel> Kernel::clone() const {
  auto copy = make<Kernel>(program_.ref(), kernels_);
  copy->set_uses_system_svm(uses_system_svm());
  const std::lock_guard lock(mutex_);
  copy->settings_ = settings_;
  return copy;
}

}  // namespace quadcl::icd
