// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/suggestion.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace quadcl::qpu::assembly {

namespace {

constexpr std::size_t kLongest = 40;  ///< of words that are worth a guess

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Characters to insert, remove or replace (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

Suggestion::Suggestion(std::string_view word)
    : word_(lower_case(word)),
      distance_(word.size() < 3 ? 1 : 1 + std::min<std::size_t>((word.size() + 1) / 3, 2)) {}

void Suggestion::consider(std::string_view candidate) {
  if (word_.size() > kLongest || candidate.size() > kLongest) return;
  const std::size_t distance = edit_distance(word_, lower_case(candidate));
  if (distance >= distance_) return;
  distance_ = distance;
  best_ = candidate;
}

std::string Suggestion::text(std::string_view prefix) const {
  if (best_.empty()) return {};
  return std::string("; did you mean ").append(prefix).append(best_).append("?");
}

}  // namespace quadcl::qpu::assembly
