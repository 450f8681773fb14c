// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/result_differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>

#include "core/image_abi.h"
#include "core/image_format.h"

namespace quadcl::icd {
namespace {

/// How far floats may differ, as a share of the greater: the QPUs truncate, and the errors of operations add
/// up.
constexpr float kAllowed = 0x1p-14f;

/// What the elements of a buffer are, by the name of their type.
enum class Elements { floats, integers, unknown };

Elements elements_of(const KernelArgument& argument) {
  constexpr std::array kIntegers{"char", "uchar", "short", "ushort",  "int",
                                 "uint", "long",  "ulong", "unsigned"};
  const std::string_view name = argument.type_name;
  if (name.starts_with("float")) return Elements::floats;
  const std::size_t end = std::min(name.find_first_of("0123456789* "), name.size());
  const bool is_integer = std::ranges::find(kIntegers, name.substr(0, end)) != kIntegers.end();
  return is_integer ? Elements::integers : Elements::unknown;
}

/// Small whole numbers have the bits of denormals, small negative ones those of NaN.
bool may_be_float(const std::byte* word) {
  std::uint32_t bits;
  std::memcpy(&bits, word, sizeof bits);
  const std::uint32_t exponent = bits >> 23 & 0xff;
  return bits == 0 || (exponent != 0 && exponent != 0xff);
}

bool differs(Elements elements, const std::byte* a, const std::byte* b) {
  if (std::memcmp(a, b, sizeof(float)) == 0) return false;
  if (elements == Elements::integers) return true;
  // A type of the program, a struct or another name of float.
  if (elements == Elements::unknown && !(may_be_float(a) && may_be_float(b))) return true;
  float x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return !(std::fabs(x - y) <= kAllowed * std::max({std::fabs(x), std::fabs(y), kAllowed}));
}

bool packed_differs(const ChannelTypeRow& type, std::int64_t a, std::int64_t b) {
  for (unsigned channel = 0; channel < type.bits.size(); ++channel) {
    const std::int64_t mask = (std::int64_t{1} << type.bits[channel]) - 1;
    if (std::abs((a >> type.first[channel] & mask) - (b >> type.first[channel] & mask)) > 1) return true;
  }
  return false;
}

std::int64_t number_at(const std::byte* bytes, const ChannelTypeRow& type) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, type.bytes);
  const unsigned unused = 32 - 8 * type.bytes;
  const bool has_sign = type.kind == ChannelKind::snorm;
  return has_sign ? static_cast<std::int32_t>(bits << unused) >> unused : bits;
}

/// Normalised channels and halves may be rounded the other way.
bool channel_differs(const ChannelTypeRow& type, const std::byte* a, const std::byte* b) {
  if (type.is_packed) return packed_differs(type, number_at(a, type), number_at(b, type));
  if (type.kind == ChannelKind::floating && type.bytes == sizeof(float))
    return differs(Elements::floats, a, b);
  const bool is_exact = type.kind == ChannelKind::sint || type.kind == ChannelKind::uint;
  return std::abs(number_at(a, type) - number_at(b, type)) > (is_exact ? 0 : 1);
}

/// What is compared at a time: a word of a buffer, or a channel of an image, or a pixel of packed channels.
struct Element {
  const char* plural;
  std::size_t bytes;
  std::function<bool(const std::byte*, const std::byte*)> differs;
};

Element element_of(const KernelArgument& argument, const ArgumentValue& value) {
  if (!argument.is_image()) {
    const Elements elements = elements_of(argument);
    return {"words", sizeof(float),
            [=](const std::byte* a, const std::byte* b) { return differs(elements, a, b); }};
  }
  const auto& image = *reinterpret_cast<const quadcl_image*>(std::get<MemoryRange>(value).host);
  const ChannelTypeRow& type = *find_image_format(static_cast<std::uint32_t>(image.channel_order),
                                                  static_cast<std::uint32_t>(image.channel_type))
                                    ->type;
  return {type.is_packed ? "pixels" : "channels", type.bytes,
          [&](const std::byte* a, const std::byte* b) { return channel_differs(type, a, b); }};
}

}  // namespace

std::string difference(const KernelArgument& argument, const ArgumentValue& value,
                       std::span<const std::byte> on_qpus, std::span<const std::byte> on_cpu) {
  const Element element = element_of(argument, value);
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i + element.bytes <= on_cpu.size(); i += element.bytes) {
    if (!element.differs(&on_qpus[i], &on_cpu[i])) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return {};
  return "'" + argument.name + "' differs in " + std::to_string(count) + " " + element.plural +
         ", the first at byte " + std::to_string(first);
}

}  // namespace quadcl::icd
