// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/program.h"

// The assembler: text in the language of vc4asm in, machine code out. See docs/qpu-assembler.md.
namespace quadcl::qpu::assembly {

/// Assembles a text. Never throws; `file` is its name for messages and for relative includes.
Program assemble(std::string_view text, const std::string& file, const AssemblerOptions& options = {});

/// Assembles a file from disk, or reports that it cannot be read.
Program assemble_file(const std::string& file, const AssemblerOptions& options = {});

}  // namespace quadcl::qpu::assembly
