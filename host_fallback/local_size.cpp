// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/local_size.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/device_limits.h"
#include "core/kernel_abi.h"

namespace quadcl {
namespace {

/// With this many work-items, starting a group takes little time compared with running it.
constexpr std::size_t kWantedItems = 1024;
/// A divisor below this fraction of the wanted size (1 / 8) is worse than a smaller last group.
constexpr std::size_t kWorstShare = 8;
/// The longest row of a group that runs several rows together. Groups of the wanted size are then square and
/// load least.
constexpr std::size_t kLongestBlockRow = 32;
/// The length of rows that are joined from shorter ones: memory is accessed in the longest stretches.
constexpr std::size_t kJoinedRow = kMaxWorkGroupSize;
/// More groups than this, along one dimension, are many.
constexpr std::size_t kMostGroupsCounted = 1u << 20;
/// Groups per worker: many, so that no worker waits long at the end for one that runs on a slower core; but
/// groups are not made smaller than this for it.
constexpr std::size_t kGroupsPerWorker = 16, kFewestItems = 64;
/// As many groups per worker have to be, whatever their size.
constexpr std::size_t kFewestGroupsPerWorker = 4;

constexpr bool is_prime(std::size_t number) {
  for (std::size_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return false;
  return true;
}

consteval std::size_t count_primes() {
  std::size_t count = 0;
  for (std::size_t number = 2; number <= kWantedItems; ++number) count += is_prime(number);
  return count;
}

constexpr auto kPrimes = [] {
  std::array<std::uint16_t, count_primes()> primes{};
  auto next = primes.begin();
  for (std::size_t number = 2; number <= kWantedItems; ++number)
    if (is_prime(number)) *next++ = static_cast<std::uint16_t>(number);
  return primes;
}();

/// Multiplies prime factors. If the value is prime, trying all numbers would take longer than a small launch.
std::size_t largest_divisor(std::size_t value, std::size_t most) {
  if (value % most == 0) return most;
  std::vector<std::size_t> divisors{1};
  for (const std::size_t prime : kPrimes) {
    if (prime > most || prime > value) break;
    for (std::size_t first = 0; value % prime == 0; value /= prime) {
      const std::size_t end = divisors.size();
      for (; first < end; ++first)
        if (divisors[first] * prime <= most) divisors.push_back(divisors[first] * prime);
    }
  }
  return *std::max_element(divisors.begin(), divisors.end());
}

std::size_t size_along(std::size_t global, std::size_t wanted, bool equal_groups) {
  if (global <= wanted) return global;
  const std::size_t divisor = largest_divisor(global, wanted);
  return equal_groups || divisor * kWorstShare >= wanted ? divisor : wanted;
}

}  // namespace

std::array<std::size_t, 3> choose_local_size(const NDRange& range, std::size_t workers, bool equal_groups,
                                             const Rows& rows) {
  const std::size_t items = product(range.global).value_or(std::numeric_limits<std::size_t>::max());
  const std::size_t most =
      std::clamp<std::size_t>(items / (workers * kFewestGroupsPerWorker), 1, kWantedItems);
  std::size_t wanted = std::clamp(items / (workers * kGroupsPerWorker), std::min(kFewestItems, most), most);
  std::array<std::size_t, 3> local{1, 1, 1};
  const auto dimensions =
      dimensions_from(range.global[rows.dimension] < QUADCL_WIDE_ROW ? 0 : rows.dimension);
  const bool has_blocks = rows.has_blocks && range.global[dimensions[1]] >= QUADCL_BLOCK_ROWS;
  std::size_t longest =
      has_blocks ? std::clamp<std::size_t>(wanted / QUADCL_BLOCK_ROWS, QUADCL_WIDE_ROW, kLongestBlockRow)
                 : kWantedItems;
  for (const unsigned d : dimensions) {
    local[d] = size_along(range.global[d], std::min(wanted, longest), equal_groups);
    wanted = std::max<std::size_t>(wanted / local[d], 1);
    longest = kWantedItems;
  }
  return local;
}

bool fits_one_group(const NDRange& range) {
  const auto items = product(range.global);
  return items && *items != 0 && *items <= kFewestItems;
}

std::array<std::size_t, 3> join_groups(const NDRange& range, std::size_t workers, const Rows& rows) {
  std::array<std::size_t, 3> local = range.local;
  std::size_t& row = local[rows.dimension];
  const std::size_t global = range.global[rows.dimension];
  std::size_t groups = 1, others = 1;
  for (unsigned d = 0; d < 3; ++d) {
    groups *= std::min(group_count(range.global[d], local[d]), kMostGroupsCounted);
    if (d != rows.dimension) others *= local[d];
  }
  const std::size_t longest = rows.has_blocks ? kMaxWorkGroupSize / others : kJoinedRow;
  const std::size_t wanted = std::min({longest, global, row * (groups / (workers * kFewestGroupsPerWorker))});
  if (wanted <= row) return local;
  row = std::min(global, wanted / row * row);
  const std::size_t most = kMaxWorkGroupSize / row;
  for (unsigned d = 0; d < 3 && others > most; ++d) {
    if (d == rows.dimension) continue;
    others /= local[d];
    local[d] = std::max<std::size_t>(most / others, 1);
    others *= local[d];
  }
  return local;
}

}  // namespace quadcl
