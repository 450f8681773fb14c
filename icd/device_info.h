// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icd/device.h"
#include "icd/info.h"

namespace quadcl::icd {

/// The rows of clGetDeviceInfo.
std::span<const InfoRow<Device>> device_info_rows();

}  // namespace quadcl::icd
