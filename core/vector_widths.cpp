// SPDX-License-Identifier: Apache-2.0
#include "core/vector_widths.h"

#include <algorithm>
#include <array>

namespace quadcl {
namespace {

/// Bytes of a vector register that holds integers of up to 16 bits, integers of 32 and 64 bits, floats,
/// doubles. 0: no such vectors.
struct WidthRow {
  std::string_view architecture;
  std::string_view feature;  ///< empty: every processor of the architecture
  std::uint32_t narrow_bytes, wide_bytes, float_bytes, double_bytes;
};

/// Best first.
constexpr std::array kWidthRows{
    WidthRow{"x86_64", "+avx512f", 32, 64, 64, 64}, WidthRow{"x86_64", "+avx2", 32, 32, 32, 32},
    WidthRow{"x86_64", "+avx", 16, 16, 32, 32},     WidthRow{"x86_64", "", 16, 16, 16, 16},
    WidthRow{"aarch64", "", 16, 16, 16, 16},        WidthRow{"arm", "+neon", 16, 16, 16, 0},
    WidthRow{"armel", "+neon", 16, 16, 16, 0},
};

std::string_view take_word(std::string_view& text, char end) {
  const std::string_view word = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), word.size() + 1));
  return word;
}

bool has_feature(std::string_view features, std::string_view wanted) {
  if (wanted.empty()) return true;
  while (!features.empty())
    if (take_word(features, ',') == wanted) return true;
  return false;
}

std::uint32_t elements(std::uint32_t register_bytes, std::uint32_t element_bytes) {
  return std::clamp(register_bytes / element_bytes, 1U, 16U);
}

}  // namespace

VectorWidths vector_widths(std::string_view target) {
  const std::string_view architecture = take_word(target, ' '), features = take_word(target, ' ');
  const auto row = std::ranges::find_if(kWidthRows, [&](const WidthRow& candidate) {
    return candidate.architecture == architecture && has_feature(features, candidate.feature);
  });
  if (row == kWidthRows.end()) return {};
  return {.of_char = elements(row->narrow_bytes, 1),
          .of_short = elements(row->narrow_bytes, 2),
          .of_int = elements(row->wide_bytes, 4),
          .of_long = elements(row->wide_bytes, 8),
          .of_float = elements(row->float_bytes, 4),
          .of_double = elements(row->double_bytes, 8)};
}

}  // namespace quadcl
