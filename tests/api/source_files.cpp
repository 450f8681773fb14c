// SPDX-License-Identifier: Apache-2.0
// QUADCL_SOURCE_FILES: what is refused without files is refused although the disk cache has it from a run
// with them.
#include "programs.h"

using namespace api;

namespace {

cl_int build_assembly() {
  const Context context = make_context();
  const Program program =
      make_source_program(context, "kernel void k(global int* o) { __asm__ volatile(\"nop\"); o[0] = 1; }");
  return clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clBuildProgram: assembly builds by default", "[on]") { CHECK(build_assembly() == CL_SUCCESS); }

TEST_CASE("clBuildProgram: assembly is refused if sources may not read files", "[off]") {
  CHECK(build_assembly() == CL_BUILD_PROGRAM_FAILURE);
}
