// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/lane_vector.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/tmu.h"
#include "qpu/emulator/vpm_access.h"
#include "qpu/isa/chip.h"

namespace quadcl::qpu::emulator {

class SharedUnits;

/// The object that a QPU waits for.
enum class Wait : std::uint8_t {
  nothing,
  mutex,
  semaphore_not_zero,  ///< a decrement at 0
  semaphore_not_full,  ///< an increment at 15
  vpm_read,            ///< more vectors read than set up
  tmu_result,          ///< a load signal without a request under way
  tmu_request_space,   ///< more requests than the FIFO holds
};

/// A pending branch.
struct PendingBranch {
  std::uint8_t slots = 0;  ///< instructions until it takes effect, including the running one; 0: none
  std::uint32_t target = 0;
};

/// The state of one QPU.
struct Qpu {
  LaneVector slot[slot::count] = {};

  /// Z, N and C at 1 to 3, from the last instruction that set them. Index 0 stays 0.
  LaneMask flags[4] = {};

  /// The part of the uniform stream in one segment of memory; whole words.
  const std::byte* uniform = nullptr;
  const std::byte* uniform_end = nullptr;
  std::uint32_t uniform_end_address = 0;
  std::uint32_t cached_uniform = 0;  ///< the part, if caches are modelled: one word

  SharedUnits* shared = nullptr;  ///< null until it runs a program
  unsigned number = 0;

  // Control flow.
  const Operation* next = nullptr;
  /// A branch may be in the last delay slot of another one, so two can be pending. More are pending only in
  /// code that breaks docs/videocore4.md, Restrictions 14: there each takes effect after its own slots.
  std::array<PendingBranch, 4> branches{};
  std::uint8_t end_slots = 0;  ///< like PendingBranch::slots, for the end of the program
  bool pending = false;        ///< a branch or the end is pending
  bool live = false;

  Wait wait = Wait::nothing;
  std::uint8_t wait_detail = 0;  ///< the semaphore or TMU waited for

  VpmReader vpm_reader;
  VpmWriter vpm_writer;
  std::uint32_t dma_load_setup = 0, dma_load_stride = 0;
  std::uint32_t dma_store_setup = 0, dma_store_stride = 0;
  std::array<TmuFifo, 2> tmu;             ///< by physical number
  std::array<TextureRequest, 2> texture;  ///< the same
  /// For each TMU the segment of its last memory lookup; most lookups use the same. Null if caches are
  /// modelled.
  std::array<const BusSegment*, 2> tmu_segment{};
  /// 1: TMU 0 of an instruction is the physical one of number 1, and the other way round.
  std::uint32_t tmu_exchanged = 0;

  std::uint64_t instructions = 0;

  /// How many instructions may be executed until a pending branch or the end takes effect, the last one
  /// included; many if none is pending.
  std::uint8_t pending_slots() const {
    std::uint8_t least = end_slots != 0 ? end_slots : std::uint8_t{0xff};
    for (const PendingBranch& branch : branches) {
      if (branch.slots != 0 && branch.slots < least) least = branch.slots;
    }
    return least;
  }
  std::uint32_t uniform_address() const {
    return uniform_end_address - static_cast<std::uint32_t>(uniform_end - uniform);
  }
  LaneVector& at(unsigned byte_offset) { return slot[byte_offset / sizeof(LaneVector)]; }
};

/// The lanes whose condition holds. Internal linkage, because the engines are compiled for different
/// machines.
[[gnu::always_inline]] static inline LaneMask lanes_where(const Qpu& qpu, unsigned condition) {
  const LaneMask flag = qpu.flags[condition >> 1];
  return (condition & 1) != 0 ? static_cast<LaneMask>(~flag) : flag;
}

// ---- services for the handlers, outside the hot path

/// Fetches a uniform outside of the current part of the stream. False: fault recorded.
bool refill_uniforms(Qpu& qpu);

/// The next word of the uniform stream for a reader other than a port. False: fault recorded.
bool take_uniform(Qpu& qpu, std::uint32_t& word);

/// Step::next, or Step::blocked or Step::fault without any change of state.
Step prepare(Qpu& qpu, const Operation& operation);

/// Peripheral writes and signals, after the registers were written. The masks mark the lanes whose conditions
/// hold. Step::next, scheduled or fault.
Step finish(Qpu& qpu, const Operation& operation, LaneMask add_mask, LaneMask mul_mask);

/// One result to a peripheral register. Step::next or Step::fault.
Step write_peripheral(Qpu& qpu, bool file_b, unsigned address, const LaneVector& value, LaneMask mask);

Step execute_branch(Qpu& qpu, const Operation& operation);
Step execute_illegal(Qpu& qpu, const Operation& operation);
Step execute_fetch_fault(Qpu& qpu, const Operation& operation);
Step execute_leave(Qpu& qpu, const Operation& operation);

}  // namespace quadcl::qpu::emulator
