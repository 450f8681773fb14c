// SPDX-License-Identifier: Apache-2.0

// What an instruction needs before it can be issued, and the time that its QPU loses until then: for results
// of TMUs, uniforms, the VPM, DMA, semaphores and the SFU. The mutex and sleeping QPUs are in simulation.cpp.

#include "qpu/isa/instruction.h"
#include "qpu/timing/simulation.h"

namespace quadcl::qpu::timing {

namespace {

namespace effect = emulator::effect;
namespace write_address = isa::write_address;

constexpr std::uint32_t kDmaWaits = effect::wait_dma_load | effect::wait_dma_store | effect::read_dma_busy;

bool is_sfu(unsigned address) {
  return address >= write_address::sfu_recip && address <= write_address::sfu_log;
}

bool reads_busy_of_load(isa::Instruction instruction) {
  return instruction.raddr_a() == isa::read_address::dma_load_busy;
}

bool reads_busy_of_store(isa::Instruction instruction) {
  return instruction.encoding_class() == isa::EncodingClass::alu &&
         instruction.raddr_b() == isa::read_address::dma_store_busy;
}

}  // namespace

/// Whether the next instruction can be issued now. If not, the QPU moves on to a time when that may be so.
bool Simulation::can_issue(const Qpu& qpu, Context& context) {
  const Need need = need_of(qpu, context);
  if (need.time <= context.now) return true;
  if (context.awaits_tmu) return false;
  stall(qpu, *qpu.next, need.cause, next_slot(need.time));
  return false;
}

Simulation::Need Simulation::need_of(const Qpu& qpu, Context& context) {
  const Operation& operation = *qpu.next;
  context.tmu_exchanged = qpu.tmu_exchanged;
  if (const std::uint32_t line = line_of(operation.address); line != context.line) {
    fetch_code(context, line);
  }
  Need need{context.now};
  need.add(Stall::instruction_fetch, context.line_ready);
  if ((operation.before & emulator::before::uniform) != 0) need.add(Stall::uniform, context.uniform.ready());
  if (operation.effects != 0) need_of_effects(qpu, operation, context, need);
  return need;
}

void Simulation::need_of_effects(const Qpu& qpu, const Operation& operation, Context& context, Need& need) {
  const std::uint32_t effects = operation.effects;
  need_of_results(operation, context, need);
  if ((effects & effect::read_vpm) != 0) {
    need.add(Stall::vpm_read, context.vpm.earliest_read(vpm_port_, context.now));
  }
  if ((effects & kDmaWaits) != 0) need_of_dma(operation, context, need);
  if ((effects & effect::semaphore) != 0) {
    const SemaphoreChange& change = semaphores_[isa::Instruction(operation.word).semaphore_number()];
    if (change.by != qpu.number) need.add(Stall::semaphore, change.visible);
  }
  if ((effects & effect::write_add) != 0) need_of_write(operation.io_add, context, need);
  if ((effects & effect::write_mul) != 0) need_of_write(operation.io_mul, context, need);
}

void Simulation::need_of_results(const Operation& operation, Context& context, Need& need) {
  for (unsigned named = 0; named < 2; ++named) {
    if ((operation.effects & (effect::receive_tmu0 << named)) == 0) continue;
    const unsigned tmu = named ^ context.tmu_exchanged;
    const TmuResults& results = context.results[tmu];
    if (results.empty()) continue;
    need.add(Stall::tmu, results.front());
    context.awaits_tmu = results.front() == kNever;
    context.awaited_tmu = tmu;
  }
}

void Simulation::receive_results(const Operation& operation, Context& context) {
  for (unsigned named = 0; named < 2; ++named) {
    if ((operation.effects & (effect::receive_tmu0 << named)) == 0) continue;
    const unsigned tmu = named ^ context.tmu_exchanged;
    context.results[tmu].pop();
    ++context.received[tmu];
  }
}

/// The emulator's DMA engines are never busy. A program that polls one goes on when the chip's engine would
/// be done.
void Simulation::need_of_dma(const Operation& operation, Context& context, Need& need) {
  const isa::Instruction instruction(operation.word);
  const bool polls = (operation.effects & effect::read_dma_busy) != 0;
  const bool load =
      (operation.effects & effect::wait_dma_load) != 0 || (polls && reads_busy_of_load(instruction));
  const bool store =
      (operation.effects & effect::wait_dma_store) != 0 || (polls && reads_busy_of_store(instruction));
  if (load && context.load) need.add(Stall::dma_load, load_engine_.done(*context.load, context.now));
  if (store && context.store) need.add(Stall::dma_store, store_engine_.done(*context.store, context.now));
}

void Simulation::need_of_write(unsigned address, Context& context, Need& need) {
  if (address == write_address::vpm) need.add(Stall::vpm_write, context.vpm.earliest_write(context.now));
  if (is_sfu(address)) need.add(Stall::sfu, context.slice->sfu.earliest(context.now, sfu_operation_));
}

void Simulation::stall(const Qpu& qpu, const Operation& operation, Stall cause, Ticks until) {
  Context& context = of(qpu);
  const Ticks time = until - context.now;
  context.time.stalls.add(cause, time);
  if (trace_ != nullptr) trace_->stalled(qpu.number, cause, context.now, until);
  if (profile_ != nullptr) profile_->stalled(operation.address, cause, time);
  context.now = until;
  show_clock(qpu.number, cause);
}

void Simulation::wait_for_uniform(const Qpu& qpu, const Operation& operation) {
  const Ticks ready = of(qpu).uniform.ready();
  const bool waits = (operation.before & emulator::before::uniform) != 0 && ready > of(qpu).now;
  if (waits) stall(qpu, operation, Stall::uniform, next_slot(ready));
}

/// What the instruction took from the uniform stream and the SFU.
void Simulation::charge(const Operation& operation, Context& context) {
  if ((operation.before & emulator::before::uniform) != 0 && !context.uniforms_restarted) {
    context.uniform.read(context.now);
  }
  context.uniforms_restarted = false;
  const bool sfu = ((operation.effects & effect::write_add) != 0 && is_sfu(operation.io_add)) ||
                   ((operation.effects & effect::write_mul) != 0 && is_sfu(operation.io_mul));
  if (sfu) context.slice->sfu.reserve(context.now, sfu_operation_);
}

}  // namespace quadcl::qpu::timing
