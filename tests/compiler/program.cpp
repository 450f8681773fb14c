// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <dlfcn.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <new>

#include "host_fallback/factory.h"

namespace quadcl::test {
namespace {

constexpr const char* kExtensions =
    "cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics "
    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
    "cl_khr_local_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics __opencl_c_int64 __opencl_c_fp64 "
    "__opencl_c_generic_address_space __opencl_c_program_scope_global_variables "
    "__opencl_c_atomic_order_acq_rel __opencl_c_work_group_collective_functions "
    "__opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices";

quadcl_text text(const std::string& value) { return {value.data(), value.size()}; }

Outcome perform(quadcl_compile_request request) {
  static const std::string extensions = kExtensions;
  request.device = {64, text(extensions), 65536};
  quadcl_compile_result result{};
  compiler().compile(&request, &result);
  Outcome outcome;
  outcome.status = result.status;
  outcome.log.assign(result.log.data, result.log.size);
  const auto* bytes = static_cast<const std::byte*>(result.image.data);
  outcome.image.assign(bytes, bytes + result.image.size);
  compiler().release(&result);
  return outcome;
}

Backend& device() {
  static const std::unique_ptr<Backend> backend = [] {
    auto made = make_cpu_backend({});
    REQUIRE(made.ok());
    return std::move(made).value();
  }();
  return *backend;
}

}  // namespace

const quadcl_compiler& compiler() {
  static const quadcl_compiler* table = [] {
    void* library = dlopen(QUADCL_TEST_COMPILER, RTLD_NOW | RTLD_LOCAL);
    INFO((library == nullptr ? dlerror() : ""));
    REQUIRE(library != nullptr);
    const auto entry = reinterpret_cast<quadcl_compiler_entry>(dlsym(library, QUADCL_COMPILER_ENTRY));
    REQUIRE(entry != nullptr);
    return entry(QUADCL_COMPILER_API_VERSION);
  }();
  return *table;
}

Outcome build(const std::string& source, const std::string& options) {
  quadcl_compile_request request{};
  request.action = QUADCL_BUILD;
  request.source = text(source);
  request.options = text(options);
  return perform(request);
}

Outcome compile(const std::string& source, const std::string& options,
                const std::vector<std::pair<std::string, std::string>>& headers) {
  std::vector<quadcl_header> rows;
  for (const auto& [name, content] : headers) rows.push_back({text(name), text(content)});
  quadcl_compile_request request{};
  request.action = QUADCL_COMPILE;
  request.source = text(source);
  request.options = text(options);
  request.headers = rows.data();
  request.header_count = rows.size();
  return perform(request);
}

Outcome link(const std::vector<std::vector<std::byte>>& inputs, const std::string& options) {
  std::vector<quadcl_blob> blobs;
  for (const auto& input : inputs) blobs.push_back({input.data(), input.size()});
  quadcl_compile_request request{};
  request.action = QUADCL_LINK;
  request.options = text(options);
  request.inputs = blobs.data();
  request.input_count = blobs.size();
  return perform(request);
}

Program::Program(const std::string& source, const std::string& options) {
  const Outcome outcome = build(source, options);
  INFO(outcome.log);
  REQUIRE(outcome.status == QUADCL_OK);
  auto image = deserialise(outcome.image);
  REQUIRE(image.ok());
  image_ = std::move(image).value();
}

const KernelImage& Program::kernel(const std::string& name) const {
  for (const KernelImage& kernel : image_.kernels) {
    if (kernel.name == name) return kernel;
  }
  FAIL("no kernel " << name);
  return image_.kernels.front();
}

namespace {

/// A vector's memory where devices have buffers: aligned for every type.
class AlignedCopy {
 public:
  explicit AlignedCopy(const MemoryRange& original)
      : original_(original), copy_(static_cast<std::byte*>(::operator new(original.size, kAlignment))) {
    std::copy_n(original.host, original.size, copy_.get());
  }
  std::byte* host() const { return copy_.get(); }
  void copy_back() const { std::copy_n(copy_.get(), original_.size, original_.host); }

 private:
  static constexpr std::align_val_t kAlignment{128};
  struct Delete {
    void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
  };
  MemoryRange original_;
  std::unique_ptr<std::byte, Delete> copy_;
};

}  // namespace

bool Program::launch(LaunchRequest request) {
  std::map<std::byte*, AlignedCopy> copies;
  for (ArgumentValue& argument : request.arguments) {
    auto* range = std::get_if<MemoryRange>(&argument);
    if (range != nullptr && range->host != nullptr)
      range->host = copies.try_emplace(range->host, *range).first->second.host();
  }
  const auto report = device().run(request);
  for (const auto& [original, copy] : copies) copy.copy_back();
  if (!report.ok()) WARN(report.error().message);
  return report.ok();
}

NDRange range(std::array<std::size_t, 3> global, std::array<std::size_t, 3> local) {
  NDRange result;
  result.dimensions = global[2] > 1 ? 3 : global[1] > 1 ? 2 : 1;
  result.global = global;
  result.local = local;
  return result;
}

}  // namespace quadcl::test
