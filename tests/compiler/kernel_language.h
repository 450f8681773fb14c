// SPDX-License-Identifier: Apache-2.0
// The little language of the random kernels: statements that are text in OpenCL C and run for the work-items
// of a group, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quadcl::test {

inline constexpr unsigned kVariables = 5;
inline constexpr unsigned kArray = 4;
inline constexpr unsigned kMostPlaces = 8;
inline constexpr unsigned kCounts = 32;
inline constexpr std::uint32_t kMostItems = 600;
inline constexpr std::uint32_t kRows = 8;
inline constexpr std::uint32_t kOnlyRow = 3;  ///< the row of all work-items of a launch in one dimension

/// One work-item of the interpreted group.
struct Item {
  std::uint32_t id, global;
  std::uint32_t x, row;  ///< its place in its row, and the row
  std::uint32_t v[kVariables];
  std::uint32_t a[kArray];
  std::uint32_t w[4];  ///< a vector
  std::uint8_t m8;     ///< narrow numbers
  std::int16_t m16;
  std::uint32_t t[kMostPlaces];         ///< its places in memory, between those of its neighbours
  std::optional<std::uint32_t> result;  ///< of one that has returned early
};

/// The kernel's input: rows of one value for each work-item.
inline std::uint32_t table(std::uint32_t place) { return place * 2654435761u >> 7; }

struct Group {
  std::vector<Item> items;
  std::uint32_t parameter;
  std::vector<std::uint32_t> shared;   ///< in local memory, one for each work-item
  std::vector<std::uint8_t> bytes;     ///< the same
  std::uint32_t counts[kCounts] = {};  ///< in local memory, for all
};

/// The active work-items, unless they have returned.
using Mask = std::vector<bool>;

struct Statement {
  std::string text;
  std::function<void(Group&, const Mask&)> run;
};

}  // namespace quadcl::test
