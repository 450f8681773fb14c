// SPDX-License-Identifier: Apache-2.0
// clRetainProgram, clReleaseProgram, clSetProgramReleaseCallback, clSetProgramSpecializationConstant
#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

void CL_CALLBACK ignore(cl_program, void*) {}

}  // namespace

TEST_CASE("clRetainProgram, clReleaseProgram: count references from 1") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const auto count = query(clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainProgram(program) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseProgram(program) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clReleaseProgram: a kernel keeps its program") {
  const Setup setup;
  Program program = make_program(setup.context);
  const Transposition transposition(setup.context, program, 5, 7);
  const cl_program handle = program;
  program.reset();
  CHECK(info<cl_program>(query(clGetKernelInfo, transposition.kernel.get(), CL_KERNEL_PROGRAM)) == handle);
  CHECK(info<std::size_t>(query(clGetProgramInfo, handle, CL_PROGRAM_NUM_KERNELS)) == 3);
  transposition.launch(setup.queue);
  CHECK(transposition.result(setup.queue) == transposition.expected());
}

TEST_CASE("clRetainProgram, clReleaseProgram: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, clRetainProgram);
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, clReleaseProgram);
}

TEST_CASE("clSetProgramReleaseCallback: CL_INVALID_OPERATION without program-scope destructors", "[quadcl]") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(clSetProgramReleaseCallback(program, ignore, nullptr) == CL_INVALID_OPERATION);
}

TEST_CASE("clSetProgramReleaseCallback: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(
      CL_INVALID_PROGRAM, [](cl_program bad) { return clSetProgramReleaseCallback(bad, ignore, nullptr); });
}

TEST_CASE("clSetProgramSpecializationConstant: an error for a program that is not from IL") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const cl_uint value = 1;
  const cl_int error = clSetProgramSpecializationConstant(program, 0, sizeof value, &value);
  // CL_INVALID_OPERATION applies too if no device takes an intermediate language.
  const bool has_il = !info_string(query(clGetDeviceInfo, device(), CL_DEVICE_IL_VERSION)).empty();
  CHECK((error == CL_INVALID_PROGRAM || (!has_il && error == CL_INVALID_OPERATION)));
}

TEST_CASE("clSetProgramSpecializationConstant: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) {
    const cl_uint value = 1;
    return clSetProgramSpecializationConstant(bad, 0, sizeof value, &value);
  });
}
