// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

/// Which lines a cache holds, and since when: a line that is on its way is a hit that must be waited for. The
/// least recently used line of a set is replaced.
class Cache {
 public:
  enum class Index { low_bits, hashed };  ///< what chooses the set of a line

  struct Line {
    std::uint32_t number = 0;  ///< address / kLineBytes
    bool valid = false;
    Ticks ready = 0;
    std::uint64_t used = 0;
  };

  Cache(std::uint32_t bytes, std::uint32_t ways, Index index = Index::low_bits);

  /// The line, now the most recently used of its set; null if it is not there.
  Line* find(std::uint32_t number);
  /// Replaces a line of the set.
  Line& install(std::uint32_t number, Ticks ready);

 private:
  Line* set_of(std::uint32_t number);

  std::uint32_t ways_, sets_;
  Index index_;
  std::uint64_t clock_ = 0;
  std::vector<Line> lines_;
};

}  // namespace quadcl::qpu::timing
