// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/match/kernel_stores.h"
#include "compiler/recognise/match/sums.h"

namespace quadcl::compiler::recognise {

/// value = alpha * sum + beta * what the output held; alpha may multiply one of the factors instead.
struct StoredValue {
  Node alpha, beta;  ///< made of constants and arguments
  ProductSum sum;
  bool starts_from_c = false;  ///< the sum starts from beta * what the output held
};

/// Reads a stored value as such a sum. Rejects everything else.
StoredValue read_stored_value(KernelStores& stores, const Output& output);

}  // namespace quadcl::compiler::recognise
