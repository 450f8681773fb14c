// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/pipeline.h"

namespace quadcl::compiler {

/// Code for the kernels of a cleaned-up module, which is used up, by the code generator of a row, which made
/// `generator`. `images` describe the kernels in the order of the module and are told what is known of their
/// code. The kernels of large programs are divided among the processors: each thread has a copy of the module
/// and keeps its share. Empty on failure, with the reason appended to `log`.
std::vector<std::byte> generate_code(llvm::Module& module, const CodeGeneratorRow& row,
                                     CodeGenerator& generator, std::vector<KernelImage>& images,
                                     bool optimise, std::string& log);

}  // namespace quadcl::compiler
