// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/tiles/tile_digits.h"

namespace quadcl::compiler::qpu {

/// An array with one index or several. Stores with other indices in one of them go to other elements, so that
/// it can be told which of several stores wrote an element.
class TileDimensions {
 public:
  /// Dimensions as those of the array's type, or as a store to it has digits if these are more.
  TileDimensions(const llvm::Value& array, const std::vector<TileDigits::Digit>& most_digits,
                 std::uint64_t bytes, const llvm::DataLayout& layout);

  struct Access {
    const PlaceInArray& place;
    std::uint64_t bytes;
    const SpanOf& span_of;
  };
  /// As TileDigits::writer_of does, with what must be zero if the store wrote the element.
  TileDigits::Answer writer_of(const TileDigits& index, const Access& store, const Access& load,
                               TileDigits::Writer& writer) const;

 private:
  std::optional<std::vector<LinearSum>> split(const Access& access) const;
  std::optional<std::int64_t> quotient(std::int64_t constant, Span lower, std::int64_t stride) const;

  std::vector<std::int64_t> strides_;  ///< in bytes, the largest first
  bool has_bounds_ = false;            ///< whether no index leaves its dimension
};

}  // namespace quadcl::compiler::qpu
