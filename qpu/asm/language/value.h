// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "qpu/asm/language/suggestion.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

/// A pack or unpack suffix such as `16as` or `8bf`. A suffix can mean either, depending on its place.
struct PackSuffix {
  std::optional<isa::Unpack> unpack;
  std::optional<isa::Pack> pack;         ///< with pm = 0, for results to register file A
  std::optional<isa::Pack> colour_pack;  ///< with pm = 1, for results of the multiply ALU
  enum class Type : std::uint8_t { any, integer, floating } type = Type::any;

  bool operator==(const PackSuffix&) const = default;
};

/// Reads `16a`, `8abcds`, `8dsf`... as the documentation of vc4asm spells them.
std::optional<PackSuffix> parse_pack_suffix(std::string_view text);

/// A register name. The instruction that uses it decides on address and file.
struct RegisterValue {
  std::uint8_t address = isa::read_address::nop;  ///< r0 to r5 as 32 to 37, their write addresses
  bool file_a = false;                            ///< reachable through register file A
  bool file_b = false;
  bool accumulator = false;  ///< r0 to r5 by name
  bool raw = false;          ///< by number, such as ra39: any address is allowed
  bool readable = false;
  bool writable = false;
  std::uint8_t rotation = 0;  ///< 0 to 15 lanes upward
  bool rotate_by_r5 = false;
  PackSuffix pack = {};
  bool set_flags = false;                        ///< suffix `.setf` on a destination
  std::optional<isa::Condition> condition = {};  ///< suffix `.ifz` or `.z` on a destination

  bool rotated() const { return rotation != 0 || rotate_by_r5; }
  bool is_nop() const { return !accumulator && address == isa::read_address::nop; }
  bool has_suffix() const { return set_flags || condition || pack != PackSuffix{}; }
  bool operator==(const RegisterValue&) const = default;
};

/// [0,1,...]: two bits for each of the 16 lanes.
struct PerElementValue {
  isa::ImmediateType type = isa::ImmediateType::per_element_unsigned;
  std::uint32_t bits = 0;
  bool operator==(const PerElementValue&) const = default;
};

struct SemaphoreValue {
  bool acquire = false;
  std::uint32_t number = 0;  ///< low 4 bits; the others travel as spare bits of the instruction
  bool operator==(const SemaphoreValue&) const = default;
};

/// A place in the program, in bytes from its start.
struct LabelValue {
  std::int64_t address = 0;
  bool relative = false;  ///< written r:name
  bool operator==(const LabelValue&) const = default;
};

using Value = std::variant<std::int64_t, double, PerElementValue, RegisterValue, SemaphoreValue, LabelValue>;

inline bool is_integer(const Value& v) { return std::holds_alternative<std::int64_t>(v); }
inline bool is_real(const Value& v) { return std::holds_alternative<double>(v); }
inline bool is_number(const Value& v) { return is_integer(v) || is_real(v); }
inline bool is_register(const Value& v) { return std::holds_alternative<RegisterValue>(v); }
inline bool is_label(const Value& v) { return std::holds_alternative<LabelValue>(v); }
inline bool is_semaphore(const Value& v) { return std::holds_alternative<SemaphoreValue>(v); }
inline bool is_per_element(const Value& v) { return std::holds_alternative<PerElementValue>(v); }

/// "an integer", "a register"...: for messages.
std::string_view kind_name(const Value& value);
/// "5", "ra3", ...: for messages.
std::string describe(const Value& value);

/// The register that a name means, in a source or destination: ra0, r5rep, unif, vw_setup, irq, -, ...
std::optional<RegisterValue> find_register(std::string_view name);
void offer_registers(Suggestion& suggestion);
/// sacq0 to sacq15 and srel0 to srel15.
std::optional<SemaphoreValue> find_semaphore(std::string_view name);
/// The name to print for a register value.
std::string register_name(const RegisterValue& reg);

}  // namespace quadcl::qpu::assembly
