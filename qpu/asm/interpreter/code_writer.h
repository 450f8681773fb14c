// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/encoding/operation_parser.h"
#include "qpu/asm/interpreter/emitter.h"
#include "qpu/asm/interpreter/labels.h"
#include "qpu/asm/interpreter/reporter.h"

namespace quadcl::qpu::assembly {

/// Writes the output of statements: encodes lines of code, joins halves of instructions, and keeps alignment
/// and the limit of size.
class CodeWriter {
 public:
  /// `previous` is the output of the previous pass.
  CodeWriter(const AssemblerLimits& limits, Reporter& reporter, LabelTable& labels, const Emitter& previous)
      : limits_(limits), reporter_(reporter), labels_(labels), previous_(previous) {}

  const Emitter& emitter() const { return emitter_; }
  std::uint64_t address() const { return emitter_.address(); }
  bool is_aligned(unsigned bytes) const { return !emitter_.in_partial_byte() && address() % bytes == 0; }

  void add_line(const ParsedLine& line);
  void add_bits(std::uint64_t value, unsigned bits);
  void add_zeros(std::uint64_t bytes);
  /// Copies the instruction that the previous pass had at an address; false if there was none.
  bool add_copy(std::uint64_t address);
  /// Writes zeros up to the next address for an instruction.
  void align_for_code();

  /// Marks a label or the start of a segment: no joining across it.
  void close_last() { emitter_.close_last(); }
  void set_segment(bool code) { emitter_.set_segment(code); }
  std::optional<Emitter::Tail> cut_tail(std::size_t count) { return emitter_.cut_tail(count); }
  void restore_tail(Emitter::Tail tail) { emitter_.restore_tail(std::move(tail)); }

  /// Completes the last instruction and the distances of branches.
  void finish();

 private:
  void reserve(std::uint64_t bytes);
  bool join(const std::vector<Operation>& operations, bool open);

  const AssemblerLimits& limits_;
  Reporter& reporter_;
  LabelTable& labels_;
  const Emitter& previous_;
  Emitter emitter_;
};

}  // namespace quadcl::qpu::assembly
