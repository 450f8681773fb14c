// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/code_cache.h"

#include <algorithm>
#include <cstring>

#include "qpu/emulator/decoder.h"

namespace quadcl::qpu::emulator {

namespace {

/// Enough for 64 K instructions. A larger cache is emptied at the start of a job.
constexpr std::size_t kStretchesKept = 1024;

}  // namespace

void CodeCache::begin_job(const BusMap& memory) {
  memory_ = &memory;
  ++job_;
  begin_ = ~std::uint64_t{0};
  end_ = 0;
  recent_.fill(nullptr);
  if (stretches_.size() > kStretchesKept) stretches_.clear();
}

CodeCache::Stretch& CodeCache::find(std::uint32_t base) {
  std::unique_ptr<Stretch>& stretch = stretches_[base];
  if (stretch == nullptr) {
    stretch = std::make_unique<Stretch>();
    stretch->base = base;
    for (std::uint32_t i = 0; i < kStretchInstructions; ++i) {
      stretch->operations[i] = unmapped_instruction(BusAddress(base + 8 * i));
    }
    stretch->operations[kStretchInstructions] = end_of_stretch(BusAddress(base + kStretchBytes));
  }
  if (stretch->job != job_) refresh(*stretch);
  begin_ = std::min<std::uint64_t>(begin_, base);
  end_ = std::max<std::uint64_t>(end_, std::uint64_t{base} + kStretchBytes);
  return *stretch;
}

void CodeCache::decode_again(BusAddress address, std::uint32_t bytes) {
  const std::uint32_t base = address.value() & ~(kStretchBytes - 1);
  const std::uint64_t end = std::uint64_t{address.value()} + bytes;
  for (std::uint64_t at = std::max<std::uint64_t>(base, begin_); at < std::min(end, end_);
       at += kStretchBytes) {
    const auto found = stretches_.find(static_cast<std::uint32_t>(at));
    if (found != stretches_.end() && found->second->job == job_) refresh(*found->second);
  }
}

void CodeCache::Stretch::forget_translations() {
  for (Operation& operation : operations) {
    operation.translated = nullptr;
    operation.visits = 0;
  }
}

void CodeCache::forget_translations() {
  for (auto& [base, stretch] : stretches_) stretch->forget_translations();
}

void CodeCache::refresh(Stretch& stretch) {
  bool changed = false;
  for (std::uint32_t i = 0; i < kStretchInstructions; ++i) {
    const BusAddress address(stretch.base + 8 * i);
    const std::byte* host = memory_->host(address, 8);
    Operation& operation = stretch.operations[i];
    if (host == nullptr) {
      if (stretch.mapped[i]) operation = unmapped_instruction(address);
      changed |= stretch.mapped[i];
    } else {
      std::uint64_t word;
      std::memcpy(&word, host, sizeof word);
      const bool known = stretch.mapped[i] && operation.word == word;
      if (!known) operation = decode(engine_, isa::Instruction(word), address);
      changed |= !known;
    }
    stretch.mapped[i] = host != nullptr;
  }
  if (changed) stretch.forget_translations();  // a translation may go on to other operations of its stretch
  stretch.job = job_;
}

}  // namespace quadcl::qpu::emulator
