// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/BitVector.h>

#include <cstddef>
#include <span>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Which operations of a block receive words that it does not compute with, but only moves to where they are
/// needed behind it: those that a loop has asked for ahead. The later they come, the longer others have the
/// registers of the words, and the less the QPU waits for the TMU.
class LateReceipts {
 public:
  explicit LateReceipts(std::span<const Operation> operations);

  /// Whether an operation shall wait while so many operations of the block are left.
  bool holds(std::size_t operation, std::size_t left) const {
    return receipts_.test(operation) && left > most_left_;
  }

 private:
  llvm::BitVector receipts_;
  std::size_t most_left_ = 0;
};

}  // namespace quadcl::compiler::qpu
