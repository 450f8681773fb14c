// SPDX-License-Identifier: Apache-2.0
// clUnloadPlatformCompiler, clUnloadCompiler
#include "bad_handles.h"
#include "fixture.h"
#include "kernels.h"

using namespace api;

TEST_CASE("clUnloadPlatformCompiler: programs that are built keep working") {
  const Setup setup;
  const Program program = make_program(setup.context);
  REQUIRE(clUnloadPlatformCompiler(platform()) == CL_SUCCESS);
  const Transposition transposition(setup.context, program, 4, 3);
  transposition.launch(setup.queue);
  CHECK(transposition.result(setup.queue) == transposition.expected());
}

TEST_CASE("clUnloadPlatformCompiler: CL_INVALID_PLATFORM if platform is not a platform", "[quadcl]") {
  const auto bad = GENERATE(as<void*>(), impostor(), static_cast<void*>(device()));
  CHECK(clUnloadPlatformCompiler(static_cast<cl_platform_id>(bad)) == CL_INVALID_PLATFORM);
}

TEST_CASE("clUnloadCompiler: succeeds") { CHECK(clUnloadCompiler() == CL_SUCCESS); }
