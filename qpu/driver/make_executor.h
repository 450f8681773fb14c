// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/options.h"
#include "core/result.h"
#include "qpu/driver/executor.h"

namespace quadcl::qpu {

/// The executor for the options. Errors: out_of_host_memory, invalid_argument_value.
Result<std::unique_ptr<Executor>> make_executor(const Options& options);

}  // namespace quadcl::qpu
