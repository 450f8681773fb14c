// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/launch/launch.h"

namespace quadcl::icd {

/// A sentence about the words of a buffer, or the channels of an image, in which two results of an argument
/// differ by more than the QPUs' arithmetic explains; empty if there are none.
std::string difference(const KernelArgument& argument, const ArgumentValue& value,
                       std::span<const std::byte> on_qpus, std::span<const std::byte> on_cpu);

}  // namespace quadcl::icd
