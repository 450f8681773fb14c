// SPDX-License-Identifier: Apache-2.0
// Random changes of a kernel's source.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "mutants/tokens.h"

namespace recognise_test {

/// Random numbers that are the same everywhere for the same seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool percent(unsigned chance) { return below(100) < chance; }
  template <typename List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 random_;
};

/// Changes the source in one place. Returns what kind of change it was.
std::string mutate(Source& source, Dice& dice);

/// The names of all kinds.
std::vector<std::string> mutation_names();

}  // namespace recognise_test
