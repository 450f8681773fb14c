// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <vector>

#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

enum class ObjectKind : std::uint8_t { global, local, private_memory, structure };

/// A piece of memory that pointers lead into: a buffer argument, a local array, a variable.
struct Object {
  ObjectKind kind = ObjectKind::global;
  unsigned argument = 0;               ///< of buffers, `__local` arguments and structures
  Polynomial bytes;                    ///< of local arrays and variables
  std::uint32_t unit = 0;              ///< bytes of each access to a variable; 0 before the first
  bool has_one_address = false;        ///< all accesses to a local array go through one pointer
  std::optional<Polynomial> own = {};  ///< its place, if each work-item has an element of its own
};

/// The memory objects that a kernel has named so far, by number.
class Objects {
 public:
  Objects(const llvm::DataLayout& layout, Symbols& symbols) : layout_(layout), symbols_(symbols) {}

  /// The object of an argument, a variable of the program or an alloca.
  std::uint32_t of(const llvm::Value& memory);

  /// An integer of 4 or 8 bytes in an argument; of anything else, nothing is known.
  Value component(const Component& part);

  Object& operator[](std::uint32_t object) { return rows_[object]; }
  const std::vector<Object>& all() const { return rows_; }
  bool is(std::uint32_t object, ObjectKind kind) const { return rows_[object].kind == kind; }

 private:
  Object describe(const llvm::Value& memory);

  const llvm::DataLayout& layout_;
  Symbols& symbols_;
  std::vector<Object> rows_;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> index_;
};

}  // namespace quadcl::compiler::recognise
