// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qpu/asm/interpreter/directive_table.h"

// The directives of the assembler, in families: each has a file.
namespace quadcl::qpu::assembly {

std::span<const Directive> constant_directives();  ///< meanings of names
std::span<const Directive> block_directives();     ///< blocks of other lines
std::span<const Directive> data_directives();      ///< data, alignment, segments

/// All of them.
const DirectiveTable& directives();

}  // namespace quadcl::qpu::assembly
