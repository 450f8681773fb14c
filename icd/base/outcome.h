// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "icd/base/opencl.h"

namespace quadcl::icd {

/// Either a value or the error that an entry point returns. Checks without a value return `cl_int`.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : value_(std::move(value)) {}
  Outcome(cl_int error) : error_(error) {}

  bool ok() const { return error_ == CL_SUCCESS; }
  T& value() { return *value_; }
  cl_int error() const { return error_; }

 private:
  std::optional<T> value_;
  cl_int error_ = CL_SUCCESS;
};

#define ICD_CONCAT_INNER(a, b) a##b
#define ICD_CONCAT(a, b) ICD_CONCAT_INNER(a, b)
#define ICD_TRY_NAMED(outcome, declaration, expression) \
  auto outcome = (expression);                          \
  if (!outcome.ok()) return outcome.error();            \
  declaration = std::move(outcome.value())

/// `ICD_TRY(auto x, make_x());` binds the value, or returns the error from the enclosing function.
#define ICD_TRY(declaration, expression) \
  ICD_TRY_NAMED(ICD_CONCAT(outcome_, __LINE__), declaration, expression)

/// Returns from the enclosing function unless the expression is CL_SUCCESS.
#define ICD_CHECK(expression) \
  if (const cl_int error_of_check = (expression); error_of_check != CL_SUCCESS) return error_of_check

}  // namespace quadcl::icd
