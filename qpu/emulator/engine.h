// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// Vector registers of the host that are of use.
enum class HostVectors : std::uint8_t { other, avx2, avx512 };

/// The functions that decoded operations call, built for one level of the host's vector unit. All engines
/// give the same results, bit for bit.
struct Engine {
  std::string_view name;
  bool (*usable)();  ///< whether this machine can run it
  HostVectors vectors;
  /// Code that nobody watches is translated to code of the host when it is reached so many times; 0: never.
  std::uint8_t translate_after;

  /// The simple form: both operations, all lanes, results to registers or peripherals, no pack or unpack. By
  /// opcode; null for reserved opcodes.
  Handler simple[32][8];
  /// The general form: everything that an ALU instruction can do.
  Handler general;

  AluFunction add[32];
  CarryFunction add_carry[32];  ///< null: carry is always 0
  AluFunction mul[8];           ///< opcode 0 delivers the last result again
  CarryFunction mul_carry[8];
  AluFunction saturated_add;
  AluFunction saturated_sub;

  UnpackFunction unpack_integer[8];
  UnpackFunction unpack_float[8];  ///< from register file A
  UnpackFunction unpack_r4[8];
  PackFunction pack_integer[16];
  PackFunction pack_float[16];
  PackFunction pack_colour[16];
};

}  // namespace quadcl::qpu::emulator
