// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtin_kernels.h"

namespace quadcl {

/// The block of C that the launch asks for, by BLAS. Every element of it is in its buffer.
void run_sgemm_on_cpu(const SgemmLaunch& launch);

/// Tile by tile, on all cores.
void run_transpose_on_cpu(const TransposeLaunch& launch);

}  // namespace quadcl
