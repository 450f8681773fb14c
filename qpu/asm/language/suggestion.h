// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quadcl::qpu::assembly {

/// Finds the known name that a misspelt one most probably means.
class Suggestion {
 public:
  explicit Suggestion(std::string_view word);

  void consider(std::string_view candidate);
  /// "; did you mean NAME?", or nothing if no candidate is close.
  std::string text(std::string_view prefix = "") const;

 private:
  std::string word_;
  std::string best_;
  std::size_t distance_;  ///< of the best one; at first the least that is too far
};

}  // namespace quadcl::qpu::assembly
