// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

inline bool is_steady(const Operand& operand) {
  return operand.is_value() || operand.place == Place::immediate || operand.place == Place::none;
}

/// An operation of an ALU on values and constants, in all lanes, that only writes a value.
inline bool is_plain(const Operation& operation) {
  const bool is_of_alu = operation.kind == OperationKind::add || operation.kind == OperationKind::multiply;
  return is_of_alu && !operation.is_conditional() && !operation.sets_flags && operation.target.is_value() &&
         is_steady(operation.a) && is_steady(operation.b);
}

/// How many operations read and write each value.
struct Uses {
  explicit Uses(const Code& code) : reads(code.values), writes(code.values) {
    for (const Block& block : code.blocks) {
      for (const Operation& operation : block.operations) {
        for (const Operand& source : {operation.a, operation.b})
          if (source.is_value()) ++reads[source.number];
        if (operation.target.is_value() && operation.kind != OperationKind::define)
          ++writes[operation.target.number];
      }
    }
  }
  std::vector<std::size_t> reads, writes;
};

}  // namespace quadcl::compiler::qpu
