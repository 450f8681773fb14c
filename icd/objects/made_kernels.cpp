// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/made_kernels.h"

#include <algorithm>

namespace quadcl::icd {

bool Purpose::is_size() const { return std::ranges::any_of(facts, quadcl::is_size); }

MadeKernels::Answer MadeKernels::count(const Purpose& purpose, std::size_t work_items, bool at_once) {
  const auto found = made_.find(purpose);
  if (found != made_.end() && found->second.was_tried) return {found->second.kernel};
  const bool is_size = purpose.is_size();
  if (is_size && sizes_tried_ == kMostSizes) return {};
  Made& made = found != made_.end() ? found->second : add(purpose);
  if (__builtin_add_overflow(made.work_items, work_items, &made.work_items)) made.work_items = kWorthIt;
  if (!at_once && made.work_items < kWorthIt) return {};
  made.was_tried = true;
  sizes_tried_ += is_size ? 1 : 0;
  return {nullptr, &made};
}

/// If very many are counted, those for which nothing was made are forgotten.
MadeKernels::Made& MadeKernels::add(const Purpose& purpose) {
  constexpr std::size_t kMostCounted = 1024;
  if (made_.size() >= kMostCounted)
    std::erase_if(made_, [](const auto& entry) { return !entry.second.was_tried; });
  return made_[purpose];
}

bool MadeKernels::has_code_for_qpus() const {
  return std::ranges::any_of(made_, [](const auto& entry) {
    return entry.second.kernel != nullptr && entry.second.kernel->qpu_code != nullptr;
  });
}

}  // namespace quadcl::icd
