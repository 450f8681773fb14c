// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "icd/base/outcome.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// How a device can be divided: its compute units in equal parts or by counts. Empty for a device that has
/// only one, or that cannot confine a launch to some of them.
std::vector<cl_device_partition_property> partition_types(const Device& device);

/// The compute units of each part that the properties of clCreateSubDevices ask for. CL_INVALID_VALUE if they
/// are not valid or not supported, CL_DEVICE_PARTITION_FAILED if the device has too few compute units for two
/// equal parts, CL_INVALID_DEVICE_PARTITION_COUNT if they ask for more than it has.
Outcome<std::vector<cl_uint>> partition(const Device& device, const cl_device_partition_property* properties);

}  // namespace quadcl::icd
