// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "compiler/recognise/analysis.h"
#include "compiler/recognise/sums.h"

namespace quadcl::compiler::recognise {

/// A factor that is the same for all elements: a constant or an argument.
struct Scalar {
  BindingKind kind = BindingKind::float_constant;
  std::uint32_t value = std::bit_cast<std::uint32_t>(1.0f);

  bool operator==(const Scalar&) const = default;

  Scalar operator-() const;
};

/// value = alpha * sum + beta * what the output held; alpha may multiply one of the factors instead.
struct StoredValue {
  Scalar alpha;
  Scalar beta{BindingKind::float_constant, 0};
  ProductSum sum;
  bool starts_from_c = false;  ///< the sum starts from beta * what the output held
};

/// Reads a stored value as such a sum. Rejects everything else.
StoredValue read_stored_value(Analysis& analysis, const Output& output);

}  // namespace quadcl::compiler::recognise
