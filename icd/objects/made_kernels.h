// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "core/kernel_image.h"
#include "core/launch/launch_facts.h"

namespace quadcl::icd {

/// What a kernel is made for: launches of which that is known.
struct Purpose {
  std::vector<LaunchFact> facts;
  bool for_qpus = false;  ///< and not only for the CPU

  bool is_size() const;  ///< of work-groups
  auto operator<=>(const Purpose&) const = default;
};

/// Counts the launches of one kernel by what is known of them, and keeps what was made for them.
class MadeKernels {
 public:
  /// Launches of so many work-items take about as long as a kernel to compile.
  static constexpr std::size_t kWorthIt = std::size_t{1} << 16;
  /// Sizes for which a kernel is made.
  static constexpr std::size_t kMostSizes = 16;

  struct Made {
    std::size_t work_items = 0;  ///< of launches so far
    bool was_tried = false;
    std::shared_ptr<const KernelImage> kernel;  ///< null until it is made, or if that fails
  };
  struct Answer {
    std::shared_ptr<const KernelImage> kernel;
    Made* to_make = nullptr;  ///< stays valid: the caller has to set its kernel
  };

  /// Counts a launch, whose kernel is made `at_once` or when it is worth it.
  Answer count(const Purpose& purpose, std::size_t work_items, bool at_once);
  /// Whether one of those that were made runs on QPUs.
  bool has_code_for_qpus() const;

 private:
  Made& add(const Purpose& purpose);

  std::map<Purpose, Made> made_;
  std::size_t sizes_tried_ = 0;
};

}  // namespace quadcl::icd
