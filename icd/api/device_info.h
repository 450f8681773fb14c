// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icd/api/info.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// The rows of clGetDeviceInfo.
std::span<const InfoRow<Device>> device_info_rows();

}  // namespace quadcl::icd
