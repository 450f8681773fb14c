// SPDX-License-Identifier: Apache-2.0
#include "kernel_arguments.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace quadcl::test {
namespace {

std::invalid_argument bad_number(const std::string& text) {
  return std::invalid_argument("'" + text + "' is no number");
}

/// A decimal number, or a hexadecimal one after 0x.
template <typename T>
  requires std::is_integral_v<T>
T parse(const std::string& text) {
  const bool is_negative = text.starts_with('-');
  const bool is_hexadecimal = text.substr(is_negative).starts_with("0x");
  std::string digits(is_negative ? "-" : "");
  digits += text.substr(is_negative + 2 * is_hexadecimal);
  T value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) throw bad_number(text);
  return value;
}

template <typename T>
  requires std::is_floating_point_v<T>
T parse(const std::string& text) {
  char* end = nullptr;
  const T value =
      std::is_same_v<T, float> ? std::strtof(text.c_str(), &end) : std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw bad_number(text);
  return value;
}

template <typename T>
std::vector<std::byte> to_bytes(const std::string& text) {
  const T value = parse<T>(text);
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

template <typename T>
std::string to_text(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

template <typename T>
constexpr ScalarType row(std::string_view name) {
  return {name, sizeof(T), to_bytes<T>, to_text<T>};
}

constexpr ScalarType kTypes[]{
    row<std::int8_t>("char"),     row<std::uint8_t>("uchar"),  row<std::int16_t>("short"),
    row<std::uint16_t>("ushort"), row<std::int32_t>("int"),    row<std::uint32_t>("uint"),
    row<std::int64_t>("long"),    row<std::uint64_t>("ulong"), row<float>("float"),
    row<double>("double"),        row<std::uint16_t>("half"),  // as its bits
};

void append(std::vector<std::byte>& all, const std::vector<std::byte>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void parse_item(const ScalarType& type, const std::string& item, std::vector<std::byte>& all) {
  if (const auto star = item.find('*'); star != std::string::npos) {
    const auto value = type.to_bytes(item.substr(star + 1));
    for (auto count = parse<std::size_t>(item.substr(0, star)); count > 0; --count) append(all, value);
  } else if (const auto dots = item.find(".."); dots != std::string::npos) {
    const auto last = parse<std::int64_t>(item.substr(dots + 2));
    for (auto value = parse<std::int64_t>(item.substr(0, dots)); value <= last; ++value)
      append(all, type.to_bytes(std::to_string(value)));
  } else {
    append(all, type.to_bytes(item));
  }
}

}  // namespace

const ScalarType& element_type(std::string_view type_name) {
  const std::string_view name = type_name.substr(0, type_name.find_first_of("0123456789*"));
  for (const ScalarType& type : kTypes) {
    if (type.name == name) return type;
  }
  throw std::invalid_argument("elements of type " + std::string(type_name) + " are not known");
}

std::vector<std::byte> parse_elements(const ScalarType& type, std::string_view text) {
  std::vector<std::byte> bytes;
  while (true) {
    const auto comma = text.find(',');
    parse_item(type, std::string(text.substr(0, comma)), bytes);
    if (comma == std::string_view::npos) return bytes;
    text.remove_prefix(comma + 1);
  }
}

std::string format_elements(const ScalarType& type, std::span<const std::byte> bytes) {
  std::string text;
  for (std::size_t at = 0; at + type.size <= bytes.size(); at += type.size)
    text += (at == 0 ? "" : ",") + type.to_text(&bytes[at]);
  return text;
}

}  // namespace quadcl::test
