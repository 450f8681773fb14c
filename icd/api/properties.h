// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace quadcl::icd {

/// A copy of a list of names and values, with its terminating zero; empty for NULL. The queries of such lists
/// return it.
template <typename T>
std::vector<T> copy_properties(const T* list) {
  std::vector<T> copy;
  if (list == nullptr) return copy;
  for (; *list != 0; list += 2) copy.insert(copy.end(), list, list + 2);
  copy.push_back(0);
  return copy;
}

/// Calls `row(name, value)` for each property of such a copy, until a call returns an error.
template <typename T, typename Row>
int for_each_property(const std::vector<T>& properties, Row row) {
  for (std::size_t i = 0; i + 1 < properties.size(); i += 2) {
    const int error = row(properties[i], properties[i + 1]);
    if (error != 0) return error;
  }
  return 0;
}

}  // namespace quadcl::icd
