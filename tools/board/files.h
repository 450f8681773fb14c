// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "qpu/timing/parameters.h"

namespace quadcl::tools::simulated {

struct BoardChoice {
  qpu::timing::Parameters parameters{qpu::timing::Board::zero};
  std::uint32_t gpu_megabytes = 256;  ///< the firmware's
  bool has_stale_caches =
      false;              ///< without a clear of the caches, a job sees memory as the last one left it
  bool has_vcsm = false;  ///< the memory driver of older kernels
};

/// A folder with the files that a board has and a PC has not, or has of its own. It is removed at the end.
class BoardFiles {
 public:
  /// Throws std::system_error.
  explicit BoardFiles(const BoardChoice& choice);
  ~BoardFiles();
  BoardFiles(const BoardFiles&) = delete;

  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace quadcl::tools::simulated
