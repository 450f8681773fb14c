// SPDX-License-Identifier: Apache-2.0
// Runs beside compilers that cannot be loaded (run_broken_compiler.cmake). The tag of a test names the
// defect.
#include <fstream>
#include <sstream>

#include "programs.h"

using namespace api;

namespace {

/// The log of a build that fails because there is no compiler.
std::string failed_build() {
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE);
  return info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_LOG));
}

std::string message_log() {
  std::ifstream file(getenv("QUADCL_LOG"));  // NOLINT(concurrency-mt-unsafe): nothing in this process sets it
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("broken compiler: build log and log name the library that it needs", "[library]") {
  const std::string sentence =
      "libquadcl-compiler.so cannot be loaded: it needs the library libquadcl-test-part.so, which is not "
      "installed\n";
  CHECK_THAT(failed_build(), Catch::Contains(sentence));
  CHECK_THAT(message_log(), Catch::Contains(sentence));
}

TEST_CASE("broken compiler: build log and log tell of a file that is no library", "[text]") {
  const std::string sentence = "libquadcl-compiler.so cannot be loaded: ";
  CHECK_THAT(failed_build(), Catch::Contains(sentence) && !Catch::Contains("which is not installed"));
  CHECK_THAT(message_log(), Catch::Contains(sentence));
}

TEST_CASE("broken compiler: build log and log tell of a compiler for another version", "[version]") {
  const std::string sentence = "libquadcl-compiler.so is not of this version of QuadCL\n";
  CHECK_THAT(failed_build(), Catch::Contains(sentence));
  CHECK_THAT(message_log(), Catch::Contains(sentence));
}
