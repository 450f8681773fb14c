// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace quadcl::tools {

/// A scalar or vector type of OpenCL C.
struct ElementType {
  enum class Kind { floating, with_sign, without_sign };

  Kind kind = Kind::without_sign;
  std::size_t bytes = 0;  ///< of a component
  unsigned components = 1;

  /// Of a whole element; a vector of three has the size of one of four.
  std::size_t size() const { return bytes * (components == 3 ? 4 : components); }
};

/// "float", "uchar4", "unsigned int". Empty for types that we do not know, such as those of a typedef.
std::optional<ElementType> find_element_type(std::string_view name);

/// Stores a number as a component. Error: invalid_argument_value if the text is no number of the type.
Result<void> store_component(const ElementType& type, std::string_view text, std::byte* to);
/// The same for a number that is computed; integers drop the fraction and the bits that do not fit.
void store_component(const ElementType& type, double number, std::byte* to);

/// "1.5", "-3", "(1, 2, 3, 4)".
std::string text_of_element(const ElementType& type, const std::byte* from);

}  // namespace quadcl::tools
