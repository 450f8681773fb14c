// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/backend.h"
#include "core/options.h"
#include "core/result.h"

namespace quadcl {

/// The CPU device.
Result<std::unique_ptr<Backend>> make_cpu_backend(const Options& options);

}  // namespace quadcl
