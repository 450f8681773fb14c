// SPDX-License-Identifier: Apache-2.0
//
// VC4C, and launches of its code as VC4CL makes them: a QPU for each work-item of a group, or for as many as
// the compiler merged; one start for all groups where the code has the loop over groups, else one for each.
#pragma once

#include <filesystem>

#include "bench/qpu_compile/score.h"
#include "bench/qpu_compile/vc4c_module.h"
#include "bench/qpu_compile/workload.h"

namespace qpu_compile_bench {

/// Runs `command` with the options and the names of files. Throws std::runtime_error with the first line of
/// what it said if it fails.
Vc4cModule compile_with_vc4c(const std::string& command, const std::string& source,
                             const std::string& options, const std::filesystem::path& folder);

Score run_vc4cl(const Vc4cModule& module, const Case& a_case, const timing::Parameters& parameters,
                bool profiled);

}  // namespace qpu_compile_bench
