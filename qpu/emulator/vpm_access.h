// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "qpu/emulator/lane_vector.h"

namespace quadcl::qpu::emulator {

/// The VPM's user window: 64 rows (Y) of 16 words (X), shared by all QPUs and both DMA engines. Addresses
/// wrap (docs/videocore4.md, VPM; Open questions 28).
class VpmMemory {
 public:
  static constexpr unsigned kRows = 64;
  static constexpr unsigned kColumns = 16;

  std::uint32_t& word(unsigned y, unsigned x) { return words_[(y % kRows) * kColumns + x % kColumns]; }
  const std::uint32_t& word(unsigned y, unsigned x) const {
    return words_[(y % kRows) * kColumns + x % kColumns];
  }
  void clear() { words_.fill(0); }

 private:
  alignas(64) std::array<std::uint32_t, std::size_t{kRows} * kColumns> words_{};
};

/// The fields of a generic block setup word (docs/videocore4.md, VPM).
struct VpmBlock {
  bool horizontal = false;
  bool laned = false;
  unsigned parts_log2 = 2;  ///< elements per word: 1, 2 or 4 for 32, 16 or 8 bits
  unsigned address = 0;     ///< of the next vector, in the form of the mode
  unsigned stride = 0;
  unsigned vectors = 0;  ///< reads only

  static VpmBlock decode(std::uint32_t setup);

  void advance() { address = (address + stride) & ((0x40u << parts_log2) - 1); }
  void read(const VpmMemory& vpm, LaneVector& result) const;
  void write(VpmMemory& vpm, const LaneVector& value) const;
};

/// Reads of one QPU: at most two blocks are queued, a further setup is ignored (docs/videocore4.md, Open
/// questions 7).
class VpmReader {
 public:
  /// False if the setup was ignored.
  bool setup(std::uint32_t word);
  bool empty() const { return queued_ == 0; }
  /// Vectors that can still be read.
  unsigned available() const;
  const VpmBlock& front() const { return blocks_[0]; }
  /// The next vector. Do not call it when empty.
  void read(const VpmMemory& vpm, LaneVector& result);
  void clear() { queued_ = 0; }

 private:
  std::array<VpmBlock, 2> blocks_{};
  unsigned queued_ = 0;
};

/// Writes of one QPU; a setup serves any number of them.
class VpmWriter {
 public:
  void setup(std::uint32_t word) { block_ = VpmBlock::decode(word); }
  const VpmBlock& block() const { return block_; }
  void write(VpmMemory& vpm, const LaneVector& value) {
    block_.write(vpm, value);
    block_.advance();
  }

 private:
  VpmBlock block_ = VpmBlock::decode(0);
};

}  // namespace quadcl::qpu::emulator
