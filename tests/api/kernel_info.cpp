// SPDX-License-Identifier: Apache-2.0
// clGetKernelInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo
#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

struct Bench {
  Context context = make_context();
  Program program = make_program(context);
  Kernel kernel = make_kernel(program, "transpose_32");

  Query of_group(cl_kernel_work_group_info param) const {
    return query(clGetKernelWorkGroupInfo, kernel.get(), device(), param);
  }
};

cl_int group_error(cl_kernel kernel, cl_device_id id) {
  return clGetKernelWorkGroupInfo(kernel, id, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr);
}

cl_int sub_group_error(cl_kernel kernel, cl_device_id id) {
  const std::size_t local = 4;
  std::size_t value = 0;
  return clGetKernelSubGroupInfo(kernel, id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local,
                                 sizeof value, &value, nullptr);
}

}  // namespace

TEST_CASE("clGetKernelInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_STRING(CL_KERNEL_FUNCTION_NAME),           INFO_VALUE(CL_KERNEL_NUM_ARGS, cl_uint),
      INFO_VALUE(CL_KERNEL_REFERENCE_COUNT, cl_uint), INFO_VALUE(CL_KERNEL_CONTEXT, cl_context),
      INFO_VALUE(CL_KERNEL_PROGRAM, cl_program),      INFO_STRING(CL_KERNEL_ATTRIBUTES),
  };
  const Bench bench;
  check_rows(rows, [&](cl_uint param) { return query(clGetKernelInfo, bench.kernel.get(), param); });
}

TEST_CASE("clGetKernelInfo: returns name, number of arguments, context and program") {
  const Bench bench;
  const auto [name, arguments] = GENERATE(std::pair<const char*, cl_uint>{"sgemm", 13},
                                          std::pair<const char*, cl_uint>{"transpose_32", 4},
                                          std::pair<const char*, cl_uint>{"transpose_64", 4});
  const Kernel kernel = make_kernel(bench.program, name);
  CHECK(info_string(query(clGetKernelInfo, kernel.get(), CL_KERNEL_FUNCTION_NAME)) == name);
  CHECK(info<cl_uint>(query(clGetKernelInfo, kernel.get(), CL_KERNEL_NUM_ARGS)) == arguments);
  CHECK(info<cl_context>(query(clGetKernelInfo, kernel.get(), CL_KERNEL_CONTEXT)) == bench.context.get());
  CHECK(info<cl_program>(query(clGetKernelInfo, kernel.get(), CL_KERNEL_PROGRAM)) == bench.program.get());
  CHECK(info_string(query(clGetKernelInfo, kernel.get(), CL_KERNEL_ATTRIBUTES)).empty());
}

TEST_CASE("clGetKernelInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Bench bench;
  const auto param = GENERATE(as<cl_kernel_info>(), 0, CL_KERNEL_WORK_GROUP_SIZE);
  CHECK(clGetKernelInfo(bench.kernel, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetKernelInfo: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [](cl_kernel bad) {
    return clGetKernelInfo(bad, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr);
  });
}

TEST_CASE("clGetKernelWorkGroupInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_KERNEL_WORK_GROUP_SIZE, std::size_t),
      INFO_VALUE(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, std::size_t[3]),
      INFO_VALUE(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong),
      INFO_VALUE(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, std::size_t),
      INFO_VALUE(CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong),
  };
  const Bench bench;
  check_rows(rows, [&](cl_uint param) { return bench.of_group(param); });
}

TEST_CASE("clGetKernelWorkGroupInfo: values are within the device's") {
  const Bench bench;
  const auto size = info<std::size_t>(bench.of_group(CL_KERNEL_WORK_GROUP_SIZE));
  CHECK(size >= 1);
  CHECK(size <= info<std::size_t>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE)));
  CHECK(info<std::size_t>(bench.of_group(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)) >= 1);
  CHECK(info<cl_ulong>(bench.of_group(CL_KERNEL_LOCAL_MEM_SIZE)) <=
        info<cl_ulong>(query(clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE)));
  CHECK(info_list<std::size_t>(bench.of_group(CL_KERNEL_COMPILE_WORK_GROUP_SIZE)) ==
        std::vector<std::size_t>{0, 0, 0});
}

TEST_CASE("clGetKernelWorkGroupInfo: CL_KERNEL_GLOBAL_WORK_SIZE of a built-in kernel covers any matrix",
          "[quadcl]") {
  const Bench bench;
  const auto size = info_list<std::size_t>(bench.of_group(CL_KERNEL_GLOBAL_WORK_SIZE));
  REQUIRE(size.size() == 3);
  CHECK(size[0] >= 65536);
  CHECK(size[1] >= 65536);
  CHECK(size[2] >= 1);
  check_query(bench.of_group(CL_KERNEL_GLOBAL_WORK_SIZE));
}

TEST_CASE(
    "clGetKernelWorkGroupInfo: CL_INVALID_VALUE for CL_KERNEL_GLOBAL_WORK_SIZE of a kernel from source") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "nothing");
  CHECK(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_GLOBAL_WORK_SIZE, 0, nullptr, nullptr) ==
        CL_INVALID_VALUE);
}

TEST_CASE("clGetKernelWorkGroupInfo: the device may be NULL if the kernel has one") {
  const Bench bench;
  CHECK(group_error(bench.kernel, nullptr) == CL_SUCCESS);
}

TEST_CASE("clGetKernelWorkGroupInfo: CL_INVALID_DEVICE if device is NULL and the kernel has several",
          "[quadcl]") {
  const Context context = make_context(all_devices());
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "sgemm");
  CHECK(group_error(kernel, nullptr) == CL_INVALID_DEVICE);
  for (cl_device_id id : all_devices()) CHECK(group_error(kernel, id) == CL_SUCCESS);
}

TEST_CASE("clGetKernelWorkGroupInfo: CL_INVALID_DEVICE if device is not of the kernel", "[quadcl]") {
  const Bench bench;
  CHECK(group_error(bench.kernel, other_device()) == CL_INVALID_DEVICE);
  CHECK(group_error(bench.kernel, static_cast<cl_device_id>(impostor())) == CL_INVALID_DEVICE);
}

TEST_CASE("clGetKernelWorkGroupInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Bench bench;
  CHECK(bench.of_group(CL_KERNEL_NUM_ARGS)(0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetKernelWorkGroupInfo: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [](cl_kernel bad) { return group_error(bad, device()); });
}

TEST_CASE("clGetKernelSubGroupInfo: CL_INVALID_OPERATION if the device has no sub-groups") {
  if (info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS)) != 0) return;
  const Bench bench;
  CHECK(sub_group_error(bench.kernel, device()) == CL_INVALID_OPERATION);
}

TEST_CASE("clGetKernelSubGroupInfo: CL_INVALID_DEVICE if device is not of the kernel", "[quadcl]") {
  const Bench bench;
  CHECK(sub_group_error(bench.kernel, static_cast<cl_device_id>(impostor())) == CL_INVALID_DEVICE);
}

TEST_CASE("clGetKernelSubGroupInfo: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL,
                               [](cl_kernel bad) { return sub_group_error(bad, device()); });
}

TEST_CASE("clGetKernelInfo: CL_KERNEL_ATTRIBUTES are those of the source, and none without a source") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(
      context, "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int* o) {}");
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const auto attributes = [](cl_program from) {
    const Kernel kernel = make_kernel(from, "k");
    return info_string(query(clGetKernelInfo, kernel.get(), CL_KERNEL_ATTRIBUTES));
  };
  CHECK_THAT(attributes(program), Catch::StartsWith("reqd_work_group_size(4"));

  const auto size = info<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES));
  std::vector<unsigned char> binary(size);
  unsigned char* binaries[]{binary.data()};
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binaries, binaries, nullptr) == CL_SUCCESS);
  const cl_device_id id = device();
  const unsigned char* start = binary.data();
  const Program loaded = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, &size, &start, nullptr, error);
  });
  REQUIRE(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK(attributes(loaded).empty());
}
