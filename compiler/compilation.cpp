// SPDX-License-Identifier: Apache-2.0
#include "compiler/compilation.h"

namespace quadcl::compiler {

TargetFacts facts_of(const HostTarget& target) {
  return {.fuses = target.fuses(),
          .fuses_numbers_only = target.fuses_numbers_only(),
          .estimates_roots = target.estimates_roots(),
          .converts_halves = target.converts_halves(),
          .tuned_for = target.tuned_for,
          .model = target_model(target.tuned_for)};
}

}  // namespace quadcl::compiler
