// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/snapshots.h"

#include <algorithm>
#include <utility>

namespace quadcl::tools::debug {

namespace {

constexpr std::uint64_t kShareOfWay = 8;

}  // namespace

std::size_t Snapshot::bytes() const {
  constexpr std::size_t kOfSimulation = std::size_t{64} << 10;  // mostly the tags of caches
  constexpr std::size_t kOfQueues = std::size_t{16} << 10;      // and findings
  return sizeof(Snapshot) + machine.bytes() + kOfQueues + (checker ? sizeof *checker : 0) +
         (simulation ? sizeof *simulation + kOfSimulation : 0);
}

void Snapshots::add(std::unique_ptr<Snapshot> snapshot) {
  const std::uint64_t here = snapshot->position;
  const std::size_t bytes = snapshot->bytes();
  entries_.push_back({std::move(snapshot), bytes, {}});
  bytes_ += bytes;
  thin(here);
  while (bytes_ > limits_.bytes && entries_.size() > 2) thin_by_half();
  next_ = here + interval_;
}

void Snapshots::changing(const std::byte* from, std::size_t bytes) {
  if (entries_.empty() || bytes == 0) return;
  Entry& last = entries_.back();
  const auto begin = static_cast<std::size_t>(from - memory_.data());
  for (std::size_t page = begin / kPageBytes; page <= (begin + bytes - 1) / kPageBytes; ++page) {
    const auto [place, is_new] = last.pages.try_emplace(page);
    if (!is_new) continue;
    const auto content = memory_.subspan(page * kPageBytes);
    const auto kept = content.first(std::min(content.size(), kPageBytes));
    place->second.assign(kept.begin(), kept.end());
    bytes_ += kept.size();
  }
}

const Snapshot& Snapshots::go_back(std::size_t index) {
  for (std::size_t i = entries_.size(); i-- > index;) {
    for (const auto& [page, content] : entries_[i].pages) {
      std::copy(content.begin(), content.end(), memory_.subspan(page * kPageBytes).begin());
    }
  }
  while (entries_.size() > index + 1) {
    Entry& last = entries_.back();
    bytes_ -= last.bytes;
    for (const auto& [page, content] : last.pages) bytes_ -= content.size();
    entries_.pop_back();
  }
  next_ = entries_[index].snapshot->position + interval_;
  return *entries_[index].snapshot;
}

/// Drops what lies closer together than it must.
void Snapshots::thin(std::uint64_t here) {
  for (std::size_t i = entries_.size(); i-- > 2;) {
    const std::uint64_t later = entries_[i].snapshot->position;
    const std::uint64_t gap = later - entries_[i - 2].snapshot->position;
    if (gap <= (here - later) / kShareOfWay) drop(i - 1);
  }
}

void Snapshots::thin_by_half() {
  interval_ *= 2;
  for (std::size_t i = entries_.size(); i > 2; i -= 2) drop(i - 2);
}

/// The pages go to the one before, unless it has older ones.
void Snapshots::drop(std::size_t index) {
  Entry& entry = entries_[index];
  bytes_ -= entry.bytes;
  for (auto& [page, content] : entry.pages) {
    const std::size_t size = content.size();
    const bool taken = entries_[index - 1].pages.try_emplace(page, std::move(content)).second;
    if (!taken) bytes_ -= size;
  }
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace quadcl::tools::debug
