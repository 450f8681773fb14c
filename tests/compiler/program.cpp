// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <new>

#include "host_fallback/factory.h"

namespace quadcl::test {
namespace {

Backend& device() {
  static const std::unique_ptr<Backend> backend = [] {
    auto made = make_cpu_backend({});
    REQUIRE(made.ok());
    return std::move(made).value();
  }();
  return *backend;
}

}  // namespace

Program::Program(const std::string& source, const std::string& options, std::optional<Vectorise> form) {
  Outcome outcome = build(source, options, form);
  INFO(outcome.log);
  REQUIRE(outcome.status == QUADCL_OK);
  auto image = read_image(outcome.image);
  REQUIRE(image.ok());
  image_ = std::move(image).value();
  log_ = std::move(outcome.log);
}

const KernelImage& Program::kernel(const std::string& name) const {
  for (const KernelImage& kernel : image_.kernels) {
    if (kernel.name == name) return kernel;
  }
  FAIL("no kernel " << name);
  return image_.kernels.front();
}

namespace {

/// A vector's contents in memory aligned like a device's buffers.
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
  const auto checked = device().check(std::move(request));
  if (!checked.ok()) {
    WARN(checked.error().message);
    return false;
  }
  const auto report = device().run(*checked);
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
