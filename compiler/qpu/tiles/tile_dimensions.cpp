// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/tile_dimensions.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

namespace quadcl::compiler::qpu {
namespace {

using Answer = TileDigits::Answer;

bool overlap(Span a, Span b) { return a.low <= b.high && b.low <= a.high; }

Span span_of(const LinearSum& sum, const TileDimensions::Access& access) {
  const Span terms = span_of_terms(sum, access.place, access.span_of);
  return {terms.low + sum.constant, terms.high + sum.constant};
}

}  // namespace

TileDimensions::TileDimensions(const llvm::Value& array, const std::vector<TileDigits::Digit>& most_digits,
                               std::uint64_t bytes, const llvm::DataLayout& layout) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&array))
    for (auto* type = llvm::dyn_cast<llvm::ArrayType>(variable->getValueType()); type != nullptr;
         type = llvm::dyn_cast<llvm::ArrayType>(type->getElementType()))
      strides_.push_back(static_cast<std::int64_t>(layout.getTypeAllocSize(type->getElementType())));
  has_bounds_ = strides_.size() >= std::max<std::size_t>(most_digits.size(), 1);
  if (has_bounds_) return;
  strides_.clear();
  for (const TileDigits::Digit& digit : most_digits) strides_.push_back(digit.stride);
  if (strides_.empty()) strides_.push_back(static_cast<std::int64_t>(bytes));
}

/// How often the stride is in the constant, so that the rest, with lower terms, stays in its dimension.
std::optional<std::int64_t> TileDimensions::quotient(std::int64_t constant, Span lower,
                                                     std::int64_t stride) const {
  const Span rest{lower.low + constant, lower.high + constant};
  const std::int64_t times = floor_of_quotient(rest.high, stride);
  const bool is_within = rest.low >= times * stride;
  // Another number of strides would leave all of the rest outside.
  const bool is_alone = has_bounds_ && rest.low > (times - 1) * stride + stride - strides_.back();
  return is_within || is_alone ? std::optional(times) : std::nullopt;
}

/// The index of an access in each dimension.
std::optional<std::vector<LinearSum>> TileDimensions::split(const Access& access) const {
  if (static_cast<std::int64_t>(access.bytes) != strides_.back()) return {};
  std::vector<LinearSum> parts(strides_.size());
  for (const auto& [number, factor] : access.place.bytes.terms) {
    const auto stride = llvm::find_if(strides_, [&](std::int64_t one) { return factor % one == 0; });
    if (stride == strides_.end()) return {};
    parts[static_cast<std::size_t>(stride - strides_.begin())].add_term(
        *number, static_cast<std::int32_t>(factor / *stride));
  }
  std::int64_t constant = access.place.bytes.constant;
  for (std::size_t i = 0; i + 1 < strides_.size(); ++i) {
    Span lower;
    for (std::size_t j = i + 1; j < strides_.size(); ++j) {
      const Span one = span_of_terms(parts[j], access.place, access.span_of);
      lower.low += one.low * strides_[j];
      lower.high += one.high * strides_[j];
    }
    const auto times = quotient(constant, lower, strides_[i]);
    if (!times) return {};
    parts[i].constant = static_cast<std::int32_t>(*times);
    constant -= *times * strides_[i];
  }
  if (constant % strides_.back() != 0) return {};
  parts.back().constant = static_cast<std::int32_t>(constant / strides_.back());
  return parts;
}

Answer TileDimensions::writer_of(const TileDigits& index, const Access& store, const Access& load,
                                 TileDigits::Writer& writer) const {
  writer = {};
  const auto stored = split(store), loaded = split(load);
  if (!stored || !loaded) return Answer::unknown;
  std::vector<std::optional<LinearSum>> variables(index.digits().size());
  for (std::size_t i = 0; i < strides_.size(); ++i) {
    LinearSum distance = (*loaded)[i];
    distance.constant -= (*stored)[i].constant;
    std::optional<std::size_t> digit;
    for (const auto& [number, factor] : (*stored)[i].terms) {
      const auto found =
          llvm::find_if(index.digits(), [&](const TileDigits::Digit& one) { return one.variable == number; });
      if (found == index.digits().end()) {
        distance.add_term(*number, -factor);
      } else if (factor != 1 || digit) {
        return Answer::unknown;
      } else {
        digit = static_cast<std::size_t>(found - index.digits().begin());
      }
    }
    const Span span = span_of(distance, load);
    if (!overlap(span, digit ? index.digits()[*digit].span : Span{})) return Answer::never;
    if (!digit) {
      if (!distance.terms.empty()) writer.zeros.push_back(std::move(distance));
    } else if (variables[*digit]) {
      return Answer::unknown;
    } else {
      variables[*digit] = std::move(distance);
    }
  }
  for (auto& variable : variables) {
    if (!variable) return Answer::unknown;
    writer.variables.push_back(std::move(*variable));
  }
  return Answer::found;
}

}  // namespace quadcl::compiler::qpu
