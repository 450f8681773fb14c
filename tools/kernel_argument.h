// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_image.h"
#include "core/result.h"
#include "tools/element_types.h"

namespace quadcl::tools {

/// The value of a kernel's argument as the command line gives it.
struct PreparedArgument {
  enum class Kind { value, buffer, same_buffer, null, local };

  Kind kind = Kind::value;
  std::vector<std::byte> bytes;     ///< of a value or a buffer
  std::optional<ElementType> type;  ///< of a value or of a buffer's elements, if known
  std::string same_as;              ///< same_buffer: the other argument
  std::size_t local_bytes = 0;
};

/// What is wrong with an argument, or with the sizes of its launch.
inline Error wrong_argument(const std::string& what) { return {ErrorCode::invalid_argument_value, what}; }

/// The forms of an argument, for --help.
extern const char* const kArgumentForms;

/// Error: invalid_argument_value, with the argument's name and what is wrong.
Result<PreparedArgument> prepare_argument(const KernelArgument& argument, std::string_view text);

}  // namespace quadcl::tools
