// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quadcl::qpu::assembly {

/// Finds the known name that is closest to a misspelt one.
class Suggestion {
 public:
  explicit Suggestion(std::string_view word);

  void consider(std::string_view candidate);
  /// "; did you mean NAME?", or empty if no candidate is close.
  std::string text(std::string_view prefix = "") const;

 private:
  std::string word_;
  std::string best_;
  std::size_t distance_;  ///< of the best one; at first the smallest distance that is too far
};

}  // namespace quadcl::qpu::assembly
