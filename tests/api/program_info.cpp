// SPDX-License-Identifier: Apache-2.0
// clGetProgramInfo, clGetProgramBuildInfo
#include <algorithm>
#include <set>
#include <sstream>

#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

TEST_CASE("clGetProgramInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_PROGRAM_REFERENCE_COUNT, cl_uint),
      INFO_VALUE(CL_PROGRAM_CONTEXT, cl_context),
      INFO_VALUE(CL_PROGRAM_NUM_DEVICES, cl_uint),
      INFO_LIST(CL_PROGRAM_DEVICES, cl_device_id),
      INFO_STRING(CL_PROGRAM_SOURCE),
      INFO_LIST(CL_PROGRAM_IL, char),
      INFO_LIST(CL_PROGRAM_BINARY_SIZES, std::size_t),
      INFO_VALUE(CL_PROGRAM_NUM_KERNELS, std::size_t),
      INFO_STRING(CL_PROGRAM_KERNEL_NAMES),
      INFO_VALUE(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_bool),
      INFO_VALUE(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_bool),
  };
  const Context context = make_context();
  const Program program = make_program(context);
  check_rows(rows, [&](cl_uint param) { return query(clGetProgramInfo, program.get(), param); });
}

TEST_CASE("clGetProgramInfo: returns context, devices and kernels") {
  const Context context = make_context(all_devices());
  const Program program = make_program(context);
  CHECK(info<cl_context>(query(clGetProgramInfo, program.get(), CL_PROGRAM_CONTEXT)) == context.get());
  CHECK(info<cl_uint>(query(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_DEVICES)) ==
        all_devices().size());
  CHECK(info_list<cl_device_id>(query(clGetProgramInfo, program.get(), CL_PROGRAM_DEVICES)) == all_devices());
  CHECK(info_list<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES)).size() ==
        all_devices().size());
  CHECK(info<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS)) == 3);
  std::istringstream text(info_string(query(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES)));
  std::set<std::string> names;
  for (std::string name; std::getline(text, name, ';');) names.insert(name);
  CHECK(names == std::set<std::string>{"sgemm", "transpose_32", "transpose_64"});
}

TEST_CASE("clGetProgramInfo: CL_PROGRAM_BINARIES wants a pointer for each device") {
  const Context context = make_context();
  const Program program = make_program(context);
  std::size_t size = 0;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == sizeof(unsigned char*));
  unsigned char* place = nullptr;
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(place) - 1, &place, nullptr) ==
        CL_INVALID_VALUE);
  // A NULL pointer skips its binary.
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr) == CL_SUCCESS);
}

TEST_CASE("clGetProgramInfo: CL_PROGRAM_IL is empty for a program that is not from IL") {
  const Context context = make_context();
  CHECK(info_list<char>(query(clGetProgramInfo, make_source_program(context).get(), CL_PROGRAM_IL)).empty());
}

TEST_CASE("clGetProgramInfo: a program that is not built has empty binaries and no kernels to tell of") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(info_list<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES)) ==
        std::vector<std::size_t>{0});
  const auto param = GENERATE(as<cl_program_info>(), CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES);
  CHECK(clGetProgramInfo(program, param, 0, nullptr, nullptr) == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE("clGetProgramInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const auto param = GENERATE(as<cl_program_info>(), 0, CL_PROGRAM_BUILD_LOG);
  CHECK(clGetProgramInfo(program, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetProgramInfo: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) {
    return clGetProgramInfo(bad, CL_PROGRAM_CONTEXT, 0, nullptr, nullptr);
  });
}

TEST_CASE("clGetProgramBuildInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_PROGRAM_BUILD_STATUS, cl_build_status),
      INFO_STRING(CL_PROGRAM_BUILD_OPTIONS),
      INFO_STRING(CL_PROGRAM_BUILD_LOG),
      INFO_VALUE(CL_PROGRAM_BINARY_TYPE, cl_program_binary_type),
      INFO_VALUE(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, std::size_t),
  };
  const Context context = make_context();
  const Program program = make_source_program(context);
  check_rows(rows,
             [&](cl_uint param) { return query(clGetProgramBuildInfo, program.get(), device(), param); });
}

TEST_CASE("clGetProgramBuildInfo: a program that was not built has no status, options, log or binary") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const auto of = [&](cl_program_build_info param) {
    return query(clGetProgramBuildInfo, program.get(), device(), param);
  };
  CHECK(info<cl_build_status>(of(CL_PROGRAM_BUILD_STATUS)) == CL_BUILD_NONE);
  CHECK(info_string(of(CL_PROGRAM_BUILD_OPTIONS)).empty());
  CHECK(info_string(of(CL_PROGRAM_BUILD_LOG)).empty());
  CHECK(info<cl_program_binary_type>(of(CL_PROGRAM_BINARY_TYPE)) == CL_PROGRAM_BINARY_TYPE_NONE);
}

TEST_CASE("clGetProgramBuildInfo: the size of the variables in global memory, also from a binary") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program =
      make_source_program(context,
                          "global int counters[100]; constant int table[50] = {1};"
                          "kernel void k(global int* x) {"
                          "  static global ulong calls; x[0] = counters[table[0]] + calls; }");
  const auto size_of = [](cl_program built) {
    return info<std::size_t>(
        query(clGetProgramBuildInfo, built, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE));
  };
  CHECK(size_of(program) == 0);
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) == CL_SUCCESS);
  CHECK(size_of(program) == 100 * 4 + 8);

  std::vector<unsigned char> binary(
      info<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES)));
  unsigned char* target = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof target, &target, nullptr) == CL_SUCCESS);
  const cl_device_id id = device();
  const std::size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  const Program copy = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, &size, &bytes, nullptr, error);
  });
  REQUIRE(clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  CHECK(size_of(copy) == 100 * 4 + 8);
}

TEST_CASE("clGetProgramBuildInfo: CL_INVALID_DEVICE if device is not of the program") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const auto ask = [&](cl_device_id id) {
    return clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr);
  };
  if (other_device() != nullptr) CHECK(ask(other_device()) == CL_INVALID_DEVICE);
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, ask);
}

TEST_CASE("clGetProgramBuildInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(clGetProgramBuildInfo(program, device(), CL_PROGRAM_SOURCE, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetProgramBuildInfo: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) {
    return clGetProgramBuildInfo(bad, device(), CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr);
  });
}
