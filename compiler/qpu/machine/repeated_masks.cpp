// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/repeated_masks.h"

#include <map>
#include <optional>
#include <utility>

#include "compiler/qpu/machine/uses.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint32_t kAll = ~0U, kSign = 0x80000000U;
constexpr std::uint32_t kSmallNumbers = 16, kShifts = 32;  ///< codes of small immediates

class RepeatedMasks {
 public:
  explicit RepeatedMasks(Code& code)
      : code_(code), uses_(code), is_turned_(code.values), known_(code.values, kAll) {
    for (const Block& block : code.blocks)
      for (const Operation& operation : block.operations) note(operation);
  }

  void run() {
    for (Block& block : code_.blocks) {
      masked_.clear();
      std::erase_if(block.operations, [this](Operation& operation) {
        replace_sources(operation);
        return is_needless(operation);
      });
    }
    // Blocks may use what stands behind them in the list.
    for (Block& block : code_.blocks)
      for (Operation& operation : block.operations) replace_sources(operation);
  }

 private:
  void note(const Operation& operation) {
    if (operation.kind == OperationKind::rotate && operation.a.is_value())
      is_turned_[operation.a.number] = true;
    if (operation.kind == OperationKind::constant && operation.target.is_value())
      constants_[operation.target.number] = operation.number;
  }

  bool is_written_once(const Operand& operand) const {
    return operand.is_value() && uses_.writes[operand.number] == 1;
  }

  /// Bits that may be set.
  std::uint32_t bits_of(const Operand& operand) const {
    if (operand.place == Place::immediate) return operand.number < kSmallNumbers ? operand.number : kAll;
    if (const auto number = constant_of(operand)) return *number;
    return operand.is_value() ? known_[operand.number] : kAll;
  }

  std::optional<std::uint32_t> constant_of(const Operand& operand) const {
    if (operand.place == Place::immediate && operand.number < kSmallNumbers) return operand.number;
    if (!is_written_once(operand)) return {};
    const auto found = constants_.find(operand.number);
    return found != constants_.end() ? std::optional(found->second) : std::nullopt;
  }

  /// What an operation keeps of a number, if it does no more.
  std::optional<std::pair<Operand, std::uint32_t>> mask_of(const Operation& operation) const {
    if (operation.add != isa::AddOp::bit_and) return {};
    for (const auto& [number, other] :
         {std::pair{operation.a, operation.b}, std::pair{operation.b, operation.a}})
      if (const auto mask = constant_of(other); mask && number.is_value()) return std::pair{number, *mask};
    return {};
  }

  std::uint32_t bits_of_result(const Operation& operation) const {
    const std::uint32_t a = bits_of(operation.a), b = bits_of(operation.b);
    switch (operation.add) {
      case isa::AddOp::bit_and:
        return a & b;
      case isa::AddOp::min:
      case isa::AddOp::max:
        return ((a | b) & kSign) == 0 ? a | b : kAll;
      case isa::AddOp::shr:
        return operation.b.place == Place::immediate && operation.b.number < kShifts ? a >> operation.b.number
                                                                                     : kAll;
      default:
        return kAll;
    }
  }

  /// Whether the operation goes. Notes what it tells of its target.
  bool is_needless(const Operation& operation) {
    if (!operation.target.is_value()) return false;
    const std::uint32_t target = operation.target.number;
    if (!is_written_once(operation.target) || operation.kind == OperationKind::define) {
      std::erase_if(masked_, [&](const auto& entry) { return entry.first.first == target; });
      return false;
    }
    const bool is_plain = operation.kind == OperationKind::add && !operation.is_conditional() &&
                          operation.unpack == isa::Unpack::none;
    if (!is_plain) return false;
    known_[target] = bits_of_result(operation);
    const auto mask = mask_of(operation);
    if (!mask || operation.sets_flags || is_turned_[target]) return false;
    const auto& [number, bits] = *mask;
    if ((bits_of(number) & ~bits) == 0 && is_written_once(number)) {
      same_[target] = number;
      return true;
    }
    const auto [known, is_new] = masked_.try_emplace({number.number, bits}, operation.target);
    if (!is_new) same_[target] = known->second;
    return !is_new;
  }

  void replace_sources(Operation& operation) const {
    for (Operand* source : {&operation.a, &operation.b})
      for (auto same = find(*source); same != same_.end(); same = find(*source)) *source = same->second;
  }

  std::map<std::uint32_t, Operand>::const_iterator find(const Operand& operand) const {
    return operand.is_value() ? same_.find(operand.number) : same_.end();
  }

  Code& code_;
  const Uses uses_;
  std::vector<bool> is_turned_;       ///< a rotation reads it, so that it must have an accumulator
  std::vector<std::uint32_t> known_;  ///< bits that may be set, of values that are written once
  std::map<std::uint32_t, std::uint32_t> constants_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Operand> masked_;  ///< in the block
  std::map<std::uint32_t, Operand> same_;
};

}  // namespace

void drop_repeated_masks(Code& code) { RepeatedMasks(code).run(); }

}  // namespace quadcl::compiler::qpu
