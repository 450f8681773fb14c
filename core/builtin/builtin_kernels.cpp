// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/builtin_kernels.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"

namespace quadcl {
namespace {

/// A parameter as in OpenCL C: a value of four bytes, or a pointer to global memory. Const pointers are
/// inputs; the only other one is the output.
struct Parameter {
  const char* name;
  std::string_view type;
};

template <typename Launch>
Result<CheckedLaunch> check_as(LaunchRequest request) {
  QUADCL_TRY(auto launch, Launch::from(request));
  return CheckedLaunch{std::move(request), std::move(launch)};
}

std::optional<std::uint64_t> difference_of_products(std::span<const CheckedLaunch> launches,
                                                    const Outputs& outputs) {
  std::vector<SgemmLaunch> products;
  for (const CheckedLaunch& launch : launches) products.push_back(std::get<SgemmLaunch>(launch.builtin));
  return sgemm_difference(products, outputs);
}

std::optional<std::uint64_t> exact_difference(std::span<const CheckedLaunch>, const Outputs& outputs) {
  return first_difference(outputs, [](std::uint64_t) { return false; });
}

struct BuiltinRow {
  BuiltinKernel builtin;
  const char* name;
  bool is_offered;  ///< to programs
  bool is_product;
  std::span<const Parameter> parameters;
  Result<CheckedLaunch> (*check)(LaunchRequest);
  std::optional<std::uint64_t> (*difference)(std::span<const CheckedLaunch>, const Outputs&);
};

constexpr std::array<Parameter, 15> kProduct{{{"trans_a", "uint"},
                                              {"trans_b", "uint"},
                                              {"m", "uint"},
                                              {"n", "uint"},
                                              {"k", "uint"},
                                              {"alpha", "float"},
                                              {"a", "const float*"},
                                              {"lda", "uint"},
                                              {"b", "const float*"},
                                              {"ldb", "uint"},
                                              {"beta", "float"},
                                              {"c", "float*"},
                                              {"ldc", "uint"},
                                              // only sgemm_stepwise
                                              {"starts_from_c", "uint"},
                                              {"scaled", "uint"}}};
constexpr std::array<Parameter, 4> kTranspose32{
    {{"in", "const uint*"}, {"out", "uint*"}, {"width", "uint"}, {"height", "uint"}}};
constexpr std::array<Parameter, 4> kTranspose64{
    {{"in", "const ulong*"}, {"out", "ulong*"}, {"width", "uint"}, {"height", "uint"}}};

constexpr std::array kBuiltinRows{
    BuiltinRow{BuiltinKernel::sgemm, "sgemm", true, true, std::span(kProduct).first<13>(),
               check_as<SgemmLaunch>, difference_of_products},
    BuiltinRow{BuiltinKernel::transpose_32, "transpose_32", true, false, kTranspose32,
               check_as<TransposeLaunch>, exact_difference},
    BuiltinRow{BuiltinKernel::transpose_64, "transpose_64", true, false, kTranspose64,
               check_as<TransposeLaunch>, exact_difference},
    BuiltinRow{BuiltinKernel::sgemm_stepwise, "sgemm_stepwise", false, true, kProduct, check_as<SgemmLaunch>,
               difference_of_products},
};
static_assert(has_every_builtin(kBuiltinRows));

KernelArgument argument_of(const Parameter& parameter) {
  constexpr std::string_view kConst = "const ";
  const bool is_const = parameter.type.starts_with(kConst);
  const bool is_pointer = parameter.type.ends_with('*');
  return {.name = parameter.name,
          .type_name = std::string(parameter.type.substr(is_const ? kConst.size() : 0)),
          .address = is_pointer ? AddressQualifier::global : AddressQualifier::private_space,
          .is_const = is_const,
          .size = is_pointer ? 0u : 4u};
}

KernelImage image_of(const BuiltinRow& row) {
  KernelImage image{.name = row.name, .builtin = row.builtin};
  for (const Parameter& parameter : row.parameters) image.arguments.push_back(argument_of(parameter));
  return image;
}

/// The images of all rows. Never destroyed: a launch may still run while the process exits.
const std::vector<KernelImage>& images() {
  static const auto& images = *new std::vector<KernelImage>([] {
    std::vector<KernelImage> made;
    for (const BuiltinRow& row : kBuiltinRows) made.push_back(image_of(row));
    return made;
  }());
  return images;
}

}  // namespace

std::span<const KernelImage* const> builtin_kernel_images() {
  static const auto& offered = *new std::vector<const KernelImage*>([] {
    std::vector<const KernelImage*> list;
    for (std::size_t i = 0; i < kBuiltinRows.size(); ++i)
      if (kBuiltinRows[i].is_offered) list.push_back(&images()[i]);
    return list;
  }());
  return offered;
}

const KernelImage* builtin_kernel_image(BuiltinKernel builtin) {
  const BuiltinRow* row = find_builtin(kBuiltinRows, builtin);
  return row != nullptr ? &images()[static_cast<std::size_t>(row - kBuiltinRows.data())] : nullptr;
}

bool is_product(BuiltinKernel builtin) {
  const BuiltinRow* row = find_builtin(kBuiltinRows, builtin);
  return row != nullptr && row->is_product;
}

Result<CheckedLaunch> check_builtin_launch(LaunchRequest request) {
  if (const BuiltinRow* row = find_builtin(kBuiltinRows, request.kernel->builtin))
    return row->check(std::move(request));
  return Error{ErrorCode::unsupported, request.kernel->name + ": not a built-in kernel"};
}

std::optional<std::uint64_t> builtin_difference(std::span<const CheckedLaunch> launches,
                                                const Outputs& outputs) {
  return find_builtin(kBuiltinRows, launches.front().request.kernel->builtin)->difference(launches, outputs);
}

}  // namespace quadcl
