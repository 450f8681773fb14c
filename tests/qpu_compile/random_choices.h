// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <type_traits>

namespace qpu_compile_test {

/// What generators of random programs choose by.
class RandomChoices {
 protected:
  explicit RandomChoices(unsigned seed) : random_(seed) {}

  bool chance(unsigned percent) { return random_() % 100 < percent; }

  /// An element of a list; texts as std::string, which can be joined.
  template <typename List>
  auto any(const List& list) {
    using Element = typename List::value_type;
    using Result = std::conditional_t<std::is_convertible_v<Element, std::string>, std::string, Element>;
    return Result(list[random_() % list.size()]);
  }

  /// From one to `most` texts that `make` makes, one behind the other.
  template <typename Make>
  std::string some(unsigned most, Make make) {
    std::string text;
    for (unsigned left = 1 + random_() % most; left > 0; --left) text += make();
    return text;
  }

  std::mt19937 random_;
};

}  // namespace qpu_compile_test
