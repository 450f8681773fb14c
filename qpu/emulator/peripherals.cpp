// SPDX-License-Identifier: Apache-2.0

// Effects of instructions outside the ALUs and register files (docs/videocore4.md, from Register addresses
// on).

#include <cstring>
#include <string>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/float_rules.h"
#include "qpu/emulator/messages.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/shared_units.h"
#include "qpu/emulator/tmu_lookup.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

// ---- waiting

struct Waiting {
  Wait wait = Wait::nothing;
  unsigned detail = 0;
};

Waiting wait_of_semaphore(Qpu& qpu, const Operation& op) {
  const isa::Instruction instruction(op.word);
  const unsigned number = instruction.semaphore_number();
  const unsigned value = qpu.shared->semaphore(number);
  if (instruction.semaphore_decrement()) {
    return value == 0 ? Waiting{Wait::semaphore_not_zero, number} : Waiting{};
  }
  return value == 15 ? Waiting{Wait::semaphore_not_full, number} : Waiting{};
}

Waiting wait_of(Qpu& qpu, const Operation& op) {
  const std::uint32_t effects = op.effects;
  if ((effects & effect::acquire_mutex) != 0 && qpu.shared->mutex_taken()) return {Wait::mutex};
  if ((effects & effect::read_vpm) != 0 && qpu.vpm_reader.empty()) return {Wait::vpm_read};
  for (unsigned named = 0; named < 2; ++named) {
    const TmuFifo& fifo = qpu.tmu[physical_tmu(qpu, named)];
    if ((effects & (effect::receive_tmu0 << named)) != 0 && fifo.empty()) return {Wait::tmu_result, named};
    const unsigned results = qpu.texture[physical_tmu(qpu, named)].results();
    if ((effects & (effect::request_tmu0 << named)) != 0 && fifo.space() < results) {
      return {Wait::tmu_request_space, named};
    }
  }
  if ((effects & effect::semaphore) != 0) return wait_of_semaphore(qpu, op);
  return {};
}

// ---- reads

void read_vpm(Qpu& qpu) {
  const VpmBlock block = qpu.vpm_reader.front();
  qpu.vpm_reader.read(qpu.shared->vpm(), qpu.slot[slot::vpm]);
  if (Observer* observer = qpu.shared->observer()) observer->vpm_read(qpu, block);
}

void acquire_mutex(Qpu& qpu) {
  qpu.shared->set_mutex(true);
  if (Observer* observer = qpu.shared->observer()) observer->mutex_acquired(qpu);
}

void change_semaphore(Qpu& qpu, const Operation& op) {
  const isa::Instruction instruction(op.word);
  std::uint8_t& value = qpu.shared->semaphore(instruction.semaphore_number());
  value = static_cast<std::uint8_t>(instruction.semaphore_decrement() ? value - 1 : value + 1);
  if (Observer* observer = qpu.shared->observer()) {
    observer->semaphore_changed(qpu, instruction.semaphore_number(), value);
  }
}

void repeat_last_quad(const LaneVector& last, LaneVector& result) {
  for (unsigned lane = 0; lane < 16; ++lane) result.lane[lane] = last.lane[12 + lane % 4];
}

void fill_per_element(Qpu& qpu, const Operation& op) {
  const isa::ImmediateType type = isa::Instruction(op.word).immediate_type();
  for (unsigned lane = 0; lane < 16; ++lane) {
    qpu.slot[slot::immediate].lane[lane] = isa::per_element_value(type, op.immediate, lane);
  }
}

// ---- writes, by address

using Write = Step (*)(Qpu&, const LaneVector&, LaneMask);

/// Registers that take lane 0: if its condition is false, there is no write.
bool lane0_written(LaneMask mask) { return (mask & 1) != 0; }

Step write_tmu_no_swap(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (lane0_written(mask)) qpu.tmu_exchanged = exchanges_tmus(qpu, value.lane[0] != 0) ? 1 : 0;
  return Step::next;
}

Step write_r5_per_quad(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  LaneVector& r5 = qpu.slot[slot::r5];
  for (unsigned lane = 0; lane < 16; ++lane) {
    const unsigned first = lane & ~3u;
    if (((mask >> first) & 1) != 0) r5.lane[lane] = value.lane[first];
  }
  return Step::next;
}

Step write_r5_replicated(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  const std::uint32_t first = value.lane[0];
  for (std::uint32_t& lane : qpu.slot[slot::r5].lane) lane = first;
  return Step::next;
}

Step write_host_interrupt(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask) || value.lane[0] == 0) return Step::next;
  qpu.shared->interrupt_host(qpu.number);
  if (Observer* observer = qpu.shared->observer()) observer->host_interrupted(qpu);
  return Step::next;
}

Step write_uniforms_address(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  qpu.uniform = qpu.uniform_end = nullptr;
  qpu.uniform_end_address = value.lane[0] & ~3u;
  if (CacheModel* caches = qpu.shared->caches()) {
    caches->start_uniforms(qpu.number, BusAddress(qpu.uniform_end_address));
  }
  if (Observer* observer = qpu.shared->observer()) {
    observer->uniforms_address_written(qpu, BusAddress(value.lane[0]));
  }
  return Step::next;
}

/// A conditional write still advances the VPM. The values of false lanes are undefined (docs/videocore4.md,
/// Peripherals); here they are written as if true.
Step write_vpm(Qpu& qpu, const LaneVector& value, LaneMask) {
  const VpmBlock block = qpu.vpm_writer.block();
  qpu.vpm_writer.write(qpu.shared->vpm(), value);
  if (Observer* observer = qpu.shared->observer()) observer->vpm_written(qpu, block);
  return Step::next;
}

Step write_read_setup(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  const std::uint32_t setup = value.lane[0];
  if (setup >> 30 == 0) {
    const bool accepted = qpu.vpm_reader.setup(setup);
    if (Observer* observer = qpu.shared->observer()) observer->vpm_read_set_up(qpu, setup, accepted);
  } else if (setup >> 28 == 9) {
    qpu.dma_load_stride = setup;
  } else if (setup >> 31 == 1) {
    qpu.dma_load_setup = setup;
  }
  return Step::next;
}

Step write_write_setup(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  const std::uint32_t setup = value.lane[0];
  if (setup >> 30 == 0) {
    qpu.vpm_writer.setup(setup);
    if (Observer* observer = qpu.shared->observer()) observer->vpm_write_set_up(qpu, setup);
  } else if (setup >> 30 == 2) {
    qpu.dma_store_setup = setup;
  } else if (setup >> 30 == 3) {
    qpu.dma_store_stride = setup;
  }
  return Step::next;
}

Step start_dma_load(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  const BusAddress address(value.lane[0]);
  const DmaTransfer transfer = decode_dma_load(qpu.dma_load_setup, qpu.dma_load_stride, address);
  if (const auto bad = run_dma_load(transfer, qpu.shared->memory(), qpu.shared->vpm())) {
    return qpu.shared->unmapped("DMA load from " + hex(address.value()) + " reads", bad->value());
  }
  if (Observer* observer = qpu.shared->observer()) observer->dma_load_started(qpu, transfer);
  return Step::next;
}

Step start_dma_store(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  if (!lane0_written(mask)) return Step::next;
  const BusAddress address(value.lane[0]);
  const DmaTransfer transfer = decode_dma_store(qpu.dma_store_setup, qpu.dma_store_stride, address);
  Observer* const observer = qpu.shared->observer();
  if (observer != nullptr) observer->dma_store_starting(qpu, transfer);
  if (CacheModel* caches = qpu.shared->caches()) caches->storing(transfer);
  if (const auto bad = run_dma_store(transfer, qpu.shared->memory(), qpu.shared->vpm())) {
    return qpu.shared->unmapped("DMA store to " + hex(address.value()) + " writes", bad->value());
  }
  qpu.shared->stored(qpu, transfer);
  if (observer != nullptr) observer->dma_store_started(qpu, transfer);
  return Step::next;
}

Step release_mutex(Qpu& qpu, const LaneVector&, LaneMask mask) {
  if (mask == 0) return Step::next;
  qpu.shared->set_mutex(false);
  if (Observer* observer = qpu.shared->observer()) observer->mutex_released(qpu);
  return Step::next;
}

template <std::uint32_t (*function)(std::uint32_t)>
Step write_sfu(Qpu& qpu, const LaneVector& value, LaneMask mask) {
  LaneVector& r4 = qpu.slot[slot::r4];
  for (unsigned lane = 0; lane < 16; ++lane) {
    if (((mask >> lane) & 1) != 0) r4.lane[lane] = function(value.lane[lane]);
  }
  return Step::next;
}

/// As with the VPM, a conditional write always triggers the TMU.
template <unsigned tmu>
Step write_tmu_s(Qpu& qpu, const LaneVector& value, LaneMask) {
  return request_tmu(qpu, tmu, value);
}

template <unsigned tmu, TextureCoordinate coordinate>
Step write_texture(Qpu& qpu, const LaneVector& value, LaneMask) {
  return write_texture_coordinate(qpu, tmu, coordinate, value);
}

constexpr unsigned kFirstPeripheral = isa::write_address::tmu_noswap;

struct WriteRow {
  Write file_a = nullptr;
  Write file_b = nullptr;
};

constexpr WriteRow both(Write write) { return {write, write}; }

/// From address 36 on; null for those of the rendering pipeline.
constexpr WriteRow kWrites[] = {
    both(write_tmu_no_swap),
    {write_r5_per_quad, write_r5_replicated},
    both(write_host_interrupt),
    {},
    both(write_uniforms_address),
    {},
    {},
    {},
    {},
    {},
    {},
    {},
    both(write_vpm),
    {write_read_setup, write_write_setup},
    {start_dma_load, start_dma_store},
    both(release_mutex),
    both(write_sfu<sfu_recip>),
    both(write_sfu<sfu_recipsqrt>),
    both(write_sfu<sfu_exp2>),
    both(write_sfu<sfu_log2>),
    both(write_tmu_s<0>),
    both(write_texture<0, TextureCoordinate::t>),
    both(write_texture<0, TextureCoordinate::r>),
    both(write_texture<0, TextureCoordinate::b>),
    both(write_tmu_s<1>),
    both(write_texture<1, TextureCoordinate::t>),
    both(write_texture<1, TextureCoordinate::r>),
    both(write_texture<1, TextureCoordinate::b>),
};
static_assert(std::size(kWrites) == 64 - kFirstPeripheral);

}  // namespace

namespace {

/// A stretch of one word, so the next word is looked up when it is read.
bool refill_from_cache(Qpu& qpu, CacheModel& caches, BusAddress address) {
  if (!caches.read_uniform(qpu.number, qpu.cached_uniform)) {
    qpu.shared->unmapped("read of a uniform", address.value());
    return false;
  }
  qpu.uniform = reinterpret_cast<const std::byte*>(&qpu.cached_uniform);
  qpu.uniform_end = qpu.uniform + sizeof qpu.cached_uniform;
  qpu.uniform_end_address = address.value() + sizeof qpu.cached_uniform;
  return true;
}

}  // namespace

bool refill_uniforms(Qpu& qpu) {
  const BusAddress address(qpu.uniform_end_address);
  if (CacheModel* caches = qpu.shared->caches()) return refill_from_cache(qpu, *caches, address);
  const BusSegment* segment = qpu.shared->memory().find(address, 4);
  if (segment == nullptr) {
    qpu.shared->unmapped("read of a uniform", address.value());
    return false;
  }
  const std::uint32_t offset = address - segment->bus;
  const std::uint32_t bytes = (segment->size - offset) & ~3u;
  qpu.uniform = segment->host + offset;
  qpu.uniform_end = qpu.uniform + bytes;
  qpu.uniform_end_address = address.value() + bytes;
  return true;
}

bool take_uniform(Qpu& qpu, std::uint32_t& word) {
  if (qpu.uniform == qpu.uniform_end && !refill_uniforms(qpu)) return false;
  std::memcpy(&word, qpu.uniform, sizeof word);
  qpu.uniform += sizeof word;
  if (Observer* observer = qpu.shared->observer()) observer->configuration_taken(qpu, word);
  return true;
}

Step prepare(Qpu& qpu, const Operation& op) {
  const Waiting waiting = wait_of(qpu, op);
  qpu.wait = waiting.wait;
  qpu.wait_detail = static_cast<std::uint8_t>(waiting.detail);
  if (waiting.wait != Wait::nothing) return Step::blocked;

  const std::uint32_t effects = op.effects;
  if ((effects & effect::read_vpm) != 0) read_vpm(qpu);
  if ((effects & effect::acquire_mutex) != 0) acquire_mutex(qpu);
  if ((effects & effect::semaphore) != 0) change_semaphore(qpu, op);
  if ((effects & effect::read_nop_a) != 0) repeat_last_quad(qpu.slot[slot::last_a], qpu.slot[slot::nop_a]);
  if ((effects & effect::read_nop_b) != 0) repeat_last_quad(qpu.slot[slot::last_b], qpu.slot[slot::nop_b]);
  if ((effects & effect::per_element_immediate) != 0) fill_per_element(qpu, op);
  if (Observer* observer = qpu.shared->observer()) {
    if ((effects & effect::wait_dma_load) != 0) observer->dma_load_waited(qpu);
    if ((effects & effect::wait_dma_store) != 0) observer->dma_store_waited(qpu);
  }
  return Step::next;
}

Step write_peripheral(Qpu& qpu, bool file_b, unsigned address, const LaneVector& value, LaneMask mask) {
  const WriteRow& row = kWrites[address - kFirstPeripheral];
  const Write write = file_b ? row.file_b : row.file_a;
  if (write == nullptr) {
    const isa::RegisterFile file = file_b ? isa::RegisterFile::b : isa::RegisterFile::a;
    const std::string_view name = isa::register_info(file, isa::Access::write, address).name;
    return qpu.shared->fault(
        ErrorCode::unsupported,
        "the register " + std::string(name) + " belongs to the 3D pipeline, which is not emulated");
  }
  return write(qpu, value, mask);
}

Step finish(Qpu& qpu, const Operation& op, LaneMask add_mask, LaneMask mul_mask) {
  // A write of no-swap leaves the instruction's own signal alone, like `prepare`, which has waited for it.
  const unsigned first_tmu = physical_tmu(qpu, 0), second_tmu = physical_tmu(qpu, 1);
  if ((op.effects & effect::write_add) != 0) {
    const Step step =
        write_peripheral(qpu, op.io_add_file_b, op.io_add, qpu.slot[slot::result_add], add_mask);
    if (step != Step::next) return step;
  }
  if ((op.effects & effect::write_mul) != 0) {
    const Step step =
        write_peripheral(qpu, op.io_mul_file_b, op.io_mul, qpu.slot[slot::result_mul], mul_mask);
    if (step != Step::next) return step;
  }
  if ((op.effects & effect::receive_tmu0) != 0) receive_tmu(qpu, first_tmu);
  if ((op.effects & effect::receive_tmu1) != 0) receive_tmu(qpu, second_tmu);
  if ((op.effects & effect::program_end) == 0) {
    // The machine looks at changed code after Step::scheduled only.
    return qpu.shared->code_has_changed() ? Step::scheduled : Step::next;
  }
  if (qpu.end_slots == 0) qpu.end_slots = 1 + isa::kThreadEndDelaySlots;
  qpu.pending = true;
  return Step::scheduled;
}

}  // namespace quadcl::qpu::emulator
