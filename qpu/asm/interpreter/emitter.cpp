// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/emitter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

namespace {
constexpr std::uint64_t kCodeWord = isa::kInstructionBytes;
}

void Emitter::put_word(std::uint64_t address, std::uint64_t word) {
  for (unsigned i = 0; i < kCodeWord; ++i) bytes_[address + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

std::uint64_t Emitter::get_word(std::uint64_t address) const {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < kCodeWord; ++i) word |= std::uint64_t{bytes_[address + i]} << (8 * i);
  return word;
}

void Emitter::add_instruction(std::uint64_t word, Item item) {
  item.address = address();
  item.bytes = kCodeWord;
  item.code = segment_is_code_.value_or(true);
  item.instruction = true;
  bytes_.resize(bytes_.size() + kCodeWord);
  put_word(item.address, word);
  items_.push_back(std::move(item));
}

const Item* Emitter::joinable() const {
  return !items_.empty() && items_.back().open ? &items_.back() : nullptr;
}

void Emitter::replace_last(std::uint64_t word, Item item) {
  item.address = items_.back().address;
  item.bytes = kCodeWord;
  item.code = items_.back().code;
  item.instruction = true;
  put_word(item.address, word);
  items_.back() = std::move(item);
}

void Emitter::close_last() {
  if (!items_.empty()) items_.back().open = false;
}

void Emitter::extend_data(std::uint64_t bytes, Origin origin) {
  const bool code = segment_is_code_.value_or(false);
  const bool extends = !items_.empty() && !items_.back().instruction && items_.back().code == code &&
                       items_.back().origin == origin;
  if (extends) {
    items_.back().bytes += bytes;
  } else {
    items_.push_back({address(), bytes, code, origin});
  }
  bytes_.resize(bytes_.size() + bytes);
}

void Emitter::add_bits(std::uint64_t value, unsigned bits, Origin origin) {
  while (bits > 0) {
    if (bit_position_ == 0) extend_data(1, origin);
    const unsigned take = std::min(bits, 8 - bit_position_);
    const std::uint64_t part = value & ((1u << take) - 1);
    bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | part << bit_position_);
    bit_position_ = (bit_position_ + take) & 7;
    value >>= take;
    bits -= take;
  }
}

void Emitter::pad_to(std::uint64_t target, Origin origin) {
  bit_position_ = 0;
  if (target > address()) extend_data(target - address(), origin);
}

std::optional<Emitter::Tail> Emitter::cut_tail(std::size_t count) {
  if (items_.size() < count) return std::nullopt;
  const auto first = items_.end() - static_cast<std::ptrdiff_t>(count);
  if (!std::all_of(first, items_.end(), [](const Item& i) { return i.code && i.bytes == kCodeWord; })) {
    return std::nullopt;
  }
  Tail tail;
  const auto start = static_cast<std::ptrdiff_t>(address() - count * kCodeWord);
  tail.bytes.assign(bytes_.begin() + start, bytes_.end());
  tail.items.assign(std::make_move_iterator(first), std::make_move_iterator(items_.end()));
  items_.erase(first, items_.end());
  bytes_.resize(static_cast<std::size_t>(start));
  return tail;
}

void Emitter::restore_tail(Tail tail) {
  for (Item& item : tail.items) {
    item.address = address();
    bytes_.resize(bytes_.size() + item.bytes);
    items_.push_back(std::move(item));
  }
  std::copy(tail.bytes.begin(), tail.bytes.end(),
            bytes_.end() - static_cast<std::ptrdiff_t>(tail.bytes.size()));
}

void Emitter::resolve_branches() {
  for (const Item& item : items_) {
    if (!item.branch_target) continue;
    // Relative to the instruction behind the delay slots.
    const std::uint64_t base = item.address + (1 + isa::kBranchDelaySlots) * kCodeWord;
    isa::Instruction branch(get_word(item.address));
    branch.set(isa::field::immediate,
               static_cast<std::uint32_t>(static_cast<std::uint64_t>(*item.branch_target) - base));
    put_word(item.address, branch.word());
  }
}

}  // namespace quadcl::qpu::assembly
