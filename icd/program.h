// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/kernel_image.h"
#include "icd/context.h"
#include "icd/object.h"

namespace quadcl::icd {

enum class ProgramOrigin { source, built_in_kernels };

/// A kernel of a program for one of its devices.
struct DeviceKernel {
  Device* device = nullptr;
  const KernelImage* image = nullptr;  ///< lives as long as the program
};

class Program final : public Object {
 public:
  /// Source to be built.
  Program(Ref<Context> context, std::string source);
  /// Each name is a built-in kernel of at least one of the devices.
  Program(Ref<Context> context, std::vector<Device*> devices, std::span<const std::string> builtin_kernels);

  Context& context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  std::span<Device* const> devices() const { return devices_; }
  bool has(const Device& device) const;
  const std::string& source() const { return source_; }
  /// True for a program with an executable for at least one device.
  bool is_executable() const { return !kernels_.empty(); }
  /// The kernels of the executables, in order.
  std::span<const std::string> kernel_names() const { return kernels_; }
  /// The kernel for each device that has it; none if there is no such kernel.
  std::vector<DeviceKernel> kernel(const std::string& name) const;

 private:
  ~Program() override = default;
  void on_unreachable() override { context_.let_go(); }

  Attachment<Context> context_;
  const ProgramOrigin origin_;
  const std::vector<Device*> devices_;
  const std::string source_;
  const std::vector<std::string> kernels_;
};

}  // namespace quadcl::icd
