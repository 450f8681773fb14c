// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend.h"
#include "core/device_limits.h"
#include "core/language.h"
#include "icd/base/object.h"
#include "icd/base/opencl.h"
#include "icd/base/worker_lane.h"

namespace quadcl::icd {

/// A root device, which is never destroyed, or a sub-device: the same backend with fewer compute units.
class Device final : public Object {
 public:
  explicit Device(std::unique_ptr<Backend> backend);
  /// `partition`: the answer to CL_DEVICE_PARTITION_TYPE.
  Device(Ref<Device> parent, unsigned compute_units, std::vector<cl_device_partition_property> partition);

  Backend& backend() const { return parent_ ? parent_->backend() : *backend_; }
  /// NULL for a root device.
  const Device* parent() const { return parent_.get(); }
  std::span<const cl_device_partition_property> partition() const { return partition_; }
  const DeviceDescription& description() const { return description_; }
  cl_device_type type() const;
  /// CL_DEVICE_AVAILABLE: contexts are made with available devices only.
  bool is_available() const { return description_.available; }
  /// NULL if the device has no such built-in kernel.
  const KernelImage* builtin_kernel(std::string_view name) const;

  /// The threads that run launches on this device.
  WorkerLane& launches() { return parent_ ? parent_->launches() : *launches_; }

 private:
  ~Device() override = default;
  void on_unreachable() override { parent_.let_go(); }

  Attachment<Device> parent_;
  const std::unique_ptr<Backend> backend_;  // of a root device only, like `launches_`
  const DeviceDescription description_;
  const std::vector<cl_device_partition_property> partition_;
  const std::unique_ptr<WorkerLane> launches_;
};

/// Nanoseconds on the clock of all profiling times and of the device and host timers.
std::uint64_t timer_nanoseconds();

/// An extension with the version that we implement.
struct Extension {
  const char* name;
  cl_version version;
};
std::span<const Extension> device_extensions(const Device& device);
/// Whether the device has doubles.
Doubles doubles_of(const Device& device);
std::span<const Extension> platform_extensions();
/// Names separated by spaces.
std::string extension_names(std::span<const Extension> extensions);
/// A row of the *_WITH_VERSION queries.
cl_name_version name_version(std::string_view name, cl_version version);

}  // namespace quadcl::icd
