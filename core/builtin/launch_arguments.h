// SPDX-License-Identifier: Apache-2.0
// Shared code of the built-in kernels to take a launch apart.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "core/launch/launch.h"
#include "core/result.h"

namespace quadcl {

/// A half-open range of rows or columns of an output matrix.
struct IndexRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

/// Reads arguments in order. `check_shape` must have accepted the launch.
class ArgumentReader {
 public:
  explicit ArgumentReader(const LaunchRequest& request) : request_(request) {}

  template <typename T>
  T value() {
    T result{};
    const auto& bytes = std::get<ValueArgument>(request_.arguments[next_++]);
    std::memcpy(&result, bytes.data(), sizeof result);
    return result;
  }

  MemoryRange memory() { return std::get<MemoryRange>(request_.arguments[next_++]); }

 private:
  const LaunchRequest& request_;
  std::size_t next_ = 0;
};

/// Whether the launch has an argument of the right kind and size for each parameter.
/// Error: invalid_argument_value.
Result<void> check_shape(const LaunchRequest& request);

/// The part of [0, limit) that dimension `d` of the NDRange covers.
IndexRange covered(const NDRange& range, unsigned d, std::uint32_t limit);

/// A row-major matrix in a buffer, with its name for messages.
struct MatrixArgument {
  const char* name = "";
  const MemoryRange& memory;
  std::uint64_t leading = 0;  ///< elements from one row to the next
  std::uint64_t element_bytes = 4;
};

/// Checks that element (last_row, last_column) lies inside the buffer. Error: invalid_argument_value.
Result<void> check_extent(const std::string& kernel, const MatrixArgument& matrix, std::uint64_t last_row,
                          std::uint64_t last_column);

}  // namespace quadcl
