// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/asm/assembler.h"
#include "qpu/asm/language/source_library.h"

namespace quadcl::qpu::assembly {

/// Assembles pass by pass until the labels have settled: a reference to a label that comes later takes the
/// address of the pass before.
Program assemble_in_passes(const AssemblerOptions& options, SourceLibrary& library, const SourceFile& main);

}  // namespace quadcl::qpu::assembly
