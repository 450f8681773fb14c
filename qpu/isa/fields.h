// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/isa/opcodes.h"

// The values of the fields of a QPU instruction (docs/videocore4.md, from Instruction words to Register
// addresses).
namespace quadcl::qpu::isa {

constexpr unsigned kLanes = 16;
constexpr unsigned kInstructionBytes = 8;
constexpr unsigned kBranchDelaySlots = 3;
constexpr unsigned kThreadEndDelaySlots = 2;

enum class Signal : std::uint8_t {
  breakpoint,
  none,
  thread_switch,
  program_end,
  wait_scoreboard,
  unlock_scoreboard,
  last_thread_switch,
  coverage_load,
  colour_load,
  colour_load_and_end,
  load_tmu0,
  load_tmu1,
  alpha_mask_load,
  small_immediate,
  load_immediate,  ///< load immediate and semaphore instructions
  branch,
};

#define QUADCL_ENUMERATOR(code, id, ...) id = code,
enum class AddOp : std::uint8_t { nop = 0, QUADCL_ADD_OPS(QUADCL_ENUMERATOR) };
enum class MulOp : std::uint8_t { nop = 0, QUADCL_MUL_OPS(QUADCL_ENUMERATOR) };
#undef QUADCL_ENUMERATOR

enum class Condition : std::uint8_t {
  never,
  always,
  zero_set,
  zero_clear,
  negative_set,
  negative_clear,
  carry_set,
  carry_clear,
};

enum class BranchCondition : std::uint8_t {
  all_zero_set = 0,
  all_zero_clear = 1,
  any_zero_set = 2,
  any_zero_clear = 3,
  all_negative_set = 4,
  all_negative_clear = 5,
  any_negative_set = 6,
  any_negative_clear = 7,
  all_carry_set = 8,
  all_carry_clear = 9,
  any_carry_set = 10,
  any_carry_clear = 11,
  always = 15,  ///< 12 to 14 are reserved
};

/// Source of an ALU operand.
enum class Mux : std::uint8_t { r0, r1, r2, r3, r4, r5, file_a, file_b };

enum class RegisterFile : std::uint8_t { a, b };

/// Modes of `unpack` (docs/videocore4.md, Unpack).
enum class Unpack : std::uint8_t { none, half_low, half_high, byte3_replicated, byte0, byte1, byte2, byte3 };

/// Modes of `pack` with pm = 0, on the way to register file A (Pack). With pm = 1, on the result of
/// the multiply ALU, `none`, `byte_replicated` and `byte0` to `byte3` are colour conversions and the others
/// are reserved (Colour pack).
enum class Pack : std::uint8_t {
  none,
  half_low,
  half_high,
  byte_replicated,
  byte0,
  byte1,
  byte2,
  byte3,
  saturate,
  half_low_saturate,
  half_high_saturate,
  byte_replicated_saturate,
  byte0_saturate,
  byte1_saturate,
  byte2_saturate,
  byte3_saturate,
};

/// Types of load immediate: the `unpack` field of signal 14 (Load immediate). 2 and 5 to 7 are reserved.
enum class ImmediateType : std::uint8_t {
  word = 0,
  per_element_signed = 1,
  per_element_unsigned = 3,
  semaphore = 4
};

/// Addresses of reads through the ports of register file A and B; below 32 they are registers (Register
/// addresses).
namespace read_address {
constexpr unsigned uniform = 32;
constexpr unsigned varying = 35;
constexpr unsigned element_number = 38;  ///< file A
constexpr unsigned qpu_number = 38;      ///< file B
constexpr unsigned nop = 39;
constexpr unsigned x_pixel_coord = 41;  ///< file A
constexpr unsigned y_pixel_coord = 41;  ///< file B
constexpr unsigned ms_flags = 42;       ///< file A
constexpr unsigned rev_flag = 42;       ///< file B
constexpr unsigned vpm = 48;
constexpr unsigned dma_load_busy = 49;   ///< file A
constexpr unsigned dma_store_busy = 49;  ///< file B
constexpr unsigned dma_load_wait = 50;   ///< file A
constexpr unsigned dma_store_wait = 50;  ///< file B
constexpr unsigned mutex_acquire = 51;
}  // namespace read_address

/// Addresses of writes through either file; below 32 they are registers (Register addresses).
namespace write_address {
constexpr unsigned r0 = 32;
constexpr unsigned r1 = 33;
constexpr unsigned r2 = 34;
constexpr unsigned r3 = 35;
constexpr unsigned tmu_noswap = 36;
constexpr unsigned r5 = 37;  ///< file A: per quad; file B: lane 0 to all lanes
constexpr unsigned host_interrupt = 38;
constexpr unsigned nop = 39;
constexpr unsigned uniforms_address = 40;
constexpr unsigned quad_x = 41;    ///< file A
constexpr unsigned quad_y = 41;    ///< file B
constexpr unsigned ms_flags = 42;  ///< file A
constexpr unsigned rev_flag = 42;  ///< file B
constexpr unsigned tlb_stencil_setup = 43;
constexpr unsigned tlb_z = 44;
constexpr unsigned tlb_colour_ms = 45;
constexpr unsigned tlb_colour_all = 46;
constexpr unsigned tlb_alpha_mask = 47;
constexpr unsigned vpm = 48;
constexpr unsigned vpm_read_setup = 49;     ///< file A
constexpr unsigned vpm_write_setup = 49;    ///< file B
constexpr unsigned dma_load_address = 50;   ///< file A
constexpr unsigned dma_store_address = 50;  ///< file B
constexpr unsigned mutex_release = 51;
constexpr unsigned sfu_recip = 52;
constexpr unsigned sfu_recipsqrt = 53;
constexpr unsigned sfu_exp = 54;
constexpr unsigned sfu_log = 55;
constexpr unsigned tmu0_s = 56;
constexpr unsigned tmu0_t = 57;
constexpr unsigned tmu0_r = 58;
constexpr unsigned tmu0_b = 59;
constexpr unsigned tmu1_s = 60;
constexpr unsigned tmu1_t = 61;
constexpr unsigned tmu1_r = 62;
constexpr unsigned tmu1_b = 63;
}  // namespace write_address

/// Small immediates from 48 up rotate the result of the multiply ALU: 48 by r5, 49 to 63 by 1 to 15.
constexpr unsigned kRotateByR5 = 48;

}  // namespace quadcl::qpu::isa
