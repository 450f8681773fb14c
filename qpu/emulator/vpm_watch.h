// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/vpm_access.h"

// Shadows of the VPM: a set bit records an event for that bit of the VPM, such as a write.
namespace quadcl::qpu::emulator {

/// The bits of the VPM that a transfer moves.
VpmMemory bits_of(const DmaTransfer& transfer);
/// One bit for each row that may have a word of the vector.
std::uint64_t rows_of(const VpmBlock& block);

/// The bits that transfers move, kept for those that follow: programs repeat theirs at other addresses.
class TransferBits {
 public:
  TransferBits() = default;
  /// Copies know nothing yet.
  TransferBits(const TransferBits&) {}
  TransferBits& operator=(const TransferBits&) { return *this; }

  struct Bits {
    VpmMemory bits;
    std::uint64_t rows = 0;  ///< one bit for each row that has some
  };
  /// Valid until the next call.
  const Bits& of(const DmaTransfer& transfer);

 private:
  using Place = std::array<unsigned, 9>;
  static constexpr std::size_t kMost = 256;
  std::map<Place, Bits> known_;
};

/// Whether the shadow contains a bit of the vector, and whether it contains all its bits.
bool overlaps(const VpmBlock& block, const VpmMemory& shadow);
bool covered(const VpmBlock& block, const VpmMemory& shadow);
bool overlaps(const VpmMemory& bits, const VpmMemory& shadow);
bool covered(const VpmMemory& bits, const VpmMemory& shadow);

void add(const VpmBlock& block, VpmMemory& shadow);
void add(const VpmMemory& bits, VpmMemory& shadow);

}  // namespace quadcl::qpu::emulator
