// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// The functions that decoded operations are made of, built for one level of the host's vector unit. All
/// engines give the same results, bit for bit; a translating engine would be another one of these.
struct Engine {
  std::string_view name;
  bool (*usable)();  ///< on this machine

  /// Both operations, all lanes, results to registers or peripherals, nothing packed or unpacked. By opcode;
  /// null where an opcode is reserved.
  Handler simple[32][8];
  /// Everything that an ALU instruction can ask for.
  Handler general;

  AluFunction add[32];
  CarryFunction add_carry[32];  ///< null: carry is always 0
  AluFunction mul[8];           ///< 0 delivers the last result again
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

/// All engines of this build, the fastest last.
std::span<const Engine* const> engines();

/// The fastest engine that this machine can run.
const Engine& default_engine();

/// Null if there is none of that name, or it is not usable here.
const Engine* find_engine(std::string_view name);

}  // namespace quadcl::qpu::emulator
