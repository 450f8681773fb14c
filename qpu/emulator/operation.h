// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/lane_vector.h"

// The decoded form of an instruction: everything that is the same in all executions.
namespace quadcl::qpu::emulator {

struct Qpu;
struct Operation;

/// The result of executing an operation.
enum class Step : std::uint8_t {
  next,       ///< done; the following instruction is next
  scheduled,  ///< done; a branch or the program's end takes effect after delay slots, or code has changed
  blocked,    ///< not done: the QPU waits (Qpu::wait); nothing has changed
  fault,      ///< the job ends, see Qpu::fault
  leave,      ///< no instruction: the end of a decoded stretch of code
};

using Handler = Step (*)(Qpu&, const Operation&);
using AluFunction = void (*)(const LaneVector& a, const LaneVector& b, LaneVector& result);
using CarryFunction = LaneMask (*)(const LaneVector& a, const LaneVector& b, const LaneVector& result);
using UnpackFunction = void (*)(const LaneVector& source, LaneVector& result);
/// Writes the lanes of `mask` to `destination` by a pack mode. Other bytes keep their value.
using PackFunction = void (*)(const LaneVector& value, LaneVector& destination, LaneMask mask);

/// The slots of Qpu::slot: registers, and places for operands from elsewhere.
namespace slot {
constexpr unsigned file_a = 0;
constexpr unsigned file_b = 32;
constexpr unsigned accumulator = 64;  ///< r0 to r5
constexpr unsigned r4 = accumulator + 4;
constexpr unsigned r5 = accumulator + 5;
constexpr unsigned uniform = 70;    ///< the uniform read by this instruction
constexpr unsigned immediate = 71;  ///< small immediate or load immediate
constexpr unsigned vpm = 72;        ///< the vector read from the VPM by this instruction
constexpr unsigned element_number = 73;
constexpr unsigned qpu_number = 74;
constexpr unsigned zero = 75;
constexpr unsigned last_a = 76;    ///< lanes 12 to 15: last value of port A (docs/videocore4.md, Peripherals)
constexpr unsigned last_b = 77;    ///< the same for port B
constexpr unsigned last_mul = 78;  ///< lanes 12 to 15: last result of the multiply ALU
constexpr unsigned nop_a = 79;     ///< last_a repeated for each quad
constexpr unsigned nop_b = 80;
constexpr unsigned unpacked = 81;    ///< the operand with an unpack mode
constexpr unsigned result_add = 82;  ///< results before pack, conditions and peripherals
constexpr unsigned result_mul = 83;
constexpr unsigned discard = 84;
constexpr unsigned count = 85;
}  // namespace slot

/// Steps before the ALUs run.
namespace before {
constexpr std::uint8_t uniform = 1;    ///< fetch a uniform into slot::uniform
constexpr std::uint8_t immediate = 2;  ///< broadcast Operation::immediate into slot::immediate
constexpr std::uint8_t special = 4;    ///< call prepare(): it may wait, or fill other slots
}  // namespace before

/// Parts of before::special and of the steps after, for the code outside the hot path.
namespace effect {
constexpr std::uint32_t read_vpm = 1u << 0;
constexpr std::uint32_t acquire_mutex = 1u << 1;
constexpr std::uint32_t wait_dma_load = 1u << 2;
constexpr std::uint32_t wait_dma_store = 1u << 3;
constexpr std::uint32_t read_nop_a = 1u << 4;
constexpr std::uint32_t read_nop_b = 1u << 5;
constexpr std::uint32_t per_element_immediate = 1u << 6;
constexpr std::uint32_t semaphore = 1u << 7;
constexpr std::uint32_t receive_tmu0 = 1u << 8;
constexpr std::uint32_t receive_tmu1 = 1u << 9;
constexpr std::uint32_t request_tmu0 = 1u << 10;
constexpr std::uint32_t request_tmu1 = 1u << 11;
constexpr std::uint32_t write_add = 1u << 12;  ///< the add result goes to the peripheral io_add
constexpr std::uint32_t write_mul = 1u << 13;
constexpr std::uint32_t program_end = 1u << 14;
constexpr std::uint32_t read_dma_busy = 1u << 15;
constexpr std::uint32_t needs_prepare = read_vpm | acquire_mutex | wait_dma_load | wait_dma_store |
                                        read_nop_a | read_nop_b | per_element_immediate | semaphore |
                                        receive_tmu0 | receive_tmu1 | request_tmu0 | request_tmu1 |
                                        read_dma_busy;
constexpr std::uint32_t needs_finish = receive_tmu0 | receive_tmu1 | write_add | write_mul | program_end;
}  // namespace effect

/// The upward rotation of a result of the multiply ALU (docs/videocore4.md, Rotation).
enum class Rotation : std::uint8_t { none, full, in_quad };

struct alignas(64) Operation {
  // Fields that every form needs; one cache line.
  Handler handler = nullptr;
  /// Byte offsets into Qpu::slot.
  std::uint16_t add_a = 0, add_b = 0, mul_a = 0, mul_b = 0;
  std::uint16_t add_destination = 0, mul_destination = 0;
  std::uint16_t port_a = 0, port_b = 0;  ///< values of the two read ports in this instruction
  std::uint32_t immediate = 0;
  std::uint8_t before = 0;
  bool finish = false;  ///< call finish() after the writes
  // Fields that the general form needs.
  std::uint8_t condition_add = 1, condition_mul = 1;
  bool set_flags = false;
  bool flags_from_mul = false;
  Rotation rotation = Rotation::none;
  std::uint8_t rotate_by = 0;  ///< 0: by r5
  bool has_add = false, has_mul = false;
  std::uint8_t io_add = 0, io_mul = 0;  ///< write addresses, with effect::write_add and write_mul
  bool io_add_file_b = false, io_mul_file_b = false;
  std::uint16_t unpack_source = 0;
  std::uint32_t effects = 0;
  std::uint32_t address = 0;     ///< bus address of the instruction
  bool unpack_as_float = false;  ///< the modes of `unpack` that give floats
  /// Other QPUs may notice it, or it depends on what they did, but for reads of memory; or it does not go on.
  bool shared = false;
  /// Other QPUs neither notice it nor change what it does, and it takes no time of a unit that others use: a
  /// QPU may execute it before others have executed what comes earlier in time.
  bool alone = false;
  /// How many operations from this one on are plain, up to 8 and within their 64 bytes of code. Plain: it
  /// changes registers only, and needs nothing but registers and uniforms. The count goes on behind a
  /// branch; who executes them ends there.
  std::uint8_t plain = 0;
  // For Translation; not a part of the meaning.
  mutable std::uint8_t visits = 0;  ///< how often code that could be translated started here
  // Second line: functions of the general form.
  AluFunction add = nullptr;
  AluFunction mul = nullptr;
  CarryFunction carry = nullptr;    ///< carry of the ALU that sets the flags; null: 0
  AluFunction saturated = nullptr;  ///< the add ALU's result for the integer pack modes; null: unchanged
  UnpackFunction unpack = nullptr;
  PackFunction pack_add = nullptr;  ///< null: stored as it is
  PackFunction pack_mul = nullptr;
  // For messages and observers.
  std::uint64_t word = 0;
  mutable const void* translated = nullptr;  ///< code of the host that starts here
  // One bit for each operation from this one on, its own lowest, up to the end of decoded code.
  std::uint64_t uniform_readers = 0;
  std::uint64_t not_plain = 0;
  // Third line: code of the host for 2 to 8 plain operations from here on, and how often they were executed.
  static constexpr unsigned kMostPlain = 8;
  mutable const void* translated_plain[kMostPlain - 1] = {};
  mutable std::uint8_t plain_visits = 0;
};

}  // namespace quadcl::qpu::emulator
