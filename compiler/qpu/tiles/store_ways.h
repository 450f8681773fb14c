// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {

/// A branch that leads to a store, and whether its condition holds then.
struct Condition {
  llvm::Value* value;
  bool holds;
  bool operator==(const Condition&) const = default;
};

/// What holds on one way through the kernel: all of it.
using Way = std::vector<Condition>;
using Ways = std::vector<Way>;

/// Of a condition that a number equals another one: the two.
struct Equality {
  llvm::Value *number, *other;
};
std::optional<Equality> equality_of(const Condition& condition);

/// The ways to a store from the last point that leads to the load, too. It is executed where one of them is
/// gone. Empty if that is not all that decides.
std::optional<Ways> ways_to(const KernelFacts& facts, const llvm::StoreInst& store,
                            const llvm::LoadInst& load);
bool is_always_gone(const std::optional<Ways>& ways);

}  // namespace quadcl::compiler::qpu
