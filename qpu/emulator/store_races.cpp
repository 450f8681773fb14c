// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/store_races.h"

#include <algorithm>
#include <utility>

namespace quadcl::qpu::emulator {

namespace {

bool overlap(const BusRange& a, const BusRange& b) { return a.begin < b.end && b.begin < a.end; }

/// What is left of the bytes without the hole.
std::vector<BusRange> without(const std::vector<BusRange>& bytes, const BusRange& hole) {
  std::vector<BusRange> left;
  for (const BusRange& range : bytes) {
    if (!overlap(range, hole)) {
      left.push_back(range);
      continue;
    }
    if (range.begin < hole.begin) left.push_back({range.begin, hole.begin});
    if (range.end > hole.end) left.push_back({hole.end, range.end});
  }
  return left;
}

bool any_overlap(const std::vector<BusRange>& a, const std::vector<BusRange>& b) {
  return std::any_of(a.begin(), a.end(), [&](const BusRange& range) {
    return std::any_of(b.begin(), b.end(), [&](const BusRange& other) { return overlap(range, other); });
  });
}

}  // namespace

void StoreRaces::add(const Finding& finding, const std::vector<BusRange>& bytes) {
  races_.push_back({finding, bytes});
}

std::vector<Finding> StoreRaces::overwritten(const DmaTransfer& store) {
  if (races_.empty()) return {};
  const std::vector<BusRange> stored = memory_of(store);
  std::vector<Finding> result;
  for (Race& race : races_) {
    for (const BusRange& range : stored) race.bytes = without(race.bytes, range);
    if (race.bytes.empty()) result.push_back(race.finding);
  }
  std::erase_if(races_, [](const Race& race) { return race.bytes.empty(); });
  return result;
}

std::vector<Finding> StoreRaces::read(const DmaTransfer& load) {
  return races_.empty() ? std::vector<Finding>() : read(memory_of(load));
}

std::vector<Finding> StoreRaces::read(const LaneVector& addresses) {
  if (races_.empty()) return {};
  std::vector<BusRange> words;
  for (const std::uint32_t address : addresses.lane) words.push_back({address & ~3u, (address & ~3u) + 4ull});
  return read(words);
}

std::vector<Finding> StoreRaces::read(const std::vector<BusRange>& bytes) {
  std::vector<Finding> result;
  std::erase_if(races_, [&](const Race& race) {
    const bool is_read = any_overlap(race.bytes, bytes);
    if (is_read) result.push_back(race.finding);
    return is_read;
  });
  return result;
}

std::vector<Finding> StoreRaces::job_ended() {
  std::vector<Finding> result;
  for (const Race& race : races_) result.push_back(race.finding);
  races_.clear();
  return result;
}

}  // namespace quadcl::qpu::emulator
