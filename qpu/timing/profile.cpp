// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/profile.h"

#include <algorithm>
#include <cstdio>

namespace quadcl::qpu::timing {

namespace {

constexpr std::uint64_t kIssueClocks = kSlot / kClock;

std::uint64_t clocks(Ticks time) { return static_cast<std::uint64_t>(time / kClock); }

}  // namespace

std::uint64_t clocks_of(const Profile::Entry& entry) {
  return entry.executions * kIssueClocks + clocks(entry.stalls.total());
}

std::string causes_of(const StallTimes& stalls) {
  std::string text;
  for (std::size_t cause = 0; cause < kStalls; ++cause) {
    if (stalls.by_cause[cause] == 0) continue;
    text += text.empty() ? "" : ", ";
    text += std::string(kStallNames[cause]) + " " + std::to_string(clocks(stalls.by_cause[cause]));
  }
  return text;
}

Profile::Entry& Profile::at(std::uint32_t address) {
  const std::uint32_t number = address / 8 / kPageInstructions;
  if (recent_ >= pages_.size() || pages_[recent_].number != number) {
    auto place = std::lower_bound(pages_.begin(), pages_.end(), number,
                                  [](const Page& page, std::uint32_t n) { return page.number < n; });
    if (place == pages_.end() || place->number != number) {
      place = pages_.insert(place, {number, std::vector<Entry>(kPageInstructions)});
    }
    recent_ = static_cast<std::size_t>(place - pages_.begin());
  }
  return pages_[recent_].entries[address / 8 % kPageInstructions];
}

const Profile::Entry* Profile::find(std::uint32_t address) const {
  for (const Page& page : pages_) {
    if (page.number == address / 8 / kPageInstructions) return &page.entries[address / 8 % kPageInstructions];
  }
  return nullptr;
}

void Profile::write(std::ostream& out, const Disassemble& disassemble) const {
  std::uint64_t total = 0;
  for (const Page& page : pages_) {
    for (const Entry& entry : page.entries) total += clocks_of(entry);
  }
  out << "modelled clocks of all QPUs: " << total << " (4 an instruction, the rest stalls)\n";
  out << "address     executed      clocks  share  instruction; clocks stalled before it\n";
  for (const Page& page : pages_) {
    for (std::uint32_t i = 0; i < kPageInstructions; ++i) {
      const Entry& entry = page.entries[i];
      const std::uint64_t spent = clocks_of(entry);
      if (spent == 0) continue;
      const std::uint32_t address = 8 * (page.number * kPageInstructions + i);
      char text[80];
      std::snprintf(text, sizeof text, "%08x  %10llu  %10llu %5.1f%%  ", address,
                    static_cast<unsigned long long>(entry.executions), static_cast<unsigned long long>(spent),
                    100.0 * static_cast<double>(spent) / static_cast<double>(total));
      out << text << disassemble(entry.word, address);
      if (const std::string why = causes_of(entry.stalls); !why.empty()) out << "   # " << why;
      out << '\n';
    }
  }
}

}  // namespace quadcl::qpu::timing
