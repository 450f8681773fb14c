// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/sgemm_launch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/builtin/builtin_kernel.h"

namespace quadcl {
namespace {

constexpr const char* kName = "sgemm";

Result<SgemmScaled> scaled_by(std::uint32_t value) {
  if (value <= static_cast<std::uint32_t>(SgemmScaled::b)) return static_cast<SgemmScaled>(value);
  return Error{ErrorCode::invalid_argument_value, "sgemm_stepwise: scaled is " + std::to_string(value)};
}

Result<SgemmLaunch> read_arguments(const LaunchRequest& request) {
  ArgumentReader reader(request);
  SgemmLaunch launch;
  launch.trans_a = reader.value<std::uint32_t>() != 0;
  launch.trans_b = reader.value<std::uint32_t>() != 0;
  launch.m = reader.value<std::uint32_t>();
  launch.n = reader.value<std::uint32_t>();
  launch.k = reader.value<std::uint32_t>();
  launch.alpha = reader.value<float>();
  launch.a = reader.memory();
  launch.lda = reader.value<std::uint32_t>();
  launch.b = reader.memory();
  launch.ldb = reader.value<std::uint32_t>();
  launch.beta = reader.value<float>();
  launch.c = reader.memory();
  launch.ldc = reader.value<std::uint32_t>();
  if (request.kernel->builtin == BuiltinKernel::sgemm_stepwise) {
    launch.starts_from_c = reader.value<std::uint32_t>() != 0;
    QUADCL_TRY(launch.scaled, scaled_by(reader.value<std::uint32_t>()));
  }
  return launch;
}

Result<void> check_leading_dimension(const char* name, std::uint32_t leading, std::uint32_t columns) {
  if (leading >= columns) return {};
  return Error{ErrorCode::invalid_argument_value, std::string(kName) + ": " + name + " is " +
                                                      std::to_string(leading) + ", but a row has " +
                                                      std::to_string(columns) + " elements"};
}

/// Checks an operand. (row, column) is the last element that the launch needs, before any transposition.
Result<void> check_operand(const MatrixArgument& matrix, bool transposed, std::uint64_t row,
                           std::uint64_t column) {
  return transposed ? check_extent(kName, matrix, column, row) : check_extent(kName, matrix, row, column);
}

Result<void> check_matrices(const SgemmLaunch& launch) {
  QUADCL_CHECK(check_leading_dimension("lda", launch.lda, launch.trans_a ? launch.m : launch.k));
  QUADCL_CHECK(check_leading_dimension("ldb", launch.ldb, launch.trans_b ? launch.k : launch.n));
  QUADCL_CHECK(check_leading_dimension("ldc", launch.ldc, launch.n));
  const std::uint64_t last_row = launch.rows.end - 1;
  const std::uint64_t last_column = launch.columns.end - 1;
  QUADCL_CHECK(check_extent(kName, {"c", launch.c, launch.ldc}, last_row, last_column));
  if (launch.k == 0) return {};
  const std::uint64_t last_k = launch.k - 1;
  QUADCL_CHECK(check_operand({"a", launch.a, launch.lda}, launch.trans_a, last_row, last_k));
  return check_operand({"b", launch.b, launch.ldb}, launch.trans_b, last_k, last_column);
}

float float_at(const std::byte* memory, std::uint64_t index) {
  float value = 0;
  std::memcpy(&value, memory + index * sizeof value, sizeof value);
  return value;
}

/// How far two results of an element may differ: each by the bound of docs/builtin-kernels.md, and each
/// operation on the QPUs may lose a denormal number.
double allowed_error(const SgemmLaunch& launch, std::uint64_t row, std::uint64_t column, double before) {
  double sum = 0;
  for (std::uint64_t k = 0; k < launch.k; ++k) {
    const auto a = launch.trans_a ? k * launch.lda + row : row * launch.lda + k;
    const auto b = launch.trans_b ? column * launch.ldb + k : k * launch.ldb + column;
    sum += std::abs(static_cast<double>(float_at(launch.a.host, a)) * float_at(launch.b.host, b));
  }
  const double operations = launch.k + 3.0;
  const double relative = std::expm1(operations * std::log1p(std::ldexp(1.0, -23)));
  const double scale = std::max(1.0, std::abs(static_cast<double>(launch.alpha)));
  const double of_c = launch.beta * before * (launch.scales_c() ? launch.alpha : 1);
  return 2 * relative * (std::abs(launch.alpha) * sum + std::abs(of_c)) +
         operations * scale * std::numeric_limits<float>::min();
}

/// Whether element `index` of C is in the launch's block, and close to the value it should have. `first`:
/// where the outputs start.
bool is_close(const SgemmLaunch& launch, const std::byte* first, std::uint64_t offset,
              const Outputs& outputs) {
  if (first + offset < launch.c.host) return false;
  const std::uint64_t index = static_cast<std::uint64_t>(first + offset - launch.c.host) / sizeof(float);
  const std::uint64_t row = index / launch.ldc, column = index % launch.ldc;
  if (row >= launch.rows.end || column >= launch.columns.end) return false;
  const auto at = [&](std::span<const std::byte> state) {
    return float_at(state.data(), offset / sizeof(float));
  };
  const float found = at(outputs.builtin), wanted = at(outputs.source);
  // The QPUs have no NaN and treat infinities differently (docs/builtin-kernels.md).
  if (!std::isfinite(wanted)) return true;
  return std::abs(static_cast<double>(found) - wanted) <=
         allowed_error(launch, row, column, at(outputs.before));
}

}  // namespace

Result<SgemmLaunch> SgemmLaunch::from(const LaunchRequest& request) {
  QUADCL_CHECK(check_shape(request));
  QUADCL_TRY(SgemmLaunch launch, read_arguments(request));
  if (request.range.empty()) return launch;
  launch.columns = covered(request.range, 0, launch.n);
  launch.rows = covered(request.range, 1, launch.m);
  if (!launch.empty()) QUADCL_CHECK(check_matrices(launch));
  return launch;
}

std::optional<std::uint64_t> sgemm_difference(std::span<const SgemmLaunch> launches, const Outputs& outputs) {
  return first_difference(outputs, [&](std::uint64_t offset) {
    return std::ranges::any_of(launches, [&](const SgemmLaunch& launch) {
      return is_close(launch, launches.front().c.host, offset, outputs);
    });
  });
}

}  // namespace quadcl
