// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"
#include "programs.h"

using namespace api;

namespace {

constexpr cl_device_partition_property kEqually[]{CL_DEVICE_PARTITION_EQUALLY, 1, 0};

bool can_partition(cl_device_partition_property type) {
  const auto types = info_list<cl_device_partition_property>(
      query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_PROPERTIES));
  return std::find(types.begin(), types.end(), type) != types.end();
}

cl_uint compute_units(cl_device_id device) {
  return info<cl_uint>(query(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS));
}

/// The parts of the device under test, released at the end.
struct SubDevices {
  SubDevices(const cl_device_partition_property* properties, cl_uint count) : list(count) {
    REQUIRE(clCreateSubDevices(device(), properties, count, list.data(), nullptr) == CL_SUCCESS);
  }
  ~SubDevices() {
    for (const cl_device_id part : list) clReleaseDevice(part);
  }
  SubDevices(const SubDevices&) = delete;
  SubDevices& operator=(const SubDevices&) = delete;

  std::vector<cl_device_id> list;
};

}  // namespace

TEST_CASE("clCreateSubDevices: CL_INVALID_DEVICE if in_device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    cl_uint count = 0;
    return clCreateSubDevices(bad, kEqually, 0, nullptr, &count);
  });
}

TEST_CASE("clCreateSubDevices: CL_INVALID_VALUE if properties is NULL, empty or not valid") {
  static const cl_device_partition_property empty[]{0};
  static const cl_device_partition_property unknown[]{0x7777, 1, 0};
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

TEST_CASE("clCreateSubDevices: 0 for the partitions of a device that cannot be partitioned") {
  if (info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES)) > 0) return;
  CHECK(info_list<cl_device_partition_property>(
            query(clGetDeviceInfo, device(), CL_DEVICE_PARTITION_PROPERTIES)) ==
        std::vector<cl_device_partition_property>{0});
}

TEST_CASE("clCreateSubDevices: equal parts, each with its share of the compute units") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY)) return;
  const cl_uint units = compute_units(device());
  cl_uint count = 0;
  REQUIRE(clCreateSubDevices(device(), kEqually, 0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count == units);
  const SubDevices parts(kEqually, count);
  for (const cl_device_id part : parts.list) {
    CHECK(compute_units(part) == 1);
    CHECK(info<cl_device_id>(query(clGetDeviceInfo, part, CL_DEVICE_PARENT_DEVICE)) == device());
    CHECK(info_list<cl_device_partition_property>(query(clGetDeviceInfo, part, CL_DEVICE_PARTITION_TYPE)) ==
          std::vector<cl_device_partition_property>{CL_DEVICE_PARTITION_EQUALLY, 1, 0});
    CHECK(info<cl_uint>(query(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT)) == 1);
    CHECK(clCreateSubDevices(part, kEqually, 0, nullptr, &count) == CL_DEVICE_PARTITION_FAILED);
  }
}

TEST_CASE("clCreateSubDevices: one part with all compute units, or more, is an error") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY)) return;
  const cl_uint units = compute_units(device());
  const auto result_for = [](cl_uint each) {
    const cl_device_partition_property equally[]{CL_DEVICE_PARTITION_EQUALLY, each, 0};
    cl_uint count = 0;
    return clCreateSubDevices(device(), equally, 0, nullptr, &count);
  };
  CHECK(result_for(units) == CL_DEVICE_PARTITION_FAILED);
  CHECK(result_for(units + 1) == CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_CASE("clCreateSubDevices: parts by counts") {
  if (!can_partition(CL_DEVICE_PARTITION_BY_COUNTS)) return;
  const cl_device_partition_property counts[]{CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const SubDevices parts(counts, 2);
  CHECK(parts.list[0] != parts.list[1]);
  CHECK(info_list<cl_device_partition_property>(
            query(clGetDeviceInfo, parts.list[1], CL_DEVICE_PARTITION_TYPE)) ==
        std::vector<cl_device_partition_property>(counts, counts + 5));
}

TEST_CASE("clCreateSubDevices: CL_INVALID_DEVICE_PARTITION_COUNT for more compute units than there are") {
  if (!can_partition(CL_DEVICE_PARTITION_BY_COUNTS)) return;
  const auto units = static_cast<cl_device_partition_property>(compute_units(device()));
  const cl_device_partition_property counts[]{CL_DEVICE_PARTITION_BY_COUNTS, units, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_uint count = 0;
  CHECK(clCreateSubDevices(device(), counts, 0, nullptr, &count) == CL_INVALID_DEVICE_PARTITION_COUNT);
}

TEST_CASE("clCreateSubDevices: CL_INVALID_VALUE if there is no room for all") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY)) return;
  cl_device_id part = nullptr;
  CHECK(clCreateSubDevices(device(), kEqually, 1, &part, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clReleaseDevice: a sub-device is valid as long as a context has it") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY)) return;
  Context context;
  cl_device_id part = nullptr;
  {
    const SubDevices parts(kEqually, compute_units(device()));
    part = parts.list.front();
    context =
        made([&](cl_int* error) { return clCreateContext(nullptr, 1, &part, nullptr, nullptr, error); });
    REQUIRE(clRetainDevice(part) == CL_SUCCESS);
    REQUIRE(clReleaseDevice(part) == CL_SUCCESS);
  }
  CHECK(compute_units(part) == 1);
  CHECK(clReleaseDevice(part) == CL_INVALID_DEVICE);
  context.reset();
  if (is_quadcl()) CHECK(clRetainDevice(part) == CL_INVALID_DEVICE);
}

TEST_CASE("sub-devices: kernels run on them and on their parent in one context") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY) || !has_compiler()) return;
  const SubDevices parts(kEqually, compute_units(device()));
  auto devices = parts.list;
  devices.push_back(device());
  const Context context = made([&](cl_int* error) {
    return clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(), nullptr, nullptr,
                           error);
  });
  const Program program = make_source_program(
      context, "int total = 0; kernel void add(global int* x) { x[get_global_id(0)] += ++total; }");
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS);
  for (const cl_device_id each : devices)
    CHECK(info<cl_build_status>(query(clGetProgramBuildInfo, program.get(), each, CL_PROGRAM_BUILD_STATUS)) ==
          CL_BUILD_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "add", error); });
  const Buffer x = make_filled(context, std::vector<cl_int>{0});
  const cl_mem argument = x;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof argument, &argument) == CL_SUCCESS);
  for (const cl_device_id each : devices) {
    const Queue queue = make_queue(context, 0, each);
    const std::size_t one = 1;
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
  }
  // Each device has its own `total`.
  const Queue queue = make_queue(context, 0, device());
  CHECK(read_back<cl_int>(queue, x, 1).front() == static_cast<cl_int>(devices.size()));
}

TEST_CASE("sub-devices: use the executable of their parent until they have their own") {
  if (!can_partition(CL_DEVICE_PARTITION_EQUALLY) || !has_compiler()) return;
  const SubDevices parts(kEqually, compute_units(device()));
  const cl_device_id devices[]{parts.list.front(), device()};
  const Context context =
      made([&](cl_int* error) { return clCreateContext(nullptr, 2, devices, nullptr, nullptr, error); });
  const Program program = make_source_program(context);
  REQUIRE(clBuildProgram(program, 1, &devices[1], nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK(info<cl_build_status>(query(clGetProgramBuildInfo, program.get(), devices[0],
                                    CL_PROGRAM_BUILD_STATUS)) == CL_BUILD_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "nothing", error); });
  const Buffer x = make_filled(context, std::vector<cl_int>{0});
  const cl_mem argument = x;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof argument, &argument) == CL_SUCCESS);
  const Queue queue = make_queue(context, 0, devices[0]);
  const std::size_t one = 1;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  CHECK(read_back<cl_int>(queue, x, 1).front() == 1);
}
