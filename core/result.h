// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace quadcl {

/// Reasons why an operation of a backend failed. icd/base/error_map maps them to `cl_int`.
enum class ErrorCode {
  out_of_host_memory,
  out_of_device_memory,
  invalid_argument_value,  ///< a kernel argument or size that the kernel cannot use
  out_of_resources,        ///< a launch that needs more than the device has
  unsupported,             ///< a valid request that this device does not implement
  memory_fault,            ///< access to an address that is not mapped
  deadlock,                ///< every QPU waits and none can be woken
  instruction_limit,       ///< the job executed more instructions than allowed
  illegal_instruction,     ///< an instruction with no meaning
  internal,
};

/// A failure with a message for people, which says what is wrong and where.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
};

/// Either a value or an Error. `Result<void>` carries success or an Error.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  bool ok() const { return !failed_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return error_; }

 private:
  Error error_;
  bool failed_ = false;
};

#define QUADCL_CONCAT_INNER(a, b) a##b
#define QUADCL_CONCAT(a, b) QUADCL_CONCAT_INNER(a, b)
#define QUADCL_TRY_NAMED(result, declaration, expression) \
  auto result = (expression);                             \
  if (!result.ok()) return result.error();                \
  declaration = std::move(result).value()

/// `QUADCL_TRY(auto x, make_x());` binds the value, or returns the error from the enclosing function.
#define QUADCL_TRY(declaration, expression) \
  QUADCL_TRY_NAMED(QUADCL_CONCAT(quadcl_result_, __LINE__), declaration, expression)

/// The same for a `Result<void>`.
#define QUADCL_CHECK(expression) \
  if (auto quadcl_check = (expression); !quadcl_check.ok()) return quadcl_check.error()

}  // namespace quadcl
