// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include <type_traits>

namespace quadcl::compiler {

/// What is still to be visited. Each pointer is visited once, however often it is added, in no promised
/// order.
template <typename Pointer>
class Worklist {
 public:
  Worklist() = default;
  explicit Worklist(Pointer first) { add(first); }
  template <typename Range>
    requires(!std::is_convertible_v<Range, Pointer>)
  explicit Worklist(const Range& first) {
    add_all(first);
  }

  void add(Pointer item) {
    if (seen_.insert(item).second) open_.push_back(item);
  }
  template <typename Range>
  void add_all(const Range& items) {
    for (Pointer item : items) add(item);
  }

  bool empty() const { return open_.empty(); }
  Pointer take() { return open_.pop_back_val(); }
  std::size_t taken() const { return seen_.size() - open_.size(); }
  /// All that was ever added.
  const llvm::SmallPtrSet<Pointer, 16>& seen() const { return seen_; }

 private:
  llvm::SmallPtrSet<Pointer, 16> seen_;
  llvm::SmallVector<Pointer, 16> open_;
};

}  // namespace quadcl::compiler
