// SPDX-License-Identifier: Apache-2.0
// clGetKernelArgInfo
#include "bad_handles.h"
#include "kernels.h"

using namespace api;

namespace {

struct Argument {
  const char* name;
  const char* type;
};

const std::vector<Argument> kSgemm{
    {"trans_a", "uint"}, {"trans_b", "uint"},   {"m", "uint"},   {"n", "uint"},         {"k", "uint"},
    {"alpha", "float"},  {"a", "const float*"}, {"lda", "uint"}, {"b", "const float*"}, {"ldb", "uint"},
    {"beta", "float"},   {"c", "float*"},       {"ldc", "uint"},
};
const std::vector<Argument> kTranspose32{
    {"in", "const uint*"}, {"out", "uint*"}, {"width", "uint"}, {"height", "uint"}};
const std::vector<Argument> kTranspose64{
    {"in", "const ulong*"}, {"out", "ulong*"}, {"width", "uint"}, {"height", "uint"}};

}  // namespace

TEST_CASE("clGetKernelArgInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier),
      INFO_VALUE(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier),
      INFO_STRING(CL_KERNEL_ARG_TYPE_NAME),
      INFO_VALUE(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier),
      INFO_STRING(CL_KERNEL_ARG_NAME),
  };
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "sgemm");
  const cl_uint index = GENERATE(0, 6, 12);
  check_rows(rows, [&](cl_uint param) { return query(clGetKernelArgInfo, kernel.get(), index, param); });
}

TEST_CASE("clGetKernelArgInfo: describes every argument as its declaration does") {
  const Context context = make_context();
  const Program program = make_program(context);
  const auto& [name, arguments] =
      GENERATE(std::pair{"sgemm", &kSgemm}, std::pair{"transpose_32", &kTranspose32},
               std::pair{"transpose_64", &kTranspose64});
  const Kernel kernel = make_kernel(program, name);
  for (cl_uint i = 0; i < arguments->size(); ++i) {
    const std::string declared = (*arguments)[i].type;
    INFO(declared << ' ' << (*arguments)[i].name);
    const auto of = [&](cl_kernel_arg_info param) {
      return query(clGetKernelArgInfo, kernel.get(), i, param);
    };
    const bool is_pointer = declared.back() == '*';
    const bool is_const = declared.rfind("const ", 0) == 0;
    CHECK(info_string(of(CL_KERNEL_ARG_NAME)) == (*arguments)[i].name);
    // The type name does not include type qualifiers (kernel argument queries table).
    CHECK(info_string(of(CL_KERNEL_ARG_TYPE_NAME)) == (is_const ? declared.substr(6) : declared));
    CHECK(info<cl_kernel_arg_address_qualifier>(of(CL_KERNEL_ARG_ADDRESS_QUALIFIER)) ==
          (is_pointer ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_PRIVATE));
    CHECK(info<cl_kernel_arg_access_qualifier>(of(CL_KERNEL_ARG_ACCESS_QUALIFIER)) ==
          CL_KERNEL_ARG_ACCESS_NONE);
    CHECK(info<cl_kernel_arg_type_qualifier>(of(CL_KERNEL_ARG_TYPE_QUALIFIER)) ==
          (is_const ? CL_KERNEL_ARG_TYPE_CONST : CL_KERNEL_ARG_TYPE_NONE));
  }
}

TEST_CASE("clGetKernelArgInfo: CL_INVALID_ARG_INDEX if there is no such argument") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const cl_uint index = GENERATE(4, 5, ~cl_uint{0});
  CHECK(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_INVALID_ARG_INDEX);
}

TEST_CASE("clGetKernelArgInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const auto param = GENERATE(as<cl_kernel_arg_info>(), 0, CL_KERNEL_FUNCTION_NAME);
  CHECK(clGetKernelArgInfo(kernel, 0, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetKernelArgInfo: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [](cl_kernel bad) {
    return clGetKernelArgInfo(bad, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
  });
}
