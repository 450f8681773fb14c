// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "qpu/emulator/register_watch.h"
#include "qpu/isa/fields.h"
#include "tools/debug/error.h"

namespace quadcl::tools::debug {

namespace {

namespace slot = emulator::slot;
constexpr unsigned kLanes = qpu::isa::kLanes;

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, arguments...);
  return text;
}

/// "vpm[3][4]" is "vpm" with the indices "3" and "4".
struct Indexed {
  std::string_view name;
  std::vector<std::string_view> indices;
};

std::optional<Indexed> split_indices(std::string_view text) {
  Indexed parts;
  auto open = std::min(text.find('['), text.size());
  parts.name = text.substr(0, open);
  text.remove_prefix(open);
  while (!text.empty()) {
    const auto close = text.find(']');
    if (text[0] != '[' || close == text.npos) return {};
    parts.indices.push_back(text.substr(1, close - 1));
    text.remove_prefix(close + 1);
  }
  return parts;
}

[[noreturn]] void bad_reference(std::string_view text) {
  throw CommandError(
      "`" + std::string(text) +
      "` is none of: ra0 to ra31, rb0 to rb31, r0 to r5, elem_num, qpu_num, the flags Z, N and C, "
      "vpm[ROW], vpm[ROW][COLUMN], vpm[ROW:][COLUMN], *ADDRESS, *LABEL; each also with a [LANE]");
}

unsigned index(std::string_view text, unsigned end, std::string_view whole) {
  const auto number = find_number(text);
  if (!number) bad_reference(whole);
  if (*number < 0 || *number >= end) {
    throw CommandError("`" + std::string(whole) + "`: " + std::string(text) + " is not 0 to " +
                       std::to_string(end - 1));
  }
  return static_cast<unsigned>(*number);
}

Reference vpm_reference(const Indexed& parts, std::string_view text) {
  Reference reference;
  if (parts.indices.empty() || parts.indices.size() > 2) bad_reference(text);
  if (std::string_view row = parts.indices[0]; row.ends_with(':')) {
    row.remove_suffix(1);
    if (parts.indices.size() == 1) bad_reference(text);
    reference.kind = Reference::Kind::vpm_column;
    reference.row = index(row, emulator::VpmMemory::kRows, text);
    reference.number = index(parts.indices[1], emulator::VpmMemory::kColumns, text);
    reference.name = std::string(text);
    return reference;
  }
  reference.kind = Reference::Kind::vpm_row;
  reference.number = index(parts.indices[0], emulator::VpmMemory::kRows, text);
  reference.name = "vpm[" + std::to_string(reference.number) + "]";
  if (parts.indices.size() == 2) reference.lane = index(parts.indices[1], kLanes, text);
  return reference;
}

constexpr std::string_view kFlags[] = {"", "Z", "N", "C"};

bool find_plain(std::string_view name, const FindAddress& find_address, Reference& reference) {
  if (const auto found = find_slot(name)) {
    reference.number = *found;
    return true;
  }
  for (unsigned i = 1; i < std::size(kFlags); ++i) {
    const bool same = name.size() == 1 && (name[0] & ~0x20) == kFlags[i][0];
    if (!same) continue;
    reference.kind = Reference::Kind::flag;
    reference.number = i;
    return true;
  }
  if (!name.starts_with('*') || !find_address) return false;
  const auto address = find_address(name.substr(1));
  if (!address) return false;
  reference.kind = Reference::Kind::memory;
  reference.address = *address & ~3u;
  return true;
}

void read_memory(const Reference& reference, const View& view, Reading& reading) {
  reading.known = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const BusAddress address(reference.address + 4 * lane);
    const std::byte* const bytes = view.memory == nullptr ? nullptr : view.memory->host(address, 4);
    if (bytes == nullptr) continue;
    std::memcpy(&reading.value.lane[lane], bytes, 4);
    reading.known |= static_cast<emulator::LaneMask>(1u << lane);
  }
}

// ---- comparisons

struct Comparison {
  std::string_view name;
  bool (*holds)(double, double);
};

/// Longer ones first: the first that a text has is its comparison.
constexpr Comparison kComparisons[] = {
    {"==", [](double a, double b) { return a == b; }}, {"!=", [](double a, double b) { return a != b; }},
    {"<=", [](double a, double b) { return a <= b; }}, {">=", [](double a, double b) { return a >= b; }},
    {"<", [](double a, double b) { return a < b; }},   {">", [](double a, double b) { return a > b; }},
};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

void parse_literal(std::string_view text, Condition& condition) {
  if (const auto number = find_number(text)) {
    // A word with its highest bit set is negative, as the lanes are.
    const bool word = *number > 0x7fffffff && *number <= 0xffffffff;
    condition.number = static_cast<double>(word ? *number - 0x100000000 : *number);
    return;
  }
  condition.floats = true;
  const std::string copy(text);
  char* end = nullptr;
  condition.number = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0' || !std::isfinite(condition.number)) {
    throw CommandError("`" + copy + "` is not a number");
  }
}

// ---- formats

std::string as_float(std::uint32_t word) {
  return format("%.9g", static_cast<double>(std::bit_cast<float>(word)));
}
std::string as_signed(std::uint32_t word) { return format("%d", static_cast<std::int32_t>(word)); }
std::string as_unsigned(std::uint32_t word) { return format("%u", word); }
std::string as_hexadecimal(std::uint32_t word) { return format("%08x", word); }
std::string as_bytes(std::uint32_t word) {
  return format("%u,%u,%u,%u", word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24);
}
std::string as_halves(std::uint32_t word) {
  return format("%d,%d", static_cast<std::int16_t>(word), static_cast<std::int16_t>(word >> 16));
}

constexpr Format kFormats[] = {
    {'x', "hexadecimal", as_hexadecimal},        {'d', "signed integers", as_signed},
    {'u', "unsigned integers", as_unsigned},     {'f', "floats", as_float},
    {'b', "four bytes, lowest first", as_bytes}, {'h', "two signed halves, lower first", as_halves},
};

}  // namespace

std::optional<std::int64_t> find_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value >> 62 != 0) return {};
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

std::optional<unsigned> find_slot(std::string_view name) {
  if (name == "elem_num") return slot::element_number;
  if (name == "qpu_num") return slot::qpu_number;
  for (unsigned slot = 0; slot <= slot::r5; ++slot) {
    if (emulator::register_name(slot) == name) return slot;
  }
  return {};
}

Reference parse_reference(std::string_view text, const FindAddress& find_address) {
  const auto parts = split_indices(text);
  if (!parts) bad_reference(text);
  if (parts->name == "vpm") return vpm_reference(*parts, text);
  Reference reference;
  if (parts->indices.size() > 1 || !find_plain(parts->name, find_address, reference)) bad_reference(text);
  reference.name = reference.kind == Reference::Kind::flag ? std::string(kFlags[reference.number])
                                                           : std::string(parts->name);
  if (parts->indices.size() == 1) reference.lane = index(parts->indices[0], kLanes, text);
  return reference;
}

Reading read(const Reference& reference, const View& view, unsigned qpu) {
  Reading reading;
  switch (reference.kind) {
    case Reference::Kind::slot:
      reading.value = view.qpus[qpu].slot[reference.number];
      break;
    case Reference::Kind::flag:
      for (unsigned i = 0; i < kLanes; ++i)
        reading.value.lane[i] = view.qpus[qpu].flags[reference.number] >> i & 1;
      break;
    case Reference::Kind::vpm_row:
      for (unsigned i = 0; i < kLanes; ++i) reading.value.lane[i] = view.vpm.word(reference.number, i);
      break;
    case Reference::Kind::vpm_column:
      for (unsigned i = 0; i < kLanes; ++i)
        reading.value.lane[i] = view.vpm.word(reference.row + i, reference.number);
      break;
    case Reference::Kind::memory:
      read_memory(reference, view, reading);
      break;
  }
  return reading;
}

bool Condition::holds(const View& view, unsigned qpu) const {
  const Reading reading = read(left, view, qpu);
  const auto* const found =
      std::find_if(std::begin(kComparisons), std::end(kComparisons),
                   [this](const Comparison& known) { return known.name == comparison; });
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((left.lane && *left.lane != lane) || (reading.known >> lane & 1) == 0) continue;
    const std::uint32_t word = reading.value.lane[lane];
    const double value = floats ? std::bit_cast<float>(word) : static_cast<std::int32_t>(word);
    if (found->holds(value, number)) return true;
  }
  return false;
}

Condition parse_condition(std::string_view text, const FindAddress& find_address) {
  for (const Comparison& known : kComparisons) {
    const auto place = text.find(known.name);
    if (place == text.npos) continue;
    Condition condition;
    condition.text = trimmed(text);
    condition.comparison = known.name;
    condition.left = parse_reference(trimmed(text.substr(0, place)), find_address);
    parse_literal(trimmed(text.substr(place + known.name.size())), condition);
    return condition;
  }
  throw CommandError("`" + std::string(text) +
                     "` is no comparison such as r0[3] > 1.5, with ==, !=, <, <=, > or >=");
}

std::span<const Format> formats() { return kFormats; }

const Format& find_format(char letter) {
  for (const Format& known : kFormats) {
    if (known.letter == letter) return known;
  }
  std::string text = std::string("there is no format ") + letter + "; there are";
  for (const Format& known : kFormats) text.append(" ").append(1, known.letter);
  throw CommandError(text);
}

std::string lanes_text(std::string_view name, const Reading& reading, emulator::LaneMask changed,
                       const Format& format, std::optional<unsigned> lane) {
  const auto shown = [&](unsigned i) {
    const bool known = (reading.known >> i & 1) != 0;
    return ((changed >> i & 1) != 0 ? "*" : "") + (known ? format.text(reading.value.lane[i]) : "not mapped");
  };
  if (lane) return std::string(name) + "[" + std::to_string(*lane) + "] = " + shown(*lane) + "\n";
  std::array<std::string, kLanes> texts;
  std::size_t width = 0;
  for (unsigned i = 0; i < kLanes; ++i) width = std::max(width, (texts[i] = shown(i)).size());
  std::string text(name);
  text.resize(std::max<std::size_t>(text.size() + 1, 6), ' ');
  const std::string indent(text.size(), ' ');
  if (std::all_of(texts.begin(), texts.end(), [&](const std::string& one) { return one == texts[0]; })) {
    return text + texts[0] + " in all lanes\n";
  }
  for (unsigned i = 0; i < kLanes; ++i) {
    if (i == kLanes / 2) text += "\n" + indent;
    if (i % (kLanes / 2) != 0) text += ' ';
    text += std::string(width - texts[i].size(), ' ') + texts[i];
  }
  return text + "\n";
}

}  // namespace quadcl::tools::debug
