// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/lane_vector.h"
#include "qpu/emulator/texture.h"

namespace quadcl::qpu::emulator {

/// Requests of one QPU to one TMU, answered in order. 8 can be outstanding. A ninth write waits; its effect
/// on the chip is not documented (docs/videocore4.md, Open questions 2).
struct TmuFifo {
  static constexpr unsigned kDepth = 8;
  /// Twice the depth: after 8 requests, the results taken meanwhile are still there, for an engine that
  /// begins again.
  static constexpr unsigned kPlaces = 2 * kDepth;

  bool empty() const { return begin == end; }
  unsigned size() const { return end - begin; }
  unsigned space() const { return kDepth - size(); }

  /// The place for the next result. The caller makes sure that there is room.
  LaneVector& push() { return results[end++ % kPlaces]; }
  const LaneVector& pop() { return results[begin++ % kPlaces]; }

  // Translated code uses these, too.
  LaneVector results[kPlaces] = {};
  std::uint32_t begin = 0, end = 0;  ///< numbers of requests: the oldest one, and the next
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
