// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

cl_int count_devices(cl_device_type type, cl_uint& count) {
  return clGetDeviceIDs(platform(), type, 0, nullptr, &count);
}

}  // namespace

TEST_CASE("clGetDeviceIDs: CL_DEVICE_TYPE_ALL lists distinct devices") {
  auto devices = all_devices();
  REQUIRE_FALSE(devices.empty());
  std::sort(devices.begin(), devices.end());
  CHECK(std::adjacent_find(devices.begin(), devices.end()) == devices.end());
}

TEST_CASE("clGetDeviceIDs: lists a device under its own type") {
  const auto type = info<cl_device_type>(query(clGetDeviceInfo, device(), CL_DEVICE_TYPE)) &
                    ~cl_device_type{CL_DEVICE_TYPE_DEFAULT};
  std::vector<cl_device_id> devices(all_devices().size());
  cl_uint count = 0;
  REQUIRE(clGetDeviceIDs(platform(), type, static_cast<cl_uint>(devices.size()), devices.data(), &count) ==
          CL_SUCCESS);
  devices.resize(count);
  CHECK(std::count(devices.begin(), devices.end(), device()) == 1);
}

TEST_CASE("clGetDeviceIDs: there is exactly one default device") {
  cl_uint count = 0;
  REQUIRE(count_devices(CL_DEVICE_TYPE_DEFAULT, count) == CL_SUCCESS);
  CHECK(count == 1);
}

TEST_CASE("clGetDeviceIDs: CL_DEVICE_NOT_FOUND if no device has the type") {
  cl_uint count = 0;
  CHECK(count_devices(CL_DEVICE_TYPE_ACCELERATOR, count) == CL_DEVICE_NOT_FOUND);
}

TEST_CASE("clGetDeviceIDs: CL_INVALID_DEVICE_TYPE if device_type is not valid") {
  cl_uint count = 0;
  const auto type = GENERATE(as<cl_device_type>(), 0, cl_device_type{1} << 40);
  CHECK(count_devices(type, count) == CL_INVALID_DEVICE_TYPE);
}

TEST_CASE("clGetDeviceIDs: CL_INVALID_VALUE if num_entries is 0 and devices is not NULL") {
  cl_device_id id = nullptr;
  CHECK(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &id, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetDeviceIDs: CL_INVALID_VALUE if num_devices and devices are NULL") {
  CHECK(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetDeviceIDs: CL_INVALID_PLATFORM if platform is not a platform", "[quadcl]") {
  const auto bad = GENERATE(as<void*>(), impostor(), static_cast<void*>(device()));
  cl_uint count = 0;
  CHECK(clGetDeviceIDs(static_cast<cl_platform_id>(bad), CL_DEVICE_TYPE_ALL, 0, nullptr, &count) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE("clGetDeviceIDs: num_devices tells of all devices even if fewer are asked for", "[quadcl]") {
  cl_device_id ids[2]{nullptr, nullptr};
  cl_uint count = 0;
  REQUIRE(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, ids, &count) == CL_SUCCESS);
  CHECK(count == 2);
  CHECK(ids[0] != nullptr);
  CHECK(ids[1] == nullptr);
}

TEST_CASE("clGetDeviceIDs: QuadCL has a GPU and a CPU; the default is the CPU if the GPU is emulated",
          "[quadcl]") {
  const auto only = [](cl_device_type type) {
    cl_device_id id = nullptr;
    cl_uint count = 0;
    REQUIRE(clGetDeviceIDs(platform(), type, 1, &id, &count) == CL_SUCCESS);
    REQUIRE(count == 1);
    return id;
  };
  const auto name = [](cl_device_id id) { return info_string(query(clGetDeviceInfo, id, CL_DEVICE_NAME)); };
  CHECK(name(only(CL_DEVICE_TYPE_GPU)).rfind("VideoCore IV QPU", 0) == 0);
  CHECK(name(only(CL_DEVICE_TYPE_CPU)) == "QuadCL CPU");
  const bool emulated = name(only(CL_DEVICE_TYPE_GPU)).find("(emulated") != std::string::npos;
  CHECK(only(CL_DEVICE_TYPE_DEFAULT) == only(emulated ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU));
}
