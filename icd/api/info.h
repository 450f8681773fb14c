// SPDX-License-Identifier: Apache-2.0
// All clGet*Info functions are tables: one row per parameter, and one helper that knows the size rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "icd/base/opencl.h"

namespace quadcl::icd {

/// Where the caller wants the answer.
struct InfoTarget {
  std::size_t size = 0;
  void* value = nullptr;
  std::size_t* size_ret = nullptr;
};

/// The bytes of an answer, or an error.
class InfoValue {
 public:
  template <typename T>
  static InfoValue of(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return InfoValue({reinterpret_cast<const char*>(&value), sizeof value});
  }
  template <typename T>
  static InfoValue list(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    return InfoValue({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  static InfoValue text(std::string_view text) {
    InfoValue value(text);
    value.bytes_.push_back('\0');
    return value;
  }
  static InfoValue error(cl_int error) {
    InfoValue value(std::string_view{});
    value.error_ = error;
    return value;
  }

  /// An answer of this size without stored bytes.
  static InfoValue nothing_stored(std::size_t size) {
    InfoValue value(std::string_view{});
    value.size_not_stored_ = size;
    return value;
  }

  cl_int store(const InfoTarget& target) const;

 private:
  explicit InfoValue(std::string_view bytes) : bytes_(bytes) {}

  std::string bytes_;  // short answers need no allocation
  std::size_t size_not_stored_ = 0;
  cl_int error_ = CL_SUCCESS;
};

/// The answer as a value of type T: the type that the specification gives for the parameter.
template <typename T>
InfoValue info(const std::type_identity_t<T>& value) {
  return InfoValue::of<T>(value);
}

template <typename Subject>
struct InfoRow {
  cl_uint parameter;
  InfoValue (*answer)(const Subject&);
};

/// CL_INVALID_VALUE if no row has the parameter, or the value does not fit the target.
template <typename Subject>
cl_int query(std::span<const InfoRow<std::type_identity_t<Subject>>> rows, const Subject& subject,
             cl_uint parameter, const InfoTarget& target) {
  for (const auto& row : rows)
    if (row.parameter == parameter) return row.answer(subject).store(target);
  return CL_INVALID_VALUE;
}

/// For functions whose answer is an array of handles and a count (clGetPlatformIDs,
/// clCreateKernelsInProgram).
cl_int check_handle_array(cl_uint capacity, const void* array, const cl_uint* count);

}  // namespace quadcl::icd
