// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/tile_digits.h"

#include <algorithm>

namespace quadcl::compiler::qpu {
namespace {

bool same_terms(const LinearSum& a, const LinearSum& b) {
  return a.terms.size() == b.terms.size() &&
         llvm::all_of(a.terms, [&](const auto& term) { return b.terms.lookup(term.first) == term.second; });
}

/// What the terms of a sum may add up to, without its constant, because an index does not leave its array.
std::optional<Span> span_in_array(const LinearSum& sum, const PlaceInArray& place) {
  for (const ArrayIndex& index : place.indices)
    if (!sum.terms.empty() && same_terms(index.index, sum))
      return Span{-std::int64_t{index.index.constant}, index.elements - 1 - index.index.constant};
  return {};
}

}  // namespace

Span span_of_terms(const LinearSum& sum, const PlaceInArray& place, const SpanOf& span_of) {
  if (const auto span = span_in_array(sum, place)) return *span;
  Span all;
  for (const auto& [number, factor] : sum.terms) {
    const Span span = span_of(*number);
    all.low += std::min(factor * span.low, factor * span.high);
    all.high += std::max(factor * span.low, factor * span.high);
  }
  return all;
}

TileDigits::TileDigits(const PlaceInArray& place, std::uint64_t bytes,
                       const std::function<bool(llvm::Value&)>& is_digit, const SpanOf& span_of)
    : bytes_(static_cast<std::int64_t>(bytes)) {
  rest_.constant = place.bytes.constant;
  for (const auto& [number, factor] : place.bytes.terms) {
    if (!is_digit(*number)) {
      rest_.add_term(*number, factor);
      continue;
    }
    LinearSum alone;
    alone.add_term(*number, 1);
    const Span in_array = span_in_array(alone, place).value_or(kAnyNumber);
    digits_.push_back({number, factor, both(span_of(*number), in_array), in_array});
  }
  std::stable_sort(digits_.begin(), digits_.end(),
                   [](const Digit& a, const Digit& b) { return a.stride > b.stride; });
  for (std::size_t i = 0; i < digits_.size(); ++i)
    certain_ = certain_ && digits_[i].span.low >= 0 && digits_[i].stride >= bytes_ &&
               greatest_below(i) + bytes_ <= digits_[i].stride;
}

/// What all digits behind one may add up to.
std::int64_t TileDigits::greatest_below(std::size_t digit) const {
  std::int64_t greatest = 0;
  for (std::size_t i = digit + 1; i < digits_.size(); ++i)
    greatest += digits_[i].stride * digits_[i].span.high;
  return greatest;
}

bool TileDigits::operator==(const TileDigits& other) const {
  return same_terms(rest_, other.rest_) && rest_.constant == other.rest_.constant &&
         std::equal(
             digits_.begin(), digits_.end(), other.digits_.begin(), other.digits_.end(),
             [](const Digit& a, const Digit& b) { return a.variable == b.variable && a.stride == b.stride; });
}

/// How often the stride of a digit is in the constant, so that what is left, with `lower` of the other terms,
/// is what lower digits add up to, and no other number of strides leaves that.
std::optional<std::int32_t> TileDigits::quotient(std::int32_t constant, Span lower, std::size_t digit) const {
  const std::int64_t stride = digits_[digit].stride;
  const std::int64_t first = floor_of_quotient(constant, stride);
  for (const std::int64_t times : {first, first + 1}) {
    const std::int64_t left = constant - times * stride;
    if (lower.high + left < stride && greatest_below(digit) - (lower.low + left) < stride)
      return static_cast<std::int32_t>(times);
  }
  return {};
}

/// Each term goes to the first digit whose stride divides it.
bool TileDigits::takes_apart(LinearSum whole, const PlaceInArray& place, const SpanOf& span_of,
                             Writer& writer) const {
  std::vector<LinearSum> parts(digits_.size());
  for (const auto& [number, factor] : whole.terms) {
    const auto digit = llvm::find_if(digits_, [&](const Digit& one) { return factor % one.stride == 0; });
    if (digit == digits_.end()) return false;
    parts[static_cast<std::size_t>(digit - digits_.begin())].add_term(
        *number, static_cast<std::int32_t>(factor / digit->stride));
  }
  std::int32_t constant = whole.constant;
  for (std::size_t i = 0; i + 1 < digits_.size(); ++i) {
    Span lower;
    for (std::size_t j = i + 1; j < digits_.size(); ++j) {
      const Span one = span_of_terms(parts[j], place, span_of);
      lower.low += one.low * digits_[j].stride;
      lower.high += one.high * digits_[j].stride;
    }
    const auto times = quotient(constant, lower, i);
    if (!times) return false;
    parts[i].constant = *times;
    constant -= static_cast<std::int32_t>(*times * digits_[i].stride);
  }
  if (!digits_.empty())
    parts.back().constant = static_cast<std::int32_t>(floor_of_quotient(constant, digits_.back().stride));
  writer.variables = std::move(parts);
  return true;
}

/// Whether an access, so far from the rest, lies in front of all elements or behind them.
bool TileDigits::is_apart(const LinearSum& whole, const PlaceInArray& place, std::uint64_t bytes,
                          const SpanOf& span_of) const {
  Span all, accessed = span_of_terms(whole, place, span_of);
  for (const Digit& digit : digits_) {
    all.low += digit.stride * digit.span.low;
    all.high += digit.stride * digit.span.high;
  }
  return accessed.low + whole.constant >= all.high + bytes_ ||
         accessed.high + whole.constant + static_cast<std::int64_t>(bytes) <= all.low;
}

TileDigits::Answer TileDigits::writer_of(const PlaceInArray& place, std::uint64_t bytes,
                                         const SpanOf& span_of, Writer& writer) const {
  writer = {};
  LinearSum whole = place.bytes;
  whole.add(rest_, -1);
  if (is_apart(whole, place, bytes, span_of)) return Answer::never;
  if (digits_.empty()) {
    if (!whole.terms.empty()) return Answer::unknown;
    writer.within = whole.constant;
  } else {
    const std::int64_t step = digits_.back().stride;
    const auto is_multiple = [&](std::int64_t number) { return number % step == 0; };
    if (!llvm::all_of(whole.terms, [&](const auto& term) { return is_multiple(term.second); }) ||
        !llvm::all_of(digits_, [&](const Digit& digit) { return is_multiple(digit.stride); }))
      return Answer::unknown;
    writer.within = whole.constant - floor_of_quotient(whole.constant, step) * step;
  }
  const std::int64_t end = writer.within + static_cast<std::int64_t>(bytes),
                     next = digits_.empty() ? end : digits_.back().stride;
  if (end <= 0 || writer.within >= bytes_) return end <= next ? Answer::never : Answer::unknown;
  if (writer.within < 0 || end > bytes_) return Answer::unknown;
  if (digits_.empty() || takes_apart(whole, place, span_of, writer)) return Answer::found;
  writer.whole = std::move(whole);
  return Answer::found;
}

}  // namespace quadcl::compiler::qpu
