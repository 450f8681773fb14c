// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/findings.h"
#include "qpu/emulator/lane_vector.h"

namespace quadcl::qpu::emulator {

/// Holds back findings about VPM words that change while a DMA store may read them: either value may have
/// come to memory. QMKL stores more rows than are ready, and then stores the right ones over them. So it does
/// no harm if later stores overwrite those bytes before anything reads them.
class StoreRaces {
 public:
  /// `bytes` is where the store writes the words.
  void add(const Finding& finding, const std::vector<BusRange>& bytes);
  /// A later store begins. Returns the findings of which no byte is left.
  std::vector<Finding> overwritten(const DmaTransfer& store);
  /// Return the findings of which bytes are read.
  std::vector<Finding> read(const DmaTransfer& load);
  std::vector<Finding> read(const LaneVector& addresses);
  /// Returns all that are left.
  std::vector<Finding> job_ended();

 private:
  struct Race {
    Finding finding;
    std::vector<BusRange> bytes;  ///< of which none was overwritten or read
  };
  std::vector<Finding> read(const std::vector<BusRange>& bytes);

  std::vector<Race> races_;
};

}  // namespace quadcl::qpu::emulator
