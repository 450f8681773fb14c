// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shape.h"

namespace quadcl::compiler {
namespace {

/// With more conditions than this a value counts as varying.
constexpr std::size_t kMostConditions = 4;

/// The offsets of as many lanes as rows usually have.
std::string text_of(const Offsets& offsets) {
  std::string text;
  for (unsigned i = 0; i < kUsualLanes; ++i) text.append(" ").append(std::to_string(offsets[i]));
  return text;
}

}  // namespace

Offsets regular_offsets(std::int64_t step) {
  Offsets offsets;
  for (unsigned i = 0; i < kMostLanes; ++i) offsets.push_back(step * i);
  return offsets;
}

std::optional<std::int64_t> step_of(llvm::ArrayRef<std::int64_t> offsets) {
  const std::int64_t step = offsets.size() > 1 ? offsets[1] : 0;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] != step * static_cast<std::int64_t>(i)) return {};
  return step;
}

void add_conditions(Conditions& conditions, const Conditions& more) {
  for (const Guard& condition : more)
    if (!llvm::is_contained(conditions, condition)) conditions.push_back(condition);
}

std::optional<Exactness> both(const std::optional<Exactness>& a, const std::optional<Exactness>& b) {
  if (!a || !b) return {};
  Exactness all{a->conditions, a->is_promised || b->is_promised};
  add_conditions(all.conditions, b->conditions);
  if (all.conditions.size() > kMostConditions) return {};
  return all;
}

Shape Shape::strided(std::int64_t stride, const Conditions& conditions) {
  if (conditions.size() > kMostConditions) return varying();
  if (stride == 0 && conditions.empty()) return uniform();
  return {Kind::strided, stride, {}, conditions, {}, {}};
}

Shape Shape::arranged(Offsets offsets, const Conditions& conditions) {
  if (const auto step = step_of(offsets)) return strided(*step, conditions);
  if (conditions.size() > kMostConditions) return varying();
  return {Kind::arranged, 0, std::move(offsets), conditions, {}, {}};
}

std::optional<Offsets> Shape::offsets_of_lanes() const {
  if (is_arranged()) return offsets;
  return is_strided() || is_uniform() ? std::optional(regular_offsets(stride)) : std::nullopt;
}

std::optional<std::int64_t> Shape::step() const {
  return is_strided() || is_uniform() ? std::optional(stride) : std::nullopt;
}

Shape one_of(const Shape& a, const Shape& b) {
  if (!a.is_known()) return b;
  if (!b.is_known()) return a;
  if (a.is_uniform() && b.is_uniform()) return Shape::uniform();
  if (a.is_varying() || b.is_varying() || a.stride != b.stride || a.offsets != b.offsets)
    return Shape::varying();
  Conditions conditions = a.conditions;
  add_conditions(conditions, b.conditions);
  Shape shape =
      a.is_arranged() ? Shape::arranged(a.offsets, conditions) : Shape::strided(a.stride, conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = both(a.exact_signed, b.exact_signed);
  shape.exact_unsigned = both(a.exact_unsigned, b.exact_unsigned);
  return shape;
}

std::optional<Shape> combined(const Shape& a, const Shape& b, OnOffsets operation) {
  Conditions conditions = a.conditions;
  add_conditions(conditions, b.conditions);
  if (!a.is_arranged() && !b.is_arranged()) {
    const auto stride = operation(a.stride, b.stride);
    return stride ? std::optional(Shape::strided(*stride, conditions)) : std::nullopt;
  }
  Offsets offsets = *a.offsets_of_lanes();
  const Offsets others = *b.offsets_of_lanes();
  for (unsigned i = 0; i < kMostLanes; ++i) {
    const auto offset = operation(offsets[i], others[i]);
    if (!offset) return {};
    offsets[i] = *offset;
  }
  return Shape::arranged(std::move(offsets), conditions);
}

std::string text_of(const Shape& shape) {
  const bool is_assumed = llvm::is_contained(shape.conditions, kAssumed);
  const std::string condition = shape.conditions.empty() ? "" : is_assumed ? " assumed" : " if checked";
  if (shape.is_strided()) return "stride " + std::to_string(shape.stride) + condition;
  if (shape.is_arranged()) return "arranged" + text_of(shape.offsets) + condition;
  return shape.is_varying() ? "varying" : "uniform";
}

}  // namespace quadcl::compiler
