// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/compiler_api.h"
#include "core/host_target.h"
#include "core/launch/launch_facts.h"
#include "core/options.h"

namespace quadcl {

/// A job for the compiler: what to compile or link, and for which device.
struct CompilerTask {
  quadcl_compiler_action action = QUADCL_BUILD;
  std::string source;  ///< of QUADCL_FINISH: the name of the kernel; empty for all
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  ///< name, text
  std::vector<std::vector<std::byte>> inputs;                ///< program images to link or to finish
  std::vector<LaunchFact> facts;                             ///< of QUADCL_FINISH with a name
  bool may_postpone = false;            ///< the code of kernels may be left to QUADCL_FINISH
  QpuRules qpu_rules = QpuRules::none;  ///< code for QPUs beside the CPU's
  unsigned address_bits = 8 * sizeof(void*);
  std::string extensions;  ///< and OpenCL C 3.0 features, separated by spaces
};

struct CompilerAnswer {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;
  std::vector<std::byte> image;
};

/// The compiler's functions, or why there are none.
struct LoadedCompiler {
  const quadcl_compiler* table = nullptr;
  std::string problem;
};

/// Loads the plugin at that path, which stays loaded: LLVM does not support anything else.
LoadedCompiler load_compiler(const std::string& path);

/// The compiler's answer, with code for `target`. Of the options, `vectorise` and `source_files` count. May
/// be called from any thread.
CompilerAnswer ask_compiler(const quadcl_compiler& table, const CompilerTask& task, const HostTarget& target,
                            const Options& options);

}  // namespace quadcl
