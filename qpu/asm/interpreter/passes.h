// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/language/source_library.h"
#include "qpu/asm/program.h"

namespace quadcl::qpu::assembly {

/// Assembles pass by pass until no label changes. A reference to a later label takes its address from the
/// previous pass.
Program assemble_in_passes(const AssemblerOptions& options, SourceLibrary& library, const SourceFile& main);

}  // namespace quadcl::qpu::assembly
