// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/builtin/checked_launch.h"
#include "core/launch/launch.h"
#include "core/memory.h"
#include "core/result.h"
#include "core/vector_widths.h"

namespace quadcl {

enum class DeviceKind { cpu, gpu };

/// The facts of a device that differ between backends. Facts that all our devices share are in icd/.
struct DeviceDescription {
  std::string name;
  DeviceKind kind = DeviceKind::cpu;
  std::uint32_t vendor_id = 0;
  std::uint32_t compute_units = 1;
  /// Launches that run at the same time. While one uses all units, the next can prepare or be a small one.
  unsigned concurrent_launches = 2;
  std::uint32_t clock_mhz = 0;
  std::uint64_t global_memory_bytes = 0;
  std::uint64_t max_allocation_bytes = 0;
  std::uint64_t local_memory_bytes = 0;
  std::uint32_t global_cache_bytes = 0;
  std::uint32_t global_cache_line_bytes = 0;
  std::uint32_t preferred_work_group_multiple = 1;
  VectorWidths vector_widths;
  bool emulated = false;
  /// The embedded profile, with the QPUs' arithmetic and without doubles.
  bool embedded_profile = false;
  /// False for a device that could not be started: it can be described but not used.
  bool available = true;
  /// A message for the user about a problem at the start of the device; empty without one.
  std::string notice;
};

/// A device that can allocate memory and run kernels.
///
/// All members may be called from any thread at any time. `run` blocks until the launch is complete. A
/// backend that can run only one launch at a time queues its callers, without polling.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual const DeviceDescription& description() const = 0;

  /// The kernels the device offers without a compiler, in the order they are listed to the user.
  virtual std::span<const KernelImage* const> builtin_kernels() const = 0;

  /// `size` > 0 bytes at a multiple of `alignment` (a power of two).
  /// Errors: out_of_device_memory, out_of_host_memory.
  virtual Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                                   Contents contents) = 0;

  /// Checks everything that can be known before the launch runs, such as whether sizes and leading dimensions
  /// fit the buffers. Touches no buffer. Errors: invalid_argument_value, out_of_resources.
  virtual Result<CheckedLaunch> check(LaunchRequest request) const = 0;

  /// For the end of the process: gives back what outlives a process. No call follows.
  virtual void close() {}

  /// Runs the launch to its end.
  virtual Result<LaunchReport> run(const CheckedLaunch& launch) = 0;
};

}  // namespace quadcl
