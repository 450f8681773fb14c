// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/device.h"

#include <algorithm>

#include "icd/api/checks.h"
#include "icd/api/device_info.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/partition.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// The meaning of a NULL platform is implementation-defined.
cl_int check_platform_or_null(cl_platform_id platform) {
  return platform == nullptr ? CL_SUCCESS : find(platform).error();
}

cl_int store_devices(const std::vector<Device*>& found, cl_uint capacity, cl_device_id* devices,
                     cl_uint* count) {
  if (found.empty()) return CL_DEVICE_NOT_FOUND;
  if (devices != nullptr) {
    const std::size_t stored = std::min<std::size_t>(capacity, found.size());
    std::transform(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(stored), devices,
                   [](const Device* device) { return handle_of<cl_device_id>(device); });
  }
  if (count != nullptr) *count = static_cast<cl_uint>(found.size());
  return CL_SUCCESS;
}

/// The properties, with the terminating 0.
std::vector<cl_device_partition_property> copy_partition(const cl_device_partition_property* properties,
                                                         std::size_t parts) {
  const std::size_t values = properties[0] == CL_DEVICE_PARTITION_EQUALLY ? 1 : parts + 1;
  return {properties, properties + 1 + values + 1};
}

cl_int create_sub_devices(cl_device_id in_device, const cl_device_partition_property* properties,
                          cl_uint capacity, cl_device_id* devices, cl_uint* count) {
  ICD_TRY(const auto device, find(in_device));
  ICD_TRY(const auto parts, partition(*device, properties));
  if (devices != nullptr && capacity < parts.size()) return CL_INVALID_VALUE;
  for (std::size_t i = 0; devices != nullptr && i < parts.size(); ++i)
    devices[i] =
        publish<cl_device_id>(make<Device>(device, parts[i], copy_partition(properties, parts.size())));
  if (count != nullptr) *count = static_cast<cl_uint>(parts.size());
  return CL_SUCCESS;
}

/// Root devices are not counted (OpenCL 3.0 API, clRetainDevice).
cl_int retain_device(cl_device_id device) {
  ICD_TRY(const auto object, find(device));
  return object->parent() != nullptr ? retain_handle(device) : CL_SUCCESS;
}

cl_int release_device(cl_device_id device) {
  ICD_TRY(const auto object, find(device));
  return object->parent() != nullptr ? release_handle(device) : CL_SUCCESS;
}

}  // namespace

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                  cl_device_id* devices, cl_uint* num_devices) {
  return entry("clGetDeviceIDs", [&]() -> cl_int {
    ICD_CHECK(check_platform_or_null(platform));
    ICD_CHECK(check_device_type(device_type));
    ICD_CHECK(check_handle_array(num_entries, devices, num_devices));
    return store_devices(devices_of_type(device_type), num_entries, devices, num_devices);
  });
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                   void* param_value, size_t* param_value_size_ret) {
  return entry("clGetDeviceInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(device));
    return query(device_info_rows(), *object, param_name,
                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                                           cl_ulong* host_timestamp) {
  return entry("clGetDeviceAndHostTimer", [&]() -> cl_int {
    ICD_CHECK(find(device).error());
    if (device_timestamp == nullptr || host_timestamp == nullptr) return CL_INVALID_VALUE;
    *device_timestamp = *host_timestamp = timer_nanoseconds();
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return entry("clGetHostTimer", [&]() -> cl_int {
    ICD_CHECK(find(device).error());
    if (host_timestamp == nullptr) return CL_INVALID_VALUE;
    *host_timestamp = timer_nanoseconds();
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property* properties,
                                      cl_uint num_devices, cl_device_id* out_devices,
                                      cl_uint* num_devices_ret) {
  return entry("clCreateSubDevices", [&] {
    return create_sub_devices(in_device, properties, num_devices, out_devices, num_devices_ret);
  });
}

cl_int CL_API_CALL clCreateSubDevicesEXT(cl_device_id in_device,
                                         const cl_device_partition_property_ext* /*properties*/,
                                         cl_uint /*num_entries*/, cl_device_id* /*out_devices*/,
                                         cl_uint* /*num_devices*/) {
  // cl_ext_device_fission, the predecessor, is not among our extensions.
  return entry("clCreateSubDevicesEXT", [&]() -> cl_int {
    ICD_CHECK(find(in_device).error());
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return entry("clRetainDevice", [&] { return retain_device(device); });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return entry("clReleaseDevice", [&] { return release_device(device); });
}

cl_int CL_API_CALL clRetainDeviceEXT(cl_device_id device) {
  return entry("clRetainDeviceEXT", [&] { return retain_device(device); });
}

cl_int CL_API_CALL clReleaseDeviceEXT(cl_device_id device) {
  return entry("clReleaseDeviceEXT", [&] { return release_device(device); });
}

}  // namespace quadcl::icd::api
