// SPDX-License-Identifier: Apache-2.0
#include "built_program.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace api {

std::vector<unsigned char> binary_file() {
  const char* path =
      std::getenv("QUADCL_TEST_BINARY");  // NOLINT(concurrency-mt-unsafe): nothing in this process sets it
  REQUIRE(path != nullptr);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Program built_program(cl_context context) {
  const auto binary = binary_file();
  const cl_device_id id = device();
  const std::size_t length = binary.size();
  const unsigned char* bytes = binary.data();
  cl_int status = 1;
  Program program = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, &length, &bytes, &status, error);
  });
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  return program;
}

}  // namespace api
