// SPDX-License-Identifier: Apache-2.0
// clCreateProgramWithBinary, clCreateProgramWithIL
#include "bad_handles.h"
#include "core/kernel_abi.h"
#include "core/program_image.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

struct Attempt {
  cl_int error;
  cl_int status;
};

Attempt attempt(cl_context context, const std::vector<unsigned char>& binary, cl_device_id id = device()) {
  const std::size_t length = binary.size();
  const unsigned char* bytes = binary.data();
  Attempt result{1, 1};
  result.error = error_of([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, &length, &bytes, &result.status, error);
  });
  return result;
}

/// The program's binaries; empty if the platform has none.
std::vector<std::vector<unsigned char>> binaries_of(cl_program program) {
  const auto sizes = info_list<std::size_t>(query(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<unsigned char*> places;
  for (const std::size_t size : sizes) binaries.emplace_back(size);
  for (auto& binary : binaries) places.push_back(binary.data());
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, places.size() * sizeof(unsigned char*),
                           places.data(), nullptr) == CL_SUCCESS);
  return binaries;
}

}  // namespace

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_BINARY for bytes that are no program of ours") {
  const Context context = make_context();
  const auto binary = GENERATE(std::vector<unsigned char>(1, 0), std::vector<unsigned char>(4096, 0),
                               std::vector<unsigned char>(100, 0xff), counting_bytes(1000));
  const auto [error, status] = attempt(context, binary);
  CHECK(error == CL_INVALID_BINARY);
  CHECK(status == CL_INVALID_BINARY);
}

TEST_CASE("clCreateProgramWithBinary: makes from a program's binary a program with the same kernels") {
  const Context context = make_context();
  const Program program = make_program(context);
  const auto binary = binaries_of(program).front();
  if (binary.empty()) return;  // allowed for built-in kernels
  const cl_device_id id = device();
  const std::size_t length = binary.size();
  const unsigned char* bytes = binary.data();
  cl_int status = 1;
  const Program copy = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, &length, &bytes, &status, error);
  });
  CHECK(status == CL_SUCCESS);
  REQUIRE(clBuildProgram(copy, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK(info<std::size_t>(query(clGetProgramInfo, copy.get(), CL_PROGRAM_NUM_KERNELS)) == 3);
}

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_BINARY if a program's binary was damaged or cut off",
          "[quadcl]") {
  const Context context = make_context();
  const Program program = make_program(context);
  const auto whole = binaries_of(program).front();
  if (whole.empty()) return;
  auto damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  CHECK(attempt(context, damaged).error == CL_INVALID_BINARY);
  CHECK(attempt(context, {whole.begin(), whole.end() - 1}).error == CL_INVALID_BINARY);
}

TEST_CASE("clCreateProgramWithBinary: the driver's version names the version of binaries", "[quadcl]") {
  const std::string version = info_string(query(clGetDeviceInfo, device(), CL_DRIVER_VERSION));
  const auto part = [](unsigned format, const std::string& abi) {
    return " binaries " + std::to_string(format) + "." + abi + ".";
  };
  CHECK_THAT(version,
             Catch::Contains(part(quadcl::kProgramFormat, std::to_string(QUADCL_KERNEL_ABI_VERSION))));
  CHECK_THAT(version, Catch::Matches(".*\\.[0-9a-f]{8}"));
  const Context context = make_context();
  const auto binary = binaries_of(make_program(context)).front();
  if (binary.empty()) return;
  // After eight bytes of its own a binary has its format; its target ends with the ABI of kernels.
  const std::string text(binary.begin(), binary.end());
  const std::size_t abi = text.find(" abi");
  REQUIRE(abi != std::string::npos);
  CHECK_THAT(version, Catch::Contains(part(binary[8], std::to_string(std::stoul(text.substr(abi + 4))))));
}

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_VALUE if a list is NULL or empty, or has an empty entry") {
  const Context context = make_context();
  const cl_device_id id = device();
  const std::size_t length = 16, none = 0;
  const std::vector<unsigned char> binary(16);
  const unsigned char* bytes = binary.data();
  const unsigned char* no_bytes = nullptr;
  struct Row {
    const char* rule;
    cl_uint count;
    const cl_device_id* devices;
    const std::size_t* lengths;
    const unsigned char** binaries;
  };
  const Row rows[]{
      {"device_list is NULL", 1, nullptr, &length, &bytes},
      {"num_devices is 0", 0, &id, &length, &bytes},
      {"lengths is NULL", 1, &id, nullptr, &bytes},
      {"binaries is NULL", 1, &id, &length, nullptr},
      {"a length is 0", 1, &id, &none, &bytes},
      {"a binary is NULL", 1, &id, &length, &no_bytes},
  };
  for (const Row& row : rows) {
    INFO(row.rule);
    CHECK(error_of([&](cl_int* error) {
            return clCreateProgramWithBinary(context, row.count, row.devices, row.lengths, row.binaries,
                                             nullptr, error);
          }) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_DEVICE if a device is not in the context or no device") {
  const Context context = make_context();
  const std::vector<unsigned char> binary(16);
  if (other_device() != nullptr) CHECK(attempt(context, binary, other_device()).error == CL_INVALID_DEVICE);
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE,
                                  [&](cl_device_id bad) { return attempt(context, binary, bad).error; });
}

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(
      CL_INVALID_CONTEXT, [](cl_context bad) { return attempt(bad, std::vector<unsigned char>(16)).error; });
}

TEST_CASE("clCreateProgramWithIL: CL_INVALID_OPERATION if no device takes an intermediate language") {
  if (!info_string(query(clGetDeviceInfo, device(), CL_DEVICE_IL_VERSION)).empty()) return;
  const Context context = make_context();
  const std::vector<unsigned char> il(64);
  CHECK(error_of([&](cl_int* error) {
          return clCreateProgramWithIL(context, il.data(), il.size(), error);
        }) == CL_INVALID_OPERATION);
}

TEST_CASE("clCreateProgramWithIL: CL_INVALID_VALUE if il is NULL, empty or not well-formed") {
  if (info_string(query(clGetDeviceInfo, device(), CL_DEVICE_IL_VERSION)).empty()) return;
  const Context context = make_context();
  const std::vector<unsigned char> il(64);
  const auto create = [&](const void* data, std::size_t size) {
    return error_of([&](cl_int* error) { return clCreateProgramWithIL(context, data, size, error); });
  };
  CHECK(create(nullptr, 64) == CL_INVALID_VALUE);
  CHECK(create(il.data(), 0) == CL_INVALID_VALUE);
  CHECK(create(il.data(), il.size()) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateProgramWithIL: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [](cl_context bad) {
    const unsigned char il[64]{};
    return error_of([&](cl_int* error) { return clCreateProgramWithIL(bad, il, sizeof il, error); });
  });
}
