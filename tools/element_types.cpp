// SPDX-License-Identifier: Apache-2.0
#include "tools/element_types.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace quadcl::tools {

namespace {

using Kind = ElementType::Kind;

struct TypeRow {
  std::string_view name;
  Kind kind;
  std::size_t bytes;
};

constexpr std::array kTypes{
    TypeRow{"float", Kind::floating, 4},
    TypeRow{"int", Kind::with_sign, 4},
    TypeRow{"uint", Kind::without_sign, 4},
    TypeRow{"unsigned int", Kind::without_sign, 4},
    TypeRow{"uchar", Kind::without_sign, 1},
    TypeRow{"unsigned char", Kind::without_sign, 1},
    TypeRow{"char", Kind::with_sign, 1},
    TypeRow{"short", Kind::with_sign, 2},
    TypeRow{"ushort", Kind::without_sign, 2},
    TypeRow{"unsigned short", Kind::without_sign, 2},
    TypeRow{"long", Kind::with_sign, 8},
    TypeRow{"ulong", Kind::without_sign, 8},
    TypeRow{"unsigned long", Kind::without_sign, 8},
    TypeRow{"double", Kind::floating, 8},
};

constexpr std::array<unsigned, 5> kWidths{2, 3, 4, 8, 16};

template <typename Float>
bool store_float(std::string_view text, std::byte* to) {
  if (text.ends_with('f')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  Float number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  std::memcpy(to, &number, sizeof number);
  return true;
}

/// Decimal, or hexadecimal after 0x; the bits must fit, with a sign or without.
bool store_integer(const ElementType& type, std::string_view text, std::byte* to) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t size = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), size, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return false;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * type.bytes), half = all / 2 + 1;
  const bool has_sign = type.kind == Kind::with_sign;
  const std::uint64_t most = negative ? (has_sign ? half : 0) : (has_sign && !hexadecimal ? half - 1 : all);
  if (size > most) return false;
  const std::uint64_t bits = negative ? ~size + 1 : size;
  std::memcpy(to, &bits, type.bytes);
  return true;
}

std::string component_text(const ElementType& type, const std::byte* from) {
  char text[40];
  if (type.kind == Kind::floating) {
    double number = 0;
    float single = 0;
    std::memcpy(type.bytes == sizeof single ? static_cast<void*>(&single) : &number, from, type.bytes);
    std::snprintf(text, sizeof text, "%.9g", type.bytes == sizeof single ? single : number);
    return text;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, type.bytes);
  const unsigned shift = static_cast<unsigned>(64 - 8 * type.bytes);
  if (type.kind == Kind::with_sign)
    std::snprintf(text, sizeof text, "%lld",
                  static_cast<long long>(static_cast<std::int64_t>(bits << shift) >> shift));
  else
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(bits));
  return text;
}

}  // namespace

std::optional<ElementType> find_element_type(std::string_view name) {
  const auto digits = name.find_first_of("0123456789");
  unsigned components = 1;
  if (digits != name.npos) {
    const char* const end = name.data() + name.size();
    if (std::from_chars(name.data() + digits, end, components).ptr != end) return {};
    bool known = false;
    for (const unsigned width : kWidths) known |= width == components;
    if (!known) return {};
  }
  for (const TypeRow& row : kTypes)
    if (row.name == name.substr(0, digits)) return ElementType{row.kind, row.bytes, components};
  return {};
}

Result<void> store_component(const ElementType& type, std::string_view text, std::byte* to) {
  bool stored = false;
  if (type.kind != Kind::floating)
    stored = store_integer(type, text, to);
  else
    stored = type.bytes == sizeof(float) ? store_float<float>(text, to) : store_float<double>(text, to);
  if (stored) return {};
  return Error{ErrorCode::invalid_argument_value, "'" + std::string(text) + "' is no number of its type"};
}

void store_component(const ElementType& type, double number, std::byte* to) {
  if (type.kind != Kind::floating) {
    const auto integer = static_cast<std::int64_t>(number);
    std::memcpy(to, &integer, type.bytes);
    return;
  }
  const auto single = static_cast<float>(number);
  std::memcpy(to, type.bytes == sizeof single ? static_cast<const void*>(&single) : &number, type.bytes);
}

std::string text_of_element(const ElementType& type, const std::byte* from) {
  if (type.components == 1) return component_text(type, from);
  std::string text = "(";
  for (unsigned i = 0; i < type.components; ++i)
    text += (i > 0 ? ", " : "") + component_text(type, from + i * type.bytes);
  return text + ")";
}

}  // namespace quadcl::tools
