// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/findings.h"

// Transfers of which a chip would make something else than the program means.
namespace quadcl::qpu::emulator {

struct DmaProblem {
  Rule rule;
  std::string detail;
};

/// `setup` and `stride` are the registers from which the transfer was decoded.
std::vector<DmaProblem> load_problems(const DmaTransfer& load, std::uint32_t setup, std::uint32_t stride);
std::vector<DmaProblem> store_problems(const DmaTransfer& store, std::uint32_t stride);

}  // namespace quadcl::qpu::emulator
