// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/launch_arguments.h"

#include <algorithm>

namespace quadcl {
namespace {

bool fits(const ArgumentValue& argument, const KernelArgument& parameter) {
  if (parameter.is_pointer()) return std::holds_alternative<MemoryRange>(argument);
  const auto* bytes = std::get_if<ValueArgument>(&argument);
  return bytes != nullptr && bytes->size() == parameter.size;
}

}  // namespace

Result<void> check_shape(const LaunchRequest& request) {
  if (std::ranges::equal(request.arguments, request.kernel->arguments, fits)) return {};
  return Error{ErrorCode::invalid_argument_value,
               request.kernel->name + ": the arguments do not match its parameters"};
}

IndexRange covered(const NDRange& range, unsigned d, std::uint32_t limit) {
  const std::uint64_t begin = std::min<std::uint64_t>(range.offset[d], limit);
  const std::uint64_t room = limit - begin;
  return {begin, begin + std::min<std::uint64_t>(range.global[d], room)};
}

Result<void> check_extent(const std::string& kernel, const MatrixArgument& matrix, std::uint64_t last_row,
                          std::uint64_t last_column) {
  // Both are below 2^32, so the product cannot overflow 64 bits. A further factor 8 could, hence the
  // division.
  const std::uint64_t elements = last_row * matrix.leading + last_column + 1;
  if (elements <= matrix.memory.size / matrix.element_bytes) return {};
  return Error{ErrorCode::invalid_argument_value,
               kernel + ": '" + matrix.name + "' needs at least " + std::to_string(elements) +
                   " elements of " + std::to_string(matrix.element_bytes) + " bytes, but its buffer has " +
                   std::to_string(matrix.memory.size) + " bytes"};
}

}  // namespace quadcl
