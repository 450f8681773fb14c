// SPDX-License-Identifier: Apache-2.0
#include "tools/code_names.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace quadcl::tools {

namespace {

constexpr std::string_view kGap = "  ";

/// The text up to `gap`, which is taken away with it; all of it without one.
std::string_view take_until(std::string_view& text, std::string_view gap) {
  const auto end = std::min(text.find(gap), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + gap.size(), text.size()));
  return part;
}

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return {};
  return value;
}

}  // namespace

Result<CodeNames> CodeNames::read(std::string_view listing) {
  CodeNames names;
  std::string label;
  std::optional<std::uint64_t> label_address;
  for (std::size_t number = 1; !listing.empty(); ++number) {
    std::string_view line = take_until(listing, "\n");
    if (line.empty()) continue;
    if (line[0] == ':') {
      line.remove_prefix(std::min(line.find_first_not_of(':'), line.size()));
      label = line;
      label_address.reset();
      continue;
    }
    const auto address = hexadecimal(take_until(line, kGap));
    const std::string_view content = take_until(line, kGap);
    if (!address || line.empty()) {
      return Error{ErrorCode::invalid_argument_value,
                   "line " + std::to_string(number) + ": not a line of a listing by qpu-as --list"};
    }
    if (!label_address) label_address = address;
    const bool is_word = content.size() == 18 && content.starts_with("0x");
    if (!is_word) continue;
    names.lines_[static_cast<std::uint32_t>(*address)] = {
        hexadecimal(content.substr(2)).value_or(0), std::string(line), label,
        static_cast<std::uint32_t>(*address - *label_address)};
  }
  return names;
}

std::string CodeNames::of(const JobFile& job, BusAddress address, std::uint64_t word) const {
  const auto offset = job.image_offset(address);
  const auto found = offset ? lines_.find(*offset) : lines_.end();
  if (found == lines_.end() || found->second.word != word) return {};
  const Line& line = found->second;
  std::string text;
  if (!line.label.empty()) text = ":" + line.label;
  if (!line.label.empty() && line.distance > 0) text += " + " + std::to_string(line.distance);
  return text + (text.empty() ? "" : ", ") + line.source;
}

}  // namespace quadcl::tools
