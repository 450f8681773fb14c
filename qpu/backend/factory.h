// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/backend.h"
#include "core/options.h"
#include "core/result.h"

namespace quadcl::qpu {

/// The VideoCore IV QPU device. Error: out_of_host_memory if its memory cannot be reserved.
Result<std::unique_ptr<Backend>> make_qpu_backend(const Options& options);

}  // namespace quadcl::qpu
