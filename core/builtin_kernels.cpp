// SPDX-License-Identifier: Apache-2.0
#include "core/builtin_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace quadcl {
namespace {

KernelArgument value_argument(const char* name, const char* type) {
  return {.name = name, .type_name = type, .size = 4};
}

KernelArgument global_argument(const char* name, const char* type, bool is_const) {
  return {.name = name, .type_name = type, .address = AddressQualifier::global, .is_const = is_const};
}

KernelImage sgemm_image() {
  return {.name = "sgemm",
          .arguments = {value_argument("trans_a", "uint"), value_argument("trans_b", "uint"),
                        value_argument("m", "uint"), value_argument("n", "uint"), value_argument("k", "uint"),
                        value_argument("alpha", "float"), global_argument("a", "float*", true),
                        value_argument("lda", "uint"), global_argument("b", "float*", true),
                        value_argument("ldb", "uint"), value_argument("beta", "float"),
                        global_argument("c", "float*", false), value_argument("ldc", "uint")},
          .builtin = BuiltinKernel::sgemm};
}

KernelImage sgemm_stepwise_image() {
  KernelImage image = sgemm_image();
  image.name = "sgemm_stepwise";
  image.builtin = BuiltinKernel::sgemm_stepwise;
  image.arguments.push_back(value_argument("starts_from_c", "uint"));
  image.arguments.push_back(value_argument("scaled", "uint"));
  return image;
}

KernelImage transpose_image(const char* name, const char* type, BuiltinKernel kernel) {
  return {.name = name,
          .arguments = {global_argument("in", type, true), global_argument("out", type, false),
                        value_argument("width", "uint"), value_argument("height", "uint")},
          .builtin = kernel};
}

/// Reads arguments in order; the launch was checked against the image's argument list before.
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

Result<void> check_shape(const LaunchRequest& request) {
  const auto& parameters = request.kernel->arguments;
  bool fits = request.arguments.size() == parameters.size();
  for (std::size_t i = 0; fits && i < parameters.size(); ++i) {
    if (parameters[i].is_pointer()) {
      fits = std::holds_alternative<MemoryRange>(request.arguments[i]);
    } else {
      const auto* bytes = std::get_if<ValueArgument>(&request.arguments[i]);
      fits = bytes != nullptr && bytes->size() == parameters[i].size;
    }
  }
  if (fits) return {};
  return Error{ErrorCode::invalid_argument_value,
               request.kernel->name + ": the arguments do not match its parameters"};
}

/// The part of [0, limit) that dimension `d` of the NDRange covers.
IndexRange covered(const NDRange& range, unsigned d, std::uint32_t limit) {
  const std::uint64_t begin = std::min<std::uint64_t>(range.offset[d], limit);
  const std::uint64_t room = limit - begin;
  return {begin, begin + std::min<std::uint64_t>(range.global[d], room)};
}

/// Work-items that differ only in a third dimension would all write the same element.
bool has_no_work_items(const NDRange& range) { return range.empty(); }

Result<void> check_leading_dimension(const char* kernel, const char* name, std::uint32_t leading,
                                     std::uint32_t columns) {
  if (leading >= columns) return {};
  return Error{ErrorCode::invalid_argument_value, std::string(kernel) + ": " + name + " is " +
                                                      std::to_string(leading) + ", but a row has " +
                                                      std::to_string(columns) + " elements"};
}

Result<SgemmScaled> scaled_by(std::uint32_t value) {
  if (value <= static_cast<std::uint32_t>(SgemmScaled::b)) return static_cast<SgemmScaled>(value);
  return Error{ErrorCode::invalid_argument_value, "sgemm_stepwise: scaled is " + std::to_string(value)};
}

/// Checks that element (last_row, last_column) of a row-major matrix lies inside its buffer.
Result<void> check_extent(const char* kernel, const char* name, const MemoryRange& memory,
                          std::uint64_t last_row, std::uint64_t last_column, std::uint64_t leading,
                          std::uint64_t element_bytes) {
  // Below 2^32 each, so the product cannot overflow 64 bits; the factor 8 could, hence the division.
  const std::uint64_t elements = last_row * leading + last_column + 1;
  if (elements <= memory.size / element_bytes) return {};
  return Error{ErrorCode::invalid_argument_value,
               std::string(kernel) + ": '" + name + "' needs at least " + std::to_string(elements) +
                   " elements of " + std::to_string(element_bytes) + " bytes, but its buffer has " +
                   std::to_string(memory.size) + " bytes"};
}

}  // namespace

std::span<const KernelImage* const> builtin_kernel_images() {
  // Never destroyed: a launch may be under way while the process exits.
  static const std::array<const KernelImage*, 3>& images = *new std::array<const KernelImage*, 3>{
      new KernelImage(sgemm_image()),
      new KernelImage(transpose_image("transpose_32", "uint*", BuiltinKernel::transpose_32)),
      new KernelImage(transpose_image("transpose_64", "ulong*", BuiltinKernel::transpose_64))};
  return images;
}

const KernelImage* builtin_kernel_image(BuiltinKernel builtin) {
  static const KernelImage& stepwise = *new KernelImage(sgemm_stepwise_image());
  if (builtin == BuiltinKernel::sgemm_stepwise) return &stepwise;
  for (const KernelImage* image : builtin_kernel_images())
    if (image->builtin == builtin) return image;
  return nullptr;
}

Result<SgemmLaunch> SgemmLaunch::from(const LaunchRequest& request) {
  QUADCL_CHECK(check_shape(request));
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
  if (has_no_work_items(request.range)) return launch;
  launch.columns = covered(request.range, 0, launch.n);
  launch.rows = covered(request.range, 1, launch.m);
  if (launch.empty()) return launch;

  QUADCL_CHECK(check_leading_dimension("sgemm", "lda", launch.lda, launch.trans_a ? launch.m : launch.k));
  QUADCL_CHECK(check_leading_dimension("sgemm", "ldb", launch.ldb, launch.trans_b ? launch.k : launch.n));
  QUADCL_CHECK(check_leading_dimension("sgemm", "ldc", launch.ldc, launch.n));
  const std::uint64_t last_row = launch.rows.end - 1;
  const std::uint64_t last_column = launch.columns.end - 1;
  QUADCL_CHECK(check_extent("sgemm", "c", launch.c, last_row, last_column, launch.ldc, 4));
  if (launch.k == 0) return launch;
  const std::uint64_t last_k = launch.k - 1;
  QUADCL_CHECK(launch.trans_a ? check_extent("sgemm", "a", launch.a, last_k, last_row, launch.lda, 4)
                              : check_extent("sgemm", "a", launch.a, last_row, last_k, launch.lda, 4));
  QUADCL_CHECK(launch.trans_b ? check_extent("sgemm", "b", launch.b, last_column, last_k, launch.ldb, 4)
                              : check_extent("sgemm", "b", launch.b, last_k, last_column, launch.ldb, 4));
  return launch;
}

Result<TransposeLaunch> TransposeLaunch::from(const LaunchRequest& request) {
  QUADCL_CHECK(check_shape(request));
  ArgumentReader reader(request);
  TransposeLaunch launch;
  launch.element_bytes = request.kernel->builtin == BuiltinKernel::transpose_64 ? 8 : 4;
  launch.in = reader.memory();
  launch.out = reader.memory();
  launch.width = reader.value<std::uint32_t>();
  launch.height = reader.value<std::uint32_t>();
  if (has_no_work_items(request.range)) return launch;
  launch.columns = covered(request.range, 0, launch.width);
  launch.rows = covered(request.range, 1, launch.height);
  if (launch.empty()) return launch;

  const char* name = request.kernel->name.c_str();
  const std::uint64_t last_row = launch.rows.end - 1;
  const std::uint64_t last_column = launch.columns.end - 1;
  QUADCL_CHECK(
      check_extent(name, "in", launch.in, last_row, last_column, launch.width, launch.element_bytes));
  QUADCL_CHECK(
      check_extent(name, "out", launch.out, last_column, last_row, launch.height, launch.element_bytes));
  return launch;
}

Result<void> check_builtin_launch(const LaunchRequest& request) {
  if (is_product(request.kernel->builtin)) {
    QUADCL_CHECK(SgemmLaunch::from(request));
  } else {
    QUADCL_CHECK(TransposeLaunch::from(request));
  }
  return {};
}

}  // namespace quadcl
