// SPDX-License-Identifier: Apache-2.0
#include "icd/recognised_launch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/builtin_kernels.h"
#include "core/log.h"
#include "core/recognition.h"
#include "icd/platform.h"

namespace quadcl::icd {
namespace {

using Bytes = std::vector<std::byte>;

/// The one buffer that a built-in kernel writes.
MemoryRange output_of(const LaunchRequest& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&launch.arguments[i]);
    if (range != nullptr && !launch.kernel->arguments[i].is_const) return *range;
  }
  return {};
}

float float_at(const std::byte* memory, std::uint64_t index) {
  float value = 0;
  std::memcpy(&value, memory + index * sizeof value, sizeof value);
  return value;
}

/// What an element of a product may be off by: on the QPUs by the bound of docs/builtin-kernels.md, on the
/// CPU by no more; and each operation on the QPUs may lose a denormal number.
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
  return 2 * relative * (std::abs(launch.alpha) * sum + std::abs(launch.beta * before)) +
         operations * scale * std::numeric_limits<float>::min();
}

struct Outputs {
  const Bytes& before;
  const Bytes& recognised;
  const std::byte* source;
};

bool is_close(const SgemmLaunch& launch, std::uint64_t row, std::uint64_t column, const Outputs& outputs) {
  const std::uint64_t index = row * launch.ldc + column;
  const float found = float_at(outputs.recognised.data(), index);
  const float wanted = float_at(outputs.source, index);
  // The QPUs have no NaN and other infinities; docs/builtin-kernels.md.
  if (!std::isfinite(wanted)) return true;
  return std::abs(static_cast<double>(found) - wanted) <=
         allowed_error(launch, row, column, float_at(outputs.before.data(), index));
}

/// The offset of the first byte or element that differs, if any.
std::optional<std::uint64_t> difference(const LaunchRequest& launch, const Outputs& outputs) {
  std::optional<SgemmLaunch> product;
  if (is_product(launch.kernel->builtin)) {
    auto taken_apart = SgemmLaunch::from(launch);
    if (taken_apart.ok()) product = std::move(*taken_apart);
  }
  for (std::uint64_t offset = 0; offset + 4 <= outputs.before.size(); offset += 4) {
    if (std::memcmp(outputs.recognised.data() + offset, outputs.source + offset, 4) == 0) continue;
    if (!product) return offset;
    const std::uint64_t row = offset / 4 / product->ldc, column = offset / 4 % product->ldc;
    const bool inside = row < product->rows.end && column < product->columns.end;
    if (!inside || !is_close(*product, row, column, outputs)) return offset;
  }
  return {};
}

}  // namespace

std::optional<LaunchRequest> recognised_launch(const Device& device, const LaunchRequest& request) {
  const Recognise mode = Platform::instance().options().recognise;
  const bool wanted = mode != Recognise::off && device.description().kind == DeviceKind::gpu;
  if (!wanted || !request.kernel->recognition || request.range.empty()) return {};
  auto launch = as_builtin_launch(request);
  if (launch.ok()) return std::move(*launch);
  if (mode == Recognise::verbose)
    log_line("kernel '" + request.kernel->name + "' runs on the CPU: " + launch.error().message);
  return {};
}

Result<LaunchReport> run_and_verify(const Device& device, const LaunchRequest& recognised,
                                    const LaunchRequest& request, const Context& context) {
  const MemoryRange output = output_of(recognised);
  const Bytes before(output.host, output.host + output.size);
  QUADCL_TRY(const LaunchReport report, device.backend().run(recognised));
  const Bytes after(output.host, output.host + output.size);
  std::copy(before.begin(), before.end(), output.host);
  QUADCL_CHECK(device.backend_for(*request.kernel).run(request));
  if (const auto offset = difference(recognised, {before, after, output.host})) {
    context.notify("kernel '" + request.kernel->name + "' was recognised as " + recognised.kernel->name +
                   ", but computes something else at byte " + std::to_string(*offset) +
                   " of its output; the result of the kernel itself was kept");
  }
  return report;
}

}  // namespace quadcl::icd
