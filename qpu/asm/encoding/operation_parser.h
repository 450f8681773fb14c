// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "qpu/asm/encoding/operation.h"
#include "qpu/asm/language/expression.h"

namespace quadcl::qpu::assembly {

/// The operations of a line, and whether it may be joined with its neighbours.
struct ParsedLine {
  std::vector<Operation> operations;
  bool starts_with_semicolon = false;
  bool ends_with_semicolon = false;
};

/// Reads `[;] operation [; operation]... [;]`. Throws StatementError.
ParsedLine parse_operations(TokenCursor& cursor, ExpressionContext& context);

}  // namespace quadcl::qpu::assembly
