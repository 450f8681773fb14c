// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qpu/asm/encoding/operation.h"

namespace quadcl::qpu::assembly {

struct EncodingWarning {
  unsigned column;
  std::string message;
};

struct EncodedInstruction {
  std::uint64_t word = 0;
  /// The target of a relative branch, as a byte of the program. The immediate depends on the address of the
  /// instruction.
  std::optional<std::int64_t> branch_target = {};
  std::vector<EncodingWarning> warnings = {};
};

/// Puts the operations of one line into one instruction. Throws StatementError if they do not fit.
EncodedInstruction encode_line(std::span<const Operation> operations);

/// The same for a line that is a branch.
EncodedInstruction encode_branch(const Operation& branch);

}  // namespace quadcl::qpu::assembly
