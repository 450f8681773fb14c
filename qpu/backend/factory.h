// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/backend.h"
#include "core/options.h"

namespace quadcl::qpu {

/// The VideoCore IV QPU device. The machine and the address space of the process can limit its memory to less
/// than the options say; its description then tells of it. With no memory at all, the description is that of
/// a device that is not available.
std::unique_ptr<Backend> make_qpu_backend(const Options& options, std::uint64_t machine_memory_bytes);

}  // namespace quadcl::qpu
