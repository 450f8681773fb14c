// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compiler/qpu/machine/code.h"

namespace qpu_compile_test {

/// Reads what text_of(Code) writes.
quadcl::compiler::qpu::Code code_from(const std::string& text);

}  // namespace qpu_compile_test
