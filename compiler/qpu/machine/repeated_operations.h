// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Drops operations whose result another one shortly before has.
void drop_repeated_operations(Code& code);

}  // namespace quadcl::compiler::qpu
