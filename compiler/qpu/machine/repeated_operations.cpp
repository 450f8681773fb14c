// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/repeated_operations.h"

#include <algorithm>
#include <numeric>

#include "compiler/qpu/machine/interference.h"
#include "compiler/qpu/machine/uses.h"

namespace quadcl::compiler::qpu {
namespace {

/// How many operations before it are compared with one. What is longer ago would take a register for long,
/// and recompute_far_values made it again.
constexpr std::size_t kWindow = 40;
/// The same of copies for rotations, for which there are few accumulators.
constexpr std::size_t kWindowOfRotations = 12;

class Dropper {
 public:
  explicit Dropper(Code& code)
      : code_(code), uses_(code), rotated_(rotated_values(code)), names_(code.values) {
    std::iota(names_.begin(), names_.end(), 0U);
  }

  void run() {
    for (Block& block : code_.blocks) {
      std::vector<Operation> kept;
      for (Operation& operation : block.operations) {
        rename(operation);
        if (!is_repeated(operation, kept)) kept.push_back(operation);
      }
      block.operations = std::move(kept);
    }
    for (Block& block : code_.blocks)
      for (Operation& operation : block.operations) rename(operation);
  }

 private:
  void rename(Operation& operation) const {
    for (Operand* operand : {&operation.a, &operation.b})
      if (operand->is_value()) operand->number = names_[operand->number];
  }

  /// Whether it is a copy that rotations read.
  bool is_for_rotations(const Operation& operation) const {
    return operation.kind == OperationKind::move && !operation.is_conditional() && !operation.sets_flags &&
           operation.target.is_value() && operation.a.is_value() && rotated_.test(operation.target.number);
  }

  bool is_written_once(const Operation& operation) const {
    return (is_plain(operation) || is_for_rotations(operation)) && uses_.writes[operation.target.number] == 1;
  }

  /// Looks back as far as the operands are the same.
  bool is_repeated(const Operation& operation, const std::vector<Operation>& before) {
    if (!is_written_once(operation)) return false;
    const std::size_t window = is_for_rotations(operation) ? kWindowOfRotations : kWindow,
                      count = std::min(before.size(), window);
    for (auto other = before.rbegin(); other != before.rbegin() + static_cast<std::ptrdiff_t>(count);
         ++other) {
      if (is_written_once(*other) && computes_same(*other, operation)) {
        names_[operation.target.number] = other->target.number;
        return true;
      }
      if (other->target.is_value() && (other->target == operation.a || other->target == operation.b))
        return false;
    }
    return false;
  }

  Code& code_;
  const Uses uses_;
  const llvm::BitVector rotated_;
  std::vector<std::uint32_t> names_;  ///< the value that has the same number
};

}  // namespace

void drop_repeated_operations(Code& code) { Dropper(code).run(); }

}  // namespace quadcl::compiler::qpu
