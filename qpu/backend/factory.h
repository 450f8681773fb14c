// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/backend.h"
#include "core/options.h"

namespace quadcl::qpu {

/// The VideoCore IV QPU device. It has no more memory than the machine, and less than the options say where
/// the address space of the process is limited; its description tells of that, and is of a device that is not
/// available if there is no memory for it at all.
std::unique_ptr<Backend> make_qpu_backend(const Options& options, std::uint64_t machine_memory_bytes);

}  // namespace quadcl::qpu
