// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/backend.h"
#include "icd/object.h"
#include "icd/opencl.h"
#include "icd/worker_lane.h"

namespace quadcl::icd {

class Platform;

constexpr std::size_t kMaxWorkItemDimensions = 3;
constexpr std::size_t kMaxWorkGroupSize = 1024;  ///< and the most work-items in each of its dimensions
/// CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes, the same for all our devices: the size of a long16.
constexpr std::size_t kBufferAlignment = 128;

/// A root device. Never destroyed.
class Device final : public Object {
 public:
  Device(Platform& platform, std::unique_ptr<Backend> backend);

  Platform& platform() const { return platform_; }
  Backend& backend() const { return *backend_; }
  /// Who runs the kernel: compiled kernels run on the CPU, whatever the device.
  Backend& backend_for(const KernelImage& kernel) const;
  const DeviceDescription& description() const { return backend_->description(); }
  cl_device_type type() const;
  /// NULL if the device has no such built-in kernel.
  const KernelImage* builtin_kernel(std::string_view name) const;

  /// Where launches on this device run.
  WorkerLane& launches() { return launches_; }

 private:
  ~Device() override = default;

  Platform& platform_;
  const std::unique_ptr<Backend> backend_;
  WorkerLane launches_;
};

/// Nanoseconds on the clock of all profiling times, of all devices and of the host timer.
std::uint64_t timer_nanoseconds();

/// An extension with the version that we implement.
struct Extension {
  const char* name;
  cl_version version;
};
std::span<const Extension> device_extensions();
std::span<const Extension> platform_extensions();
/// Names with a space between.
std::string extension_names(std::span<const Extension> extensions);
/// A row of the *_WITH_VERSION queries.
cl_name_version name_version(std::string_view name, cl_version version);

}  // namespace quadcl::icd
