// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/pipeline.h"

namespace quadcl::compiler {

/// The generator of the code, and the kernels.
struct CodeJob {
  const CodeGeneratorRow& row;
  const HostTarget& target;
  const Compilation& compilation;  ///< with the images of all kernels, which get the facts about their code
};

/// Code for the kernels of a cleaned-up module, which is consumed. `generator` must be from the job's row.
/// The kernels of large programs are divided among the processors: each thread has a generator and a copy of
/// the module, and keeps its share. Empty on failure, with the reason appended to `log`.
std::vector<std::byte> generate_code(llvm::Module& module, CodeGenerator& generator, const CodeJob& job,
                                     std::string& log);

}  // namespace quadcl::compiler
