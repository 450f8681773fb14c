// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <string>

namespace quadcl::compiler {

/// How many lanes a row has at most.
inline constexpr unsigned kMostLanes = 64;
/// How many lanes most rows have.
inline constexpr unsigned kUsualLanes = 16;

/// By how much the value of each of kMostLanes lanes differs from that of lane 0, modulo the type's width.
using Offsets = llvm::SmallVector<std::int64_t, 0>;

/// Offsets that rise by the same step.
Offsets regular_offsets(std::int64_t step);
/// The step of such offsets; empty for others.
std::optional<std::int64_t> step_of(llvm::ArrayRef<std::int64_t> offsets);

/// What a guard checks: nothing, it is only assumed; that the results of an integer instruction do not wrap
/// around from lane to lane; that the operand of an extension does not; or that an index keeps its form in
/// all lanes. The last is one of these: the values of all lanes are within a limit
/// (vectorise/analysis/clamped_indices.h); all active lanes choose the same index (border_selects.h); the
/// indices of all lanes are in the same period (modular_indices.h); lane 0 begins a block of indices
/// (lane_permutations.h); a step is 1 (speculated_unit_strides.h).
enum class GuardKind { assumed, no_wrap, extension, kept_index };

/// A condition on an instruction under which a shape holds.
struct Guard {
  GuardKind kind;
  llvm::Instruction* value;  ///< null for an assumption
  bool is_signed = false;
  bool is_promised = false;  ///< by the program, for active lanes
  bool operator==(const Guard&) const = default;
  /// Others are checked before the row.
  bool is_checked_in_row() const { return kind == GuardKind::extension || kind == GuardKind::kept_index; }
};
using Conditions = llvm::SmallVector<Guard, 2>;

/// The condition that all is as usual, which nothing checks: integers do not wrap around, memory does not
/// change between loads, work-items go the same way. What holds under it guides choices, and proves nothing.
inline constexpr Guard kAssumed{GuardKind::assumed, nullptr};

void add_conditions(Conditions& conditions, const Conditions& more);

/// Under which conditions a strided integer is also exact as a number.
struct Exactness {
  Conditions conditions;
  /// The program promises that nothing wraps around in lanes that are active where the value is used. Lane 0
  /// may be inactive there and wrap around; the other lanes then cannot be computed from it.
  bool is_promised = false;
  bool operator==(const Exactness&) const = default;
};

/// Both are exact; empty if one of them is not.
std::optional<Exactness> both(const std::optional<Exactness>& a, const std::optional<Exactness>& b);

/// How a value differs between work-items that compute it together: those of a group, neighbours, or the
/// lanes of a row. They are called lanes here.
struct Shape {
  enum class Kind { unknown, uniform, strided, arranged, varying };

  Kind kind = Kind::unknown;
  /// If strided: lane i has lane 0's value plus i times this, modulo the type's width; in bytes for pointers.
  std::int64_t stride = 0;
  /// If arranged: lane i has lane 0's value plus the i-th of these, in no regular steps; in bytes for
  /// pointers.
  Offsets offsets;
  Conditions conditions;                                  ///< under which that holds
  std::optional<Exactness> exact_signed, exact_unsigned;  ///< empty if nothing is known

  static Shape varying() { return {Kind::varying, 0, {}, {}, {}, {}}; }
  static Shape uniform() { return {Kind::uniform, 0, {}, {}, Exactness{}, Exactness{}}; }
  /// Uniform, if the stride is 0 without conditions. Varying, if there are too many conditions.
  static Shape strided(std::int64_t stride, const Conditions& conditions);
  static Shape arranged(Offsets offsets, const Conditions& conditions);

  bool operator==(const Shape&) const = default;
  bool is_known() const { return kind != Kind::unknown; }
  bool is_uniform() const { return kind == Kind::uniform; }
  bool is_strided() const { return kind == Kind::strided; }
  bool is_arranged() const { return kind == Kind::arranged; }
  bool is_varying() const { return kind == Kind::varying; }
  /// Whether the value of each lane follows from that of lane 0, but differs from it.
  bool follows_lane_0() const { return is_strided() || is_arranged(); }
  /// By how much lanes differ from lane 0; empty if that is not known.
  std::optional<Offsets> offsets_of_lanes() const;
  /// The step from lane to lane, 0 for uniform values; empty if there is none.
  std::optional<std::int64_t> step() const;
};

/// The shape of a value that is one of the two, the same one for all lanes.
Shape one_of(const Shape& a, const Shape& b);

/// The shape of a value whose offsets are computed from those of two others, which are uniform or follow lane
/// 0. The operation is linear. If its result is empty, so is this.
using OnOffsets = llvm::function_ref<std::optional<std::int64_t>(std::int64_t, std::int64_t)>;
std::optional<Shape> combined(const Shape& a, const Shape& b, OnOffsets operation);

/// In the words that tests check.
std::string text_of(const Shape& shape);

}  // namespace quadcl::compiler
