// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel_image.h"
#include "core/memory.h"
#include "core/ndrange.h"

namespace quadcl {

/// Bytes of local memory that every device offers to a work-group.
inline constexpr std::uint64_t kLocalMemoryBytes = std::uint64_t{64} << 10;

/// Bytes of a by-value argument.
using ValueArgument = std::vector<std::byte>;

/// Size in bytes of a `__local` argument.
struct LocalArgument {
  std::size_t size = 0;
};

/// A kernel argument at the time of the enqueue. A NULL buffer is an empty MemoryRange.
using ArgumentValue = std::variant<ValueArgument, MemoryRange, LocalArgument>;

/// One NDRange of one kernel. The memory behind the arguments stays alive and in place until the launch ends.
struct LaunchRequest {
  const KernelImage* kernel = nullptr;
  std::vector<ArgumentValue> arguments;
  NDRange range;
  unsigned compute_units = 0;  ///< limit for a sub-device; 0: use all
  bool model_time = false;     ///< also model the time that the chip of an emulated device would take
  std::shared_ptr<const std::string> source;  ///< of the kernel's program, for a debugger; may be null
};

/// Where a launch ran.
enum class LaunchTarget { cpu, qpu };

/// A finished launch's report.
struct LaunchReport {
  LaunchTarget target = LaunchTarget::cpu;
  std::optional<std::uint64_t> qpu_instructions;  ///< of all QPUs together, if they are counted
  std::optional<std::uint64_t> modelled_cycles;   ///< of the modelled chip, if time was modelled
  std::optional<std::uint64_t> modelled_nanoseconds;
  std::optional<std::uint64_t>
      packing_nanoseconds;  ///< of this computer: operands copied for the QPUs' programs
};

}  // namespace quadcl
