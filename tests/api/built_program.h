// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels.h"

namespace api {

/// The bytes of the file QUADCL_TEST_BINARY, which quadcl-build made.
std::vector<unsigned char> binary_file();

/// The program that it holds, built for the device.
Program built_program(cl_context context);

}  // namespace api
