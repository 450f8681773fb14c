// SPDX-License-Identifier: Apache-2.0
#include "core/launch/group_facts.h"

#include "core/qpu_code.h"

namespace quadcl {
namespace {

/// Whether rows of lanes are full, groups too, and few rows make a group.
bool has_whole_rows(const NDRange& range) {
  constexpr std::size_t kLanes = 16, kMostItems = 256;
  const auto items = product(range.local);
  if (!items || *items == 0 || *items > kMostItems || range.local[0] % kLanes != 0) return false;
  for (std::size_t d = 0; d < range.local.size(); ++d)
    if (range.global[d] % range.local[d] != 0) return false;
  return true;
}

LaunchFact fact_of_size(std::size_t size) {
  return size < kIsSize ? kIsSize | static_cast<LaunchFact>(size) : 0;
}

}  // namespace

std::vector<LaunchFact> group_facts(const KernelImage& kernel, std::span<const ArgumentValue> arguments,
                                    const NDRange& range) {
  std::vector<LaunchFact> facts;
  const bool has_own_size = kernel.required_local[0] != 0;  // for which it has been compiled
  const bool is_replaced = kernel.recognition != nullptr;   // mostly, by a built-in kernel
  if (kernel.qpu_code == nullptr || !kernel.qpu_code->runs_groups || has_own_size || is_replaced ||
      range.empty() || !has_whole_rows(range))
    return facts;
  for (const ArgumentValue& value : arguments) {
    const auto* local = std::get_if<LocalArgument>(&value);
    facts.push_back(local != nullptr ? fact_of_size(local->size) : 0);
  }
  for (const std::size_t size : range.local) facts.push_back(fact_of_size(size));
  return facts;
}

}  // namespace quadcl
