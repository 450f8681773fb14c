// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "qpu/asm/encoding/operation.h"
#include "qpu/asm/language/source.h"

namespace quadcl::qpu::assembly {

/// The line that calls a macro.
struct CallSite {
  const SourceFile* file = nullptr;
  unsigned line = 0;
  std::shared_ptr<const CallSite> outer;  ///< of the macro that this line belongs to; null if to none
};

/// The origin of a run of bytes.
struct Origin {
  const SourceFile* file = nullptr;
  unsigned line = 0;  ///< 0: the file as a whole
  std::shared_ptr<const CallSite> call = nullptr;

  bool operator==(const Origin&) const = default;
};

/// One instruction, or one run of data or padding.
struct Item {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool code = false;
  Origin origin;
  bool instruction = false;                        ///< an instruction, whatever the segment is
  std::optional<std::int64_t> branch_target = {};  ///< of a relative branch to a label
  bool open = false;                               ///< ended with a semicolon: the next line may join it
  std::vector<Operation> operations = {};          ///< of an open instruction
};

/// The output of a pass: bytes, and their meaning.
class Emitter {
 public:
  std::uint64_t address() const { return bytes_.size(); }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::vector<Item>& items() const { return items_; }
  std::uint64_t get_word(std::uint64_t address) const;

  void add_instruction(std::uint64_t word, Item item);
  /// The instruction that a line starting with a semicolon may join, if any.
  const Item* joinable() const;
  void replace_last(std::uint64_t word, Item item);
  /// Marks a label: no joining across it.
  void close_last();

  /// Appends the low `bits` bits of a value.
  void add_bits(std::uint64_t value, unsigned bits, Origin origin);
  void pad_to(std::uint64_t address, Origin origin);
  bool in_partial_byte() const { return bit_position_ != 0; }

  void set_segment(std::optional<bool> code) { segment_is_code_ = code; }

  /// Removes the last `count` instructions, for `restore_tail` to put back. Empty if there are fewer.
  struct Tail {
    std::vector<std::uint8_t> bytes;
    std::vector<Item> items;
  };
  std::optional<Tail> cut_tail(std::size_t count);
  void restore_tail(Tail tail);

  /// Fills in the distances of relative branches. Call it when all addresses are known.
  void resolve_branches();

 private:
  void extend_data(std::uint64_t bytes, Origin origin);
  void put_word(std::uint64_t address, std::uint64_t word);

  std::vector<std::uint8_t> bytes_;
  std::vector<Item> items_;
  unsigned bit_position_ = 0;  ///< bits used of the last byte
  std::optional<bool> segment_is_code_;
};

}  // namespace quadcl::qpu::assembly
