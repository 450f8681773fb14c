// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/compiler_api.h"

namespace quadcl {

/// What to compile or link, and for what device.
struct CompilerTask {
  quadcl_compiler_action action = QUADCL_BUILD;
  std::string source;
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  ///< name, text
  std::vector<std::vector<std::byte>> inputs;                ///< program images to link
  unsigned address_bits = 8 * sizeof(void*);
  std::string extensions;  ///< and OpenCL C 3.0 features, separated by spaces
};

struct CompilerAnswer {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;
  std::vector<std::byte> image;
};

/// Whether the compiler is installed beside this library. Does not load it.
bool compiler_is_available();

/// Answers from the cache where it can; else loads the compiler, once per process, and asks it. Without a
/// compiler that can be loaded the status is QUADCL_FAILED and the log says why.
CompilerAnswer run_compiler(const CompilerTask& task);

}  // namespace quadcl
