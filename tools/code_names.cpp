// SPDX-License-Identifier: Apache-2.0
#include "tools/code_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace quadcl::tools {

namespace {

constexpr std::string_view kGap = "  ", kCaller = " from ";

/// The text up to `gap`, which is taken away with it; all of it without one.
std::string_view take_until(std::string_view& text, std::string_view gap) {
  const auto end = std::min(text.find(gap), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + gap.size(), text.size()));
  return part;
}

std::optional<std::uint64_t> read_number(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return {};
  return value;
}

/// "macros.qinc:3 from kernel.qasm:12". A place without a number keeps its text as the file.
std::vector<SourcePlace> read_places(std::string_view text) {
  std::vector<SourcePlace> places;
  while (!text.empty()) {
    const std::string_view place = take_until(text, kCaller);
    const auto colon = std::min(place.rfind(':'), place.size());
    const auto line = read_number(place.substr(std::min(colon + 1, place.size())), 10);
    places.push_back(
        {std::string(line ? place.substr(0, colon) : place), static_cast<unsigned>(line.value_or(0))});
  }
  return places;
}

}  // namespace

std::string to_string(const SourcePlace& place) {
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

Result<CodeNames> CodeNames::read(std::string_view listing) {
  CodeNames names;
  std::vector<std::string> waiting;  // labels before the next line with an address
  std::string label;
  std::uint32_t label_offset = 0;
  for (std::size_t number = 1; !listing.empty(); ++number) {
    std::string_view line = take_until(listing, "\n");
    if (line.empty()) continue;
    if (line[0] == ':') {
      line.remove_prefix(std::min(line.find_first_not_of(':'), line.size()));
      waiting.emplace_back(line);
      continue;
    }
    const auto address = read_number(take_until(line, kGap), 16);
    const std::string_view content = take_until(line, kGap);
    if (!address || line.empty()) {
      return Error{ErrorCode::invalid_argument_value,
                   "line " + std::to_string(number) + ": not a line of a listing by qpu-as --list"};
    }
    const auto offset = static_cast<std::uint32_t>(*address);
    for (std::string& name : waiting)
      names.labels_.emplace(name, label_offset = offset), label = std::move(name);
    waiting.clear();
    const bool is_word = content.size() == 18 && content.starts_with("0x");
    if (!is_word) continue;
    std::vector<SourcePlace> places = read_places(take_until(line, kGap));
    names.lines_[offset] = {read_number(content.substr(2), 16).value_or(0), std::move(places),
                            std::string(line), label, offset - label_offset};
  }
  return names;
}

const CodeNames::Line* CodeNames::line_of(const JobFile& job, BusAddress address, std::uint64_t word) const {
  const auto offset = job.image_offset(address);
  const auto found = offset ? lines_.find(*offset) : lines_.end();
  return found == lines_.end() || found->second.word != word ? nullptr : &found->second;
}

std::string CodeNames::of(const JobFile& job, BusAddress address, std::uint64_t word) const {
  const Line* const line = line_of(job, address, word);
  if (line == nullptr) return {};
  std::string text;
  if (!line->label.empty()) text = ":" + line->label;
  if (!line->label.empty() && line->distance > 0) text += " + " + std::to_string(line->distance);
  std::string_view between = text.empty() ? "" : ", ";
  for (const SourcePlace& place : line->places) {
    text.append(between).append(to_string(place));
    between = kCaller;
  }
  return text;
}

}  // namespace quadcl::tools
