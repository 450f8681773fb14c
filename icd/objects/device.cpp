// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/device.h"

#include <algorithm>
#include <chrono>

#include "core/language.h"

namespace quadcl::icd {
namespace {

constexpr Extension kPlatformExtensions[]{
    // All except cl_khr_icd are device extensions, too.
    {"cl_khr_icd", CL_MAKE_VERSION(1, 0, 0)},
    {"cl_khr_create_command_queue", CL_MAKE_VERSION(1, 0, 0)},
    {"cl_khr_extended_versioning", CL_MAKE_VERSION(1, 0, 0)},
    {CL_QUADCL_QPU_PROFILING_EXTENSION_NAME, CL_MAKE_VERSION(1, 1, 0)},
    {CL_QUADCL_RECOGNITION_EXTENSION_NAME, CL_MAKE_VERSION(1, 0, 0)},
};

DeviceDescription with_compute_units(DeviceDescription description, unsigned compute_units) {
  description.compute_units = compute_units;
  return description;
}

}  // namespace

Device::Device(std::unique_ptr<Backend> backend)
    : Object(ObjectKind::device),
      backend_(std::move(backend)),
      description_(backend_->description()),
      launches_(std::make_unique<WorkerLane>("quadcl-launch", description_.concurrent_launches)) {
  retain();  // for ever
}

Device::Device(Ref<Device> parent, unsigned compute_units,
               std::vector<cl_device_partition_property> partition)
    : Object(ObjectKind::device),
      parent_(parent),
      description_(with_compute_units(parent->description(), compute_units)),
      partition_(std::move(partition)) {}

cl_device_type Device::type() const {
  return description().kind == DeviceKind::gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
}

const KernelImage* Device::builtin_kernel(std::string_view name) const {
  const auto images = backend().builtin_kernels();
  const auto found =
      std::find_if(images.begin(), images.end(), [&](const auto* image) { return image->name == name; });
  return found != images.end() ? *found : nullptr;
}

std::uint64_t timer_nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

std::span<const Extension> platform_extensions() { return kPlatformExtensions; }
Doubles doubles_of(const Device& device) {
  return device.description().embedded_profile ? Doubles::no : Doubles::yes;
}

std::span<const Extension> device_extensions(const Device& device) {
  const auto all_for = [](Doubles doubles) {
    const auto of_platform = platform_extensions().subspan(1);
    std::vector<Extension> all(of_platform.begin(), of_platform.end());
    for (const LanguageItem& item : language_extensions(doubles))
      all.push_back({item.name, CL_MAKE_VERSION(item.major_version, item.minor_version, 0)});
    all.push_back({"cl_khr_image2d_from_buffer", CL_MAKE_VERSION(1, 0, 0)});
    // In the embedded profile, integers of 64 bits are an extension.
    if (doubles == Doubles::no) all.push_back({"cles_khr_int64", CL_MAKE_VERSION(1, 0, 0)});
    return all;
  };
  static const std::vector<Extension>& full = *new std::vector<Extension>(all_for(Doubles::yes));
  static const std::vector<Extension>& embedded = *new std::vector<Extension>(all_for(Doubles::no));
  return doubles_of(device) == Doubles::yes ? full : embedded;
}

std::string extension_names(std::span<const Extension> extensions) {
  std::string names;
  for (const Extension& extension : extensions) {
    if (!names.empty()) names += ' ';
    names += extension.name;
  }
  return names;
}

cl_name_version name_version(std::string_view name, cl_version version) {
  cl_name_version row{};
  row.version = version;
  name.copy(row.name, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
  return row;
}

}  // namespace quadcl::icd
