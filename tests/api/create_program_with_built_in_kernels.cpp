// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

cl_int create_error(cl_context context, const std::vector<cl_device_id>& devices, const char* names) {
  return error_of([&](cl_int* error) {
    return clCreateProgramWithBuiltInKernels(context, static_cast<cl_uint>(devices.size()),
                                             devices.empty() ? nullptr : devices.data(), names, error);
  });
}

}  // namespace

TEST_CASE("clCreateProgramWithBuiltInKernels: takes any of the kernels that the device lists", "[quadcl]") {
  const Context context = make_context();
  const char* names =
      GENERATE("sgemm", "transpose_32", "transpose_64;sgemm", "sgemm;transpose_32;transpose_64");
  CHECK(create_error(context, {device()}, names) == CL_SUCCESS);
}

TEST_CASE("clCreateProgramWithBuiltInKernels: the program is built, and holds the kernels that were named",
          "[quadcl]") {
  const Context context = make_context();
  const cl_device_id id = device();
  const Program program = made([&](cl_int* error) {
    return clCreateProgramWithBuiltInKernels(context, 1, &id, "transpose_64;sgemm", error);
  });
  CHECK(info<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS)) == 2);
  CHECK(error_of([&](cl_int* error) { return clCreateKernel(program, "sgemm", error); }) == CL_SUCCESS);
  CHECK(error_of([&](cl_int* error) { return clCreateKernel(program, "transpose_64", error); }) ==
        CL_SUCCESS);
  CHECK(error_of([&](cl_int* error) { return clCreateKernel(program, "transpose_32", error); }) ==
        CL_INVALID_KERNEL_NAME);
}

TEST_CASE("clCreateProgramWithBuiltInKernels: is of the devices given, not of all in the context",
          "[quadcl]") {
  const Context context = make_context(all_devices());
  const cl_device_id id = device();
  const Program program =
      made([&](cl_int* error) { return clCreateProgramWithBuiltInKernels(context, 1, &id, "sgemm", error); });
  CHECK(info_list<cl_device_id>(query(clGetProgramInfo, program.get(), CL_PROGRAM_DEVICES)) ==
        std::vector{device()});
}

TEST_CASE("clCreateProgramWithBuiltInKernels: CL_INVALID_VALUE if a name is NULL or not supported") {
  const Context context = make_context();
  CHECK(create_error(context, {device()}, nullptr) == CL_INVALID_VALUE);
  const char* names = GENERATE("no_such_kernel", "sgemm;no_such_kernel", "sgemm ", "sgemm,transpose_32");
  CHECK(create_error(context, {device()}, names) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateProgramWithBuiltInKernels: CL_INVALID_VALUE if device_list is NULL or empty") {
  const Context context = make_context();
  const cl_device_id id = device();
  CHECK(create_error(context, {}, "sgemm") == CL_INVALID_VALUE);
  CHECK(error_of([&](cl_int* error) {
          return clCreateProgramWithBuiltInKernels(context, 0, &id, "sgemm", error);
        }) == CL_INVALID_VALUE);
  CHECK(error_of([&](cl_int* error) {
          return clCreateProgramWithBuiltInKernels(context, 1, nullptr, "sgemm", error);
        }) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateProgramWithBuiltInKernels: CL_INVALID_DEVICE if a device is not of the context",
          "[quadcl]") {
  const Context context = make_context();
  CHECK(create_error(context, {device(), other_device()}, "sgemm") == CL_INVALID_DEVICE);
  check_bad_handles<cl_device_id>(
      CL_INVALID_DEVICE, [&](cl_device_id bad) { return create_error(context, {device(), bad}, "sgemm"); });
}

TEST_CASE("clCreateProgramWithBuiltInKernels: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT,
                                [](cl_context bad) { return create_error(bad, {device()}, "sgemm"); });
}
