// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "qpu/timing/parameters.h"

namespace quadcl::tools::simulated {

/// A folder with the files that a board has and a PC has not, or has of its own. It is removed at the end.
class BoardFiles {
 public:
  /// `gpu_megabytes` of its memory are the firmware's. `has_stale_caches`: without a clear of the caches, a
  /// job sees memory as the last one left it. Throws std::system_error.
  BoardFiles(const qpu::timing::Parameters& parameters, std::uint32_t gpu_megabytes, bool has_stale_caches);
  ~BoardFiles();
  BoardFiles(const BoardFiles&) = delete;

  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

/// What a board has for programs and the firmware, in megabytes.
std::uint32_t memory_megabytes(qpu::timing::Board board);

}  // namespace quadcl::tools::simulated
