// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/interference.h"

#include <numeric>

#include "compiler/qpu/machine/liveness.h"

namespace quadcl::compiler::qpu {
namespace {

bool is_plain_move(const Operation& operation) {
  return operation.kind == OperationKind::move && operation.target.is_value() && operation.a.is_value() &&
         !operation.sets_flags;
}

/// Representatives of merged values.
class Merged {
 public:
  explicit Merged(std::uint32_t count) : of_(count) { std::iota(of_.begin(), of_.end(), 0U); }

  std::uint32_t find(std::uint32_t value) {
    while (of_[value] != value) value = of_[value] = of_[of_[value]];
    return value;
  }
  void merge(std::uint32_t into, std::uint32_t from) { of_[from] = into; }
  void rename(Operand& operand) {
    if (operand.is_value()) operand.number = find(operand.number);
  }

 private:
  std::vector<std::uint32_t> of_;
};

}  // namespace

Interference::Interference(const Code& code) : rows_(code.values, llvm::BitVector(code.values)) {
  const Liveness liveness = find_liveness(code);
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    llvm::BitVector live = liveness.out[i];
    const auto& operations = code.blocks[i].operations;
    for (auto operation = operations.rbegin(); operation != operations.rend(); ++operation) {
      const std::uint32_t source = is_plain_move(*operation) ? operation->a.number : code.values;
      if (operation->target.is_value()) add(operation->target.number, live, source);
      step_back(*operation, live);
    }
  }
}

void Interference::add(std::uint32_t value, const llvm::BitVector& live, std::uint32_t except) {
  for (const unsigned other : live.set_bits()) {
    if (other == value || other == except) continue;
    rows_[value].set(other);
    rows_[other].set(value);
  }
}

void Interference::merge(std::uint32_t into, std::uint32_t from) {
  for (const unsigned other : rows_[from].set_bits()) {
    rows_[into].set(other);
    rows_[other].reset(from);
    rows_[other].set(into);
  }
  rows_[from].reset();
}

llvm::BitVector rotated_values(const Code& code) {
  llvm::BitVector rotated(code.values);
  for (const Block& block : code.blocks)
    for (const Operation& operation : block.operations)
      if (operation.kind == OperationKind::rotate && operation.a.is_value()) rotated.set(operation.a.number);
  return rotated;
}

llvm::BitVector table_values(const Code& code) {
  llvm::BitVector result(code.values);
  for (const Block& block : code.blocks)
    for (const Operation& operation : block.operations)
      if (is_table(operation) && operation.a.is_value()) result.set(operation.a.number);
  return result;
}

namespace {

/// Which values may share a register, by where that would have to be.
class MergeRules {
 public:
  MergeRules(const Code& code, MergeRotated rotated)
      : rotated_(rotated),
        in_accumulators_(rotated_values(code)),
        of_tables_(table_values(code)),
        lasting_(code.values) {
    for (const Block& block : code.blocks) innermost_ = std::max(innermost_, block.loops);
    for (const llvm::BitVector& live : find_liveness(code).out) lasting_ |= live;
  }

  /// For a move in so many loops. An accumulator is only taken for longer than a block where that helps the
  /// innermost loops.
  bool allow(std::uint32_t a, std::uint32_t b, unsigned loops) const {
    if (of_tables_.test(a) || of_tables_.test(b)) return false;
    if (!in_accumulators_.test(a) && !in_accumulators_.test(b)) return true;
    const bool lasts = lasting_.test(a) || lasting_.test(b);
    return rotated_ == MergeRotated::yes && (!lasts || (loops == innermost_ && loops > kRows));
  }

  void merge(std::uint32_t into, std::uint32_t from) {
    if (in_accumulators_.test(from)) in_accumulators_.set(into);
    if (lasting_.test(from)) lasting_.set(into);
  }

 private:
  static constexpr unsigned kRows = 1;  ///< the loop over rows

  const MergeRotated rotated_;
  llvm::BitVector in_accumulators_, of_tables_, lasting_;
  unsigned innermost_ = 0;
};

}  // namespace

void merge_moved_values(Code& code, Interference& interference, MergeRotated rotated) {
  Merged merged(code.values);
  MergeRules rules(code, rotated);
  for (unsigned loops = 9; loops-- > 0;) {  // the innermost first
    for (const Block& block : code.blocks) {
      if (block.loops != loops) continue;
      for (const Operation& operation : block.operations) {
        if (!is_plain_move(operation)) continue;
        const std::uint32_t to = merged.find(operation.target.number), from = merged.find(operation.a.number);
        if (to == from || interference.between(to, from) || !rules.allow(to, from, loops)) continue;
        interference.merge(to, from);
        merged.merge(to, from);
        rules.merge(to, from);
      }
    }
  }
  for (Block& block : code.blocks) {
    for (Operation& operation : block.operations)
      for (Operand* operand : {&operation.target, &operation.a, &operation.b}) merged.rename(*operand);
    std::erase_if(block.operations, [](const Operation& operation) {
      return is_plain_move(operation) && operation.target == operation.a;
    });
  }
}

}  // namespace quadcl::compiler::qpu
