// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fixture.h"

using namespace api;

namespace {

constexpr cl_device_partition_property kEqually[]{CL_DEVICE_PARTITION_EQUALLY, 1, 0};

bool can_partition(cl_device_partition_property type) {
  const auto types = info_list<cl_device_partition_property>(
      query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_PROPERTIES));
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

TEST_CASE("clCreateSubDevices: CL_INVALID_DEVICE if in_device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    cl_uint count = 0;
    return clCreateSubDevices(bad, kEqually, 0, nullptr, &count);
  });
}

TEST_CASE("clCreateSubDevices: CL_INVALID_VALUE if properties is NULL, empty or not valid") {
  const cl_device_partition_property empty[]{0};
  const cl_device_partition_property unknown[]{0x7777, 1, 0};
  const auto* properties = GENERATE_COPY(static_cast<const cl_device_partition_property*>(nullptr),
                                         static_cast<const cl_device_partition_property*>(empty),
                                         static_cast<const cl_device_partition_property*>(unknown));
  cl_uint count = 0;
  CHECK(clCreateSubDevices(device(), properties, 0, nullptr, &count) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateSubDevices: CL_INVALID_VALUE if the device does not support the partition") {
  const cl_device_partition_property counts[]{CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const cl_device_partition_property domain[]{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                              CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  for (const cl_device_partition_property* properties : {kEqually, counts, domain}) {
    if (can_partition(properties[0])) continue;
    INFO("partition type " << properties[0]);
    cl_device_id sub_device = nullptr;
    cl_uint count = 0;
    CHECK(clCreateSubDevices(device(), properties, 1, &sub_device, &count) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clCreateSubDevices: QuadCL devices cannot be partitioned", "[quadcl]") {
  CHECK(info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES)) <= 1);
  // "If the device cannot be partitioned ... a value of 0 will be returned" (device queries table).
  CHECK(info_list<cl_device_partition_property>(
            query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_PROPERTIES)) ==
        std::vector<cl_device_partition_property>{0});
}
