// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "qpu/isa/fields.h"

// The instruction set as rows of data, in the spelling of vc4asm. An empty name marks a reserved value.
namespace quadcl::qpu::isa {

/// One operation of an ALU.
struct OpInfo {
  std::string_view name;
  std::uint8_t operands = 0;      ///< 0, 1 (the a operand) or 2
  bool float_operands = false;    ///< decides how an unpack mode converts (docs/videocore4.md, Unpack)
  bool float_result = false;      ///< decides how a pack mode converts (Pack)
  std::string_view meaning = {};  ///< for the documentation; C is the carry flag

  constexpr bool reserved() const { return name.empty(); }
};
const OpInfo& info(AddOp op);
const OpInfo& info(MulOp op);
std::span<const OpInfo, 32> add_ops();
std::span<const OpInfo, 8> mul_ops();

struct SignalInfo {
  std::string_view name;  ///< as written in assembly; empty for signals that are a form of instruction
  std::string_view meaning;
  bool loads_r4 = false;
  bool rendering_only = false;  ///< has no meaning outside a 3D pipeline
};
const SignalInfo& info(Signal signal);
std::span<const SignalInfo, 16> signals();

struct ConditionInfo {
  std::string_view name;  ///< the suffix after `.if`; empty for `always`
  std::string_view meaning;
};
const ConditionInfo& info(Condition condition);
std::span<const ConditionInfo, 8> conditions();

/// Suffixes of bra and brr; empty for `always`, and for the reserved values.
struct BranchConditionInfo {
  std::string_view name;
  bool reserved = false;
};
const BranchConditionInfo& info(BranchCondition condition);
std::span<const BranchConditionInfo, 16> branch_conditions();

struct PackInfo {
  std::string_view name;  ///< the suffix, without the type letters that vc4asm may add
  std::string_view meaning;
};
const PackInfo& info(Unpack unpack);
/// Modes with pm = 0. With pm = 1 use `colour_pack_info`.
const PackInfo& info(Pack pack);
const PackInfo& colour_pack_info(Pack pack);
std::span<const PackInfo, 8> unpacks();
std::span<const PackInfo, 16> packs();
std::span<const PackInfo, 16> colour_packs();

enum class Access : std::uint8_t { read, write };

/// The kind of a register address.
enum class RegisterKind : std::uint8_t { reserved, file, accumulator, discard, io, rendering };

struct RegisterInfo {
  std::string_view name;  ///< "ra0", "unif", "vw_setup"; empty if reserved
  RegisterKind kind = RegisterKind::reserved;
  std::string_view meaning = {};
};
/// The register at a 6-bit address, for reads or writes through one file.
const RegisterInfo& register_info(RegisterFile file, Access access, unsigned address);

struct MuxInfo {
  std::string_view name;  ///< "r0" to "r5"; empty for the two ports
};
const MuxInfo& info(Mux mux);

/// The 32 bits of a small immediate, equal in all lanes. Codes that rotate (48 to 63) read as -16 to -1.
std::uint32_t small_immediate_value(unsigned code);
/// The code from 0 to 47 that gives `value`, if there is one.
std::optional<unsigned> small_immediate_code(std::uint32_t value);

/// Lane `lane` of a per-element load immediate.
std::uint32_t per_element_value(ImmediateType type, std::uint32_t immediate, unsigned lane);

}  // namespace quadcl::qpu::isa
