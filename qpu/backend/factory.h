// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/backend.h"
#include "core/options.h"

namespace quadcl::qpu {

/// The VideoCore IV QPU device. The machine and the address space of the process can limit the memory of its
/// QPUs to less than the options say; the description then says so. With no memory at all, it describes a
/// device that is not available. The memory in the description is that of the CPU, which runs kernels for
/// this device, too.
std::unique_ptr<Backend> make_qpu_backend(const Options& options, std::uint64_t machine_memory_bytes);

}  // namespace quadcl::qpu
