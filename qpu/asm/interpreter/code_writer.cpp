// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/code_writer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "qpu/asm/checks/effects.h"
#include "qpu/asm/encoding/encoder.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr std::uint64_t kWord = isa::kInstructionBytes;

std::uint64_t next_word(std::uint64_t address) { return (address + kWord - 1) / kWord * kWord; }

}  // namespace

void CodeWriter::reserve(std::uint64_t bytes) {
  if (address() + bytes <= limits_.output_bytes) return;
  reporter_.stop("the program is larger than " + std::to_string(limits_.output_bytes) + " bytes");
}

void CodeWriter::add_line(const ParsedLine& line) {
  if (line.operations.empty()) return;
  if (line.starts_with_semicolon && join(line.operations, line.ends_with_semicolon)) return;
  const EncodedInstruction encoded = encode_line(line.operations);
  for (const EncodingWarning& warning : encoded.warnings) reporter_.warn(warning.column, warning.message);
  align_for_code();
  reserve(kWord);
  Item item;
  item.origin = reporter_.origin();
  item.branch_target = encoded.branch_target;
  item.open = line.ends_with_semicolon;
  if (item.open) item.operations = line.operations;
  emitter_.add_instruction(encoded.word, std::move(item));
}

/// Tries to put the operations into the previous instruction.
bool CodeWriter::join(const std::vector<Operation>& operations, bool open) {
  const Item* last = emitter_.joinable();
  if (last == nullptr || address() != last->address + last->bytes) return false;
  Item item;
  item.origin = last->origin;
  item.open = open;
  item.operations = last->operations;
  item.operations.insert(item.operations.end(), operations.begin(), operations.end());
  try {
    const EncodedInstruction encoded = encode_line(item.operations);
    // A TMU request and a TMU load fit into one word, but are not joined.
    if (special_accesses(effects_of(isa::Instruction(encoded.word))) > 1) return false;
    emitter_.replace_last(encoded.word, std::move(item));
    return true;
  } catch (const StatementError&) {
    return false;
  }
}

void CodeWriter::add_bits(std::uint64_t value, unsigned bits) {
  reserve(8);
  emitter_.add_bits(value, bits, reporter_.origin());
}

void CodeWriter::add_zeros(std::uint64_t bytes) {
  reserve(bytes);
  emitter_.pad_to(address() + bytes, reporter_.origin());
}

bool CodeWriter::add_copy(std::uint64_t from) {
  reserve(kWord);
  const std::vector<Item>& items = previous_.items();
  const auto source = std::lower_bound(items.begin(), items.end(), from,
                                       [](const Item& item, std::uint64_t a) { return item.address < a; });
  const bool known =
      source != items.end() && source->address == from && source->code && source->bytes == kWord;
  Item item;
  item.origin = reporter_.origin();
  if (known) item.branch_target = source->branch_target;
  emitter_.add_instruction(known ? previous_.get_word(from) : 0, std::move(item));
  return known;
}

void CodeWriter::align_for_code() {
  const std::uint64_t here = address(), aligned = next_word(here);
  if (is_aligned(kWord)) return;
  reporter_.warn(0, "zeros inserted: instructions start at multiples of 8 bytes");
  emitter_.pad_to(aligned, reporter_.origin());
  labels_.realign(here, aligned);
}

void CodeWriter::finish() {
  emitter_.pad_to(next_word(address()), reporter_.origin());
  emitter_.resolve_branches();
}

}  // namespace quadcl::qpu::assembly
