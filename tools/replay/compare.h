// SPDX-License-Identifier: Apache-2.0
//
// Whether two devices left the same in a buffer.
#pragma once

#include <string>

#include "tools/replay/capture.h"

namespace replay {

struct Difference {
  /// The largest difference of two numbers, as a part of the largest number that the kernel wrote.
  double largest = 0;
  std::size_t elements = 0;  ///< that differ by more than the tolerance
  std::string first;         ///< of these, in words
};

/// `type` is the element's type as the kernel declares it, such as "float4". Numbers of floating point may
/// differ by `tolerance`, others must be equal. Elements of unknown types count as floats or doubles,
/// whichever fits better. All three have the same size; bytes after the last whole element do not count.
Difference compare(const Bytes& before, const Bytes& one, const Bytes& other, const std::string& type,
                   double tolerance);

}  // namespace replay
