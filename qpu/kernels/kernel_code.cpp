// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/kernel_code.h"

#include "builtin_code.inc"

namespace quadcl::qpu {

const KernelCode& kernel_code() {
  static const KernelCode code{std::as_bytes(std::span(builtin_code)), builtin_code_label_sgemm,
                               builtin_code_label_transpose_load, builtin_code_label_transpose_store,
                               builtin_code_label_transpose_alone};
  return code;
}

}  // namespace quadcl::qpu
