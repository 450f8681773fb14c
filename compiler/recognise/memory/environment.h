// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "compiler/recognise/memory/objects.h"
#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

/// What each IR value is for the work-item now.
class Environment {
 public:
  Environment(const llvm::DataLayout& layout, Objects& objects, Symbols& symbols, Expressions& expressions)
      : layout_(layout), objects_(objects), symbols_(symbols), expressions_(expressions) {}

  /// The value of an executed instruction, an argument or a constant. The reference is valid until it is
  /// forgotten.
  const Value& operator[](const llvm::Value* value);
  /// Null if nothing is known of the instruction.
  const Value* find(const llvm::Value* instruction) const;

  void set(const llvm::Value* value, Value known) { values_[value] = std::move(known); }
  void set(const PhiValues& phis);
  void forget(const llvm::Value* value) { values_.erase(value); }

 private:
  Value constant(const llvm::Constant& constant);
  Value of_argument(const llvm::Argument& argument);

  const llvm::DataLayout& layout_;
  Objects& objects_;
  Symbols& symbols_;
  Expressions& expressions_;
  std::unordered_map<const llvm::Value*, Value> values_;
};

}  // namespace quadcl::compiler::recognise
