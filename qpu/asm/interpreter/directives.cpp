// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/directives.h"

namespace quadcl::qpu::assembly {

const DirectiveTable& directives() {
  static const DirectiveTable all{constant_directives(), block_directives(), data_directives()};
  return all;
}

}  // namespace quadcl::qpu::assembly
