// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/kernel_image.h"
#include "core/program_image.h"
#include "icd/base/object.h"
#include "icd/objects/context.h"

namespace quadcl::icd {

enum class ProgramOrigin { source, binary, built_in_kernels, linked };

/// A kernel of a program for one of its devices.
struct DeviceKernel {
  Device* device = nullptr;
  std::shared_ptr<const KernelImage> image;  ///< keeps the code of the whole program
};

/// Whether all take the same arguments. Builds with different options can make them differ.
bool are_defined_alike(std::span<const DeviceKernel> kernels);

/// What the last build, compilation or link made of a program, or what its binary was.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const ProgramImage> image;
  std::shared_ptr<const std::vector<std::byte>> binary;  ///< the image, serialised

  bool is_executable() const {
    return status == CL_BUILD_SUCCESS && image && image->kind == ProgramKind::executable;
  }
};

class Program final : public Object {
 public:
  /// Source to be built.
  Program(Ref<Context> context, std::string source);
  /// Each name is a built-in kernel of at least one of the devices.
  Program(Ref<Context> context, std::vector<Device*> devices, std::span<const std::string> builtin_kernels);
  /// From binaries or by linking: one state a device, in the order of `devices`.
  Program(Ref<Context> context, ProgramOrigin origin, std::vector<Device*> devices,
          std::vector<BuildState> states);

  Context& context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  std::span<Device* const> devices() const { return devices_; }
  bool has(const Device& device) const;
  const std::string& source() const { return source_; }

  /// True for a program with an executable for at least one device.
  bool is_executable() const;
  /// The kernels of the executables, in order, without those that are not defined alike for all devices.
  std::vector<std::string> kernel_names() const;
  /// The kernel for each device that has it; none if there is no such kernel.
  std::vector<DeviceKernel> kernel(const std::string& name) const;

  /// The device is one of the program's. A sub-device without a build of its own has its parent's.
  BuildState state(const Device& device) const;
  /// The binary for a device of a program that was made from binaries.
  const BuildState& loaded(const Device& device) const { return loaded_[index_of(device)]; }
  /// Claims the program for a build. False while kernels are attached to it, or another build runs.
  bool begin_build(std::span<Device* const> devices);
  void end_build(const Device& device, const BuildState& state);
  /// Ends a claimed build as failed where it has not ended.
  void abandon_build(std::span<Device* const> devices);

  /// Kernel objects that the application can still name keep a program from being built again.
  void attach_kernel();
  void detach_kernel();

 private:
  ~Program() override = default;
  void on_unreachable() override { context_.let_go(); }

  std::vector<DeviceKernel> find_kernel(const std::string& name) const;  // the lock is held
  std::size_t index_of(const Device& device) const;
  /// What the device has, or while it has nothing, what its parent has. The lock is held.
  const BuildState& effective_state(const Device& device) const;

  Attachment<Context> context_;
  const ProgramOrigin origin_;
  const std::vector<Device*> devices_;
  const std::string source_;
  const std::vector<std::string> builtin_kernels_;
  const std::vector<BuildState> loaded_;  // one a device; a build that fails does not lose them
  mutable std::mutex mutex_;
  std::vector<BuildState> states_;  // guarded; one a device
  unsigned attached_kernels_ = 0;   // guarded
};

}  // namespace quadcl::icd
