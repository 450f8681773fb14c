// SPDX-License-Identifier: Apache-2.0
#include "icd/api/partition.h"

#include <algorithm>
#include <utility>

namespace quadcl::icd {
namespace {

using Parts = std::vector<cl_uint>;

/// One part with all compute units would be no partition.
Outcome<Parts> in_equal_parts(cl_uint units, const cl_device_partition_property* properties) {
  const cl_device_partition_property each = properties[1];
  if (each <= 0 || properties[2] != 0) return CL_INVALID_VALUE;
  if (std::cmp_greater(each, units)) return CL_INVALID_DEVICE_PARTITION_COUNT;
  if (std::cmp_equal(each, units)) return CL_DEVICE_PARTITION_FAILED;
  return Parts(units / static_cast<cl_uint>(each), static_cast<cl_uint>(each));
}

Outcome<Parts> by_counts(cl_uint units, const cl_device_partition_property* properties) {
  Parts parts;
  cl_uint left = units;
  for (++properties; *properties != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++properties) {
    if (*properties < 0 || std::cmp_greater(*properties, left)) return CL_INVALID_DEVICE_PARTITION_COUNT;
    parts.push_back(static_cast<cl_uint>(*properties));
    left -= parts.back();
  }
  if (parts.empty()) return CL_INVALID_VALUE;
  return parts;
}

}  // namespace

std::vector<cl_device_partition_property> partition_types(const Device& device) {
  const DeviceDescription& description = device.description();
  if (description.kind != DeviceKind::cpu || description.compute_units < 2) return {};
  return {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
}

Outcome<Parts> partition(const Device& device, const cl_device_partition_property* properties) {
  if (properties == nullptr) return CL_INVALID_VALUE;
  const bool divisible_kind = device.description().kind == DeviceKind::cpu;
  const bool known =
      properties[0] == CL_DEVICE_PARTITION_EQUALLY || properties[0] == CL_DEVICE_PARTITION_BY_COUNTS;
  if (!divisible_kind || !known) return CL_INVALID_VALUE;
  if (partition_types(device).empty()) return CL_DEVICE_PARTITION_FAILED;
  const cl_uint units = device.description().compute_units;
  return properties[0] == CL_DEVICE_PARTITION_EQUALLY ? in_equal_parts(units, properties)
                                                      : by_counts(units, properties);
}

}  // namespace quadcl::icd
