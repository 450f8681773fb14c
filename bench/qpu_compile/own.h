// SPDX-License-Identifier: Apache-2.0
//
// QuadCL's compiler, and its launches.
#pragma once

#include "bench/qpu_compile/score.h"
#include "bench/qpu_compile/workload.h"
#include "core/program_image.h"

namespace qpu_compile_bench {

/// The program with code for QPUs, by the compiler in a file. Throws std::runtime_error with the build log.
quadcl::ProgramImage compile(const std::string& compiler, const std::string& source,
                             const std::string& options);

/// The kernel of that name. Throws std::runtime_error if there is none.
const quadcl::KernelImage& find_kernel(const quadcl::ProgramImage& image, const std::string& name);

/// Has kernels compiled again for the size of their work-groups, as the ICD does at launches; for those whose
/// launches all have the same.
void compile_for_launches(const std::string& compiler, const std::string& source, const std::string& options,
                          const Case& a_case, quadcl::ProgramImage& image);

Score run_own(const quadcl::ProgramImage& image, const Case& a_case, const timing::Parameters& parameters,
              bool profiled);

}  // namespace qpu_compile_bench
