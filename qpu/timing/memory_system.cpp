// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/memory_system.h"

#include <algorithm>

namespace quadcl::qpu::timing {

namespace {

/// SDRAM moves whole bursts; a shorter row takes as long as one.
constexpr std::uint32_t kBurstBytes = 32;

/// How it chooses a set is not known; it was seen to hold lines at strides that a plain index would put into
/// few sets (PIT).
constexpr std::uint32_t kSystemL2Ways = 8;

/// The bus alias 0xC goes past the VPU's L2; 0x0, 0x4 and 0x8 go through it (docs/videocore4.md, Memory).
bool cached_by_system_l2(std::uint32_t line) { return line < line_of(0xC0000000u); }

}  // namespace

MemorySystem::MemorySystem(const Parameters& p, TraceRecorder* trace)
    : l2c_latency_(p.ticks(Parameter::l2c_latency)),
      l2c_line_(p.ticks(Parameter::l2c_line)),
      system_latency_(p.ticks(Parameter::system_l2_latency)),
      system_line_(p.ticks(Parameter::system_l2_line)),
      system_fill_(p.ticks(Parameter::system_l2_fill)),
      sdram_latency_(p.ticks(Parameter::sdram_latency)),
      sdram_line_(p.ticks(Parameter::sdram_line)),
      has_system_l2_(p.whole(Parameter::system_l2_bytes) > 0),
      l2c_(p.cache_geometries().l2c),
      system_l2_({p.whole(Parameter::system_l2_bytes), kSystemL2Ways}, emulator::CacheIndex::hashed),
      trace_(trace) {}

Ticks MemorySystem::read_line(std::uint32_t line, Ticks at) {
  const Ticks start = l2c_server_.reserve(at, l2c_line_);
  if (trace_ != nullptr) trace_->busy(MemoryServer::l2c, start, l2c_line_);
  const Ticks looked_up = start + l2c_latency_;
  if (const Cache::Line* found = l2c_.find(line)) {
    ++l2c_hits_;
    return std::max(looked_up, found->ready);
  }
  ++l2c_misses_;
  const Ticks ready = fetch(line, looked_up);
  l2c_.install(line, ready);
  return ready;
}

bool MemorySystem::in_system_l2(std::uint32_t line) const {
  return has_system_l2_ && cached_by_system_l2(line);
}

Ticks MemorySystem::fetch(std::uint32_t line, Ticks at) {
  if (!in_system_l2(line)) return fetch_sdram(at);
  advance_clients(at);
  const Ticks start = system_server_.reserve(at, system_line_);
  if (trace_ != nullptr) trace_->busy(MemoryServer::system_l2, start, system_line_);
  if (const Cache::Line* found = system_l2_.find(line)) {
    return std::max(start + system_latency_, found->ready);
  }
  Cache::Line& place = system_l2_.replace(line);
  if (place.changed) system_fills_.reserve(start, system_fill_);
  place.changed = false;
  place.ready = fetch_sdram(system_fills_.reserve(start, system_fill_)) + system_latency_;
  return place.ready;
}

bool MemorySystem::beyond_system_l2(std::uint32_t address) {
  const std::uint32_t line = line_of(address);
  return !in_system_l2(line) || system_l2_.find(line) == nullptr;
}

Ticks MemorySystem::fetch_sdram(Ticks at) {
  advance_clients(at);
  const Ticks start = sdram_.reserve(at, sdram_line_);
  if (trace_ != nullptr) trace_->busy(MemoryServer::sdram, start, sdram_line_);
  return start + sdram_latency_;
}

/// What is stored stays in the VPU's L2, on the way to memory.
Ticks MemorySystem::move(DmaDirection direction, std::uint32_t address, std::uint32_t bytes, Ticks at) {
  const Ticks duration = sdram_line_ * std::max(bytes, kBurstBytes) / kLineBytes;
  const Ticks start = sdram_.reserve(at, duration);
  if (trace_ != nullptr) trace_->busy(MemoryServer::sdram, start, duration);
  const Ticks end = start + duration;
  if (direction == DmaDirection::load || !in_system_l2(line_of(address))) return end;
  for (std::uint32_t line = line_of(address); line <= line_of(address + bytes - 1); ++line) {
    if (system_l2_.find(line) == nullptr) system_l2_.install(line, end);
    system_l2_.find(line)->changed = true;
  }
  return end;
}

}  // namespace quadcl::qpu::timing
