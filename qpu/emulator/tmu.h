// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "qpu/emulator/lane_vector.h"
#include "qpu/emulator/texture.h"

namespace quadcl::qpu::emulator {

/// Requests of one QPU to one TMU, answered in order. 8 can be outstanding. A ninth write waits; its effect
/// on the chip is not documented (docs/videocore4.md, Open questions 2).
class TmuFifo {
 public:
  static constexpr unsigned kDepth = 8;

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == kDepth; }
  unsigned size() const { return count_; }
  unsigned space() const { return kDepth - count_; }

  /// The place for the next result. The caller makes sure that there is room.
  LaneVector& push() { return results_[(first_ + count_++) % kDepth]; }
  const LaneVector& pop() {
    const LaneVector& result = results_[first_];
    first_ = (first_ + 1) % kDepth;
    --count_;
    return result;
  }
  void clear() { first_ = count_ = 0; }

 private:
  std::array<LaneVector, kDepth> results_{};
  unsigned first_ = 0;
  unsigned count_ = 0;
};

/// The writes to one TMU's t, r and b since the last lookup. Without any, a write to s is a memory lookup;
/// otherwise it completes a texture lookup.
struct TextureRequest {
  LaneVector t{}, r{};
  TextureConfig config{};  ///< a word of the uniform stream for each write
  unsigned writes = 0;
  bool has_r = false, has_b = false;

  /// Number of results of the next write to s.
  unsigned results() const { return writes == 0 ? 1 : texture_result_words(config); }
};

}  // namespace quadcl::qpu::emulator
