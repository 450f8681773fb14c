// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/code_cache.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "qpu/emulator/decoder.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

namespace {

/// Enough for 64 K instructions. A larger cache is emptied at the start of a job.
constexpr std::size_t kStretchesKept = 1024;

/// Whether only registers change, r5 among them, which is written like a peripheral. `beside` it may have
/// these effects.
bool changes_registers(const Operation& operation, std::uint32_t beside) {
  const auto to_r5 = [](unsigned address) { return address == isa::write_address::r5; };
  const std::uint32_t effects = operation.effects & ~beside;
  if (operation.handler == execute_leave || operation.shared) return false;
  if ((effects & ~(effect::write_add | effect::write_mul)) != 0) return false;
  return ((effects & effect::write_add) == 0 || to_r5(operation.io_add)) &&
         ((effects & effect::write_mul) == 0 || to_r5(operation.io_mul));
}

bool is_plain(const Operation& operation) { return changes_registers(operation, 0); }

bool is_alone(const Operation& operation) {
  return changes_registers(operation, effect::receive_tmu0 | effect::receive_tmu1 | effect::read_nop_a |
                                          effect::read_nop_b | effect::per_element_immediate);
}

void count_plain(std::span<Operation> operations) {
  std::uint64_t readers = 0, not_plain = 0;
  std::uint8_t plain = 0;
  for (std::size_t i = operations.size(); i-- > 0;) {
    Operation& operation = operations[i];
    if ((operation.address / isa::kInstructionBytes + 1) % Operation::kMostPlain == 0) plain = 0;
    const bool counts = is_plain(operation), reads = (operation.before & before::uniform) != 0;
    plain = counts ? static_cast<std::uint8_t>(plain + 1) : 0;
    readers = readers << 1 | (reads ? 1 : 0);
    not_plain = not_plain << 1 | (counts ? 0 : 1);
    operation.plain = plain;
    operation.alone = is_alone(operation);
    operation.uniform_readers = readers;
    operation.not_plain = not_plain;
  }
}

}  // namespace

void CodeCache::begin_job(const BusMap& memory, Translated translated) {
  if (translated != translated_) forget_translations();
  translated_ = translated;
  memory_ = &memory;
  ++job_;
  begin_ = ~std::uint64_t{0};
  end_ = 0;
  recent_.fill(nullptr);
  if (stretches_.size() > kStretchesKept) stretches_.clear();
}

CodeCache::Extent CodeCache::extent_around(std::uint32_t address) const {
  const std::uint32_t base = address & ~(kStretchBytes - 1);
  const auto segment = [&](std::uint32_t i) { return memory_->find(BusAddress(base + 8 * i), 8); };
  std::uint32_t first = (address - base) / 8, end = first + 1;
  const BusSegment* const own = segment(first);
  while (first > 0 && segment(first - 1) == own) --first;
  while (end < kStretchInstructions && segment(end) == own) ++end;
  return {base + 8 * first, 8 * (end - first)};
}

CodeCache::Stretch& CodeCache::find(std::uint32_t address) {
  if (const auto above = stretches_.upper_bound(address); above != stretches_.begin()) {
    Stretch& stretch = *std::prev(above)->second;
    if (stretch.job == job_ && stretch.extent.contains(address)) return stretch;
  }
  const Extent extent = extent_around(address);
  std::unique_ptr<Stretch>& stretch = stretches_[extent.begin];
  if (stretch == nullptr) {
    stretch = std::make_unique<Stretch>();
    for (std::uint32_t i = 0; i <= kStretchInstructions; ++i) {
      stretch->operations[i] = end_of_stretch(BusAddress(extent.base() + 8 * i));
    }
  }
  stretch->extent = extent;
  refresh(*stretch);
  begin_ = std::min<std::uint64_t>(begin_, extent.begin);
  end_ = std::max<std::uint64_t>(end_, std::uint64_t{extent.begin} + extent.bytes);
  return *stretch;
}

void CodeCache::decode_again(BusAddress address, std::uint32_t bytes) {
  const std::uint32_t base = address.value() & ~(kStretchBytes - 1);
  const std::uint64_t end = std::uint64_t{address.value()} + bytes;
  for (auto at = stretches_.lower_bound(base); at != stretches_.end() && at->first < end; ++at) {
    if (at->second->job == job_) refresh(*at->second);
  }
}

void CodeCache::Stretch::forget_translations() {
  for (Operation& operation : operations) {
    operation.translated = nullptr;
    operation.visits = operation.plain_visits = 0;
    std::fill(std::begin(operation.translated_plain), std::end(operation.translated_plain), nullptr);
  }
}

void CodeCache::forget_translations() {
  for (auto& [base, stretch] : stretches_) stretch->forget_translations();
}

void CodeCache::refresh(Stretch& stretch) {
  const Extent& extent = stretch.extent;
  const std::byte* const host = memory_->host(BusAddress(extent.begin), extent.bytes);
  bool changed = false;
  for (std::uint32_t i = 0; i < kStretchInstructions; ++i) {
    const std::uint32_t address = extent.base() + 8 * i;
    Operation& operation = stretch.operations[i];
    if (extent.contains(address)) {
      const std::byte* const word = host != nullptr ? host + (address - extent.begin) : nullptr;
      changed |= refresh(operation, BusAddress(address), word);
    } else if (operation.handler != execute_leave) {
      operation = end_of_stretch(BusAddress(address));
      changed = true;
    }
  }
  if (changed) count_plain(stretch.operations);
  if (changed) stretch.forget_translations();  // a translation may go on to other operations of its stretch
  stretch.job = job_;
}

/// Whether it has changed. `host`: its word; null without memory.
bool CodeCache::refresh(Operation& operation, BusAddress address, const std::byte* host) const {
  const bool was_mapped = operation.handler != execute_leave && operation.handler != execute_fetch_fault;
  if (host == nullptr) {
    if (operation.handler == execute_fetch_fault) return false;
    operation = unmapped_instruction(address);
    return true;
  }
  std::uint64_t word;
  std::memcpy(&word, host, sizeof word);
  if (was_mapped && operation.word == word) return false;
  operation = decode(engine_, isa::Instruction(word), address);
  return true;
}

}  // namespace quadcl::qpu::emulator
