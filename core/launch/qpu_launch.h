// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/launch/launch.h"
#include "core/qpu_code.h"
#include "core/result.h"

namespace quadcl {

/// Whether the code refers to arguments that the kernel has, and so on: binaries come from anywhere. What its
/// instructions do is not checked.
bool is_well_formed(const QpuCode& code, const KernelImage& kernel);

/// Work-items of a row, which lies along dimension 0.
inline constexpr std::uint64_t kQpuLanes = 16;

/// The size of work-groups; ours if nobody asks for one.
std::array<std::size_t, 3> qpu_local_size(const LaunchRequest& request);

/// The rows of work-items of a whole work-group.
std::uint64_t qpu_group_rows(const LaunchRequest& request);

inline constexpr std::uint64_t kVpmRows = 64;
inline constexpr std::uint64_t kVpmRowBytes = 64;

/// All that lies in local memory begins at a multiple of so many rows: 2 if some of it has types of 128
/// bytes.
std::uint64_t qpu_row_alignment(const QpuCode& code);

/// The rows that one QPU needs for a launch, in the order in which they lie: of the VPM, or all but its own
/// in memory.
struct QpuVpmRows {
  std::uint64_t own = 0, local_variables = 0, local_arguments = 0, kept = 0;
  bool in_memory = false;
  std::uint64_t of_group() const { return local_variables + local_arguments + kept; }
  std::uint64_t in_vpm() const { return in_memory ? own : own + of_group(); }
  /// The rows of the VPM that all QPUs share.
  std::uint64_t all() const { return in_memory ? kVpmRows - kQpuRowsForLoads : kVpmRows; }
};

/// The code that the launch runs: the kernel's, or that for short lines; or if its work-groups find no room
/// in the VPM, that with what they need in memory.
const QpuCode& qpu_code_for(const LaunchRequest& request);
/// What it needs of the VPM.
QpuVpmRows qpu_vpm_rows(const LaunchRequest& request);
/// The rows of an argument; 0 if it is not in local memory, or the code does not use it.
std::uint64_t qpu_vpm_rows(const LaunchRequest& request, std::uint32_t argument);

/// The memory that kernels access through an argument: of an image, that of its pixels. An image's own range
/// is its description's, but for the bus address.
MemoryRange accessed_memory(const KernelArgument& argument, const MemoryRange& value);

/// Whether a buffer that the launch stores to overlaps another one, so that each row must run just once.
bool stores_to_other_buffers(const LaunchRequest& request);

/// Why a CPU with so many cores should run the kernel much faster than the QPUs, by estimates; empty if it
/// should not.
std::string faster_on_cpu(const QpuCode& code, unsigned cores);

/// Whether the launch may run as the kernel's code for QPUs: sizes, and buffers that must not overlap. Error:
/// unsupported, with the reason.
Result<void> check_qpu_launch(const LaunchRequest& request);

}  // namespace quadcl
