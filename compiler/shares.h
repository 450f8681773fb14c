// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/pipeline.h"

namespace quadcl::compiler {

/// What code is made for, and how.
struct CodeJob {
  const CodeGeneratorRow& row;
  const HostTarget& target;
  bool optimise;
  std::vector<KernelImage>& images;  ///< in the order of the module; are told what is known of their code
};

/// Code for the kernels of a cleaned-up module, which is used up. `generator` was made by the job's row. The
/// kernels of large programs are divided among the processors: each thread has a generator and a copy of the
/// module, and keeps its share. Empty on failure, with the reason appended to `log`.
std::vector<std::byte> generate_code(llvm::Module& module, CodeGenerator& generator, const CodeJob& job,
                                     std::string& log);

}  // namespace quadcl::compiler
