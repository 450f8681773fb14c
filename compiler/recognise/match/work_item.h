// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {

/// One work-item, which stands for all, and is followed through a kernel. `Machine` executes its instructions
/// with symbols for what is not known; `Walk` follows its control flow. The result is the stores to buffers,
/// with their values as expressions over loads from buffers. Rejects whatever does not fit.
class WorkItem {
 public:
  WorkItem(llvm::Function& kernel, Symbols& symbols, Expressions& expressions)
      : machine_(kernel.getDataLayout(), symbols, expressions), walk_(kernel, machine_) {}

  void run() {
    walk_.run();
    machine_.memory.outputs.finish();
    size_bounds_ = machine_.integers.require_sizes();
  }

  const std::vector<Object>& objects() const { return machine_.memory.objects.all(); }
  const std::vector<Output>& outputs() const { return machine_.memory.outputs.all(); }
  /// The conditions that each index fits the bits in which it is computed.
  const std::vector<Polynomial>& size_bounds() const { return size_bounds_; }
  /// Bit d: the kernel asks for the size of its own group in dimension d.
  std::uint8_t whole_groups() const { return machine_.instructions.whole_groups(); }

 private:
  Machine machine_;
  Walk walk_;
  std::vector<Polynomial> size_bounds_;
};

}  // namespace quadcl::compiler::recognise
