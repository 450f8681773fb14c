// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/options.h"
#include "core/result.h"
#include "qpu/driver/executor.h"

namespace quadcl::qpu {

struct ChosenExecutor {
  std::unique_ptr<Executor> executor;
  /// On a Raspberry Pi whose QPUs cannot be used: why, in a few words, and in sentences with advice.
  std::string why_emulated, notice;
};

/// The executor for the options. Errors: out_of_host_memory, invalid_argument_value; out_of_resources and
/// out_of_device_memory if the options name an executor that the system does not allow.
Result<ChosenExecutor> choose_executor(const Options& options);

}  // namespace quadcl::qpu
