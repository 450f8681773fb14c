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
#include "icd/objects/postponed_kernels.h"

namespace quadcl::icd {

enum class ProgramOrigin { source, binary, built_in_kernels, linked };

/// A kernel for launches of which facts are known.
struct KernelVersion {
  std::vector<LaunchFact> facts;
  std::shared_ptr<const KernelImage> image;
};

/// A kernel of a program for one of its devices.
struct DeviceKernel {
  Device* device = nullptr;
  std::shared_ptr<const KernelImage> image;     ///< keeps the code of the whole program
  std::shared_ptr<PostponedKernels> postponed;  ///< has the kernel's code, if `image` has none, and more
  std::vector<KernelVersion> versions;          ///< with code for QPUs; the first that suits a launch is for it
};

/// Whether all take the same arguments. They can differ after builds with different options.
bool are_defined_alike(std::span<const DeviceKernel> kernels);

/// The result of a program's last build, compilation or link, or its binary.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const ProgramImage> image;
  std::shared_ptr<const std::vector<std::byte>> binary;  ///< the image, serialised
  std::shared_ptr<PostponedKernels> postponed;           ///< of one that the compiler goes on with

  bool is_executable() const { return status == CL_BUILD_SUCCESS && image && image->has_kernels(); }
  /// The answer to CL_PROGRAM_BINARIES, which waits for all kernels to be compiled. Null if there is none.
  std::shared_ptr<const std::vector<std::byte>> whole_binary() const {
    return postponed ? postponed->all().binary : binary;
  }
  /// Compiles all kernels that are not compiled yet, faster than one by one.
  void finish_all() const {
    if (postponed) postponed->all();
  }
};

class Program final : public Object {
 public:
  /// Source to be built.
  Program(Ref<Context> context, std::string source);
  /// Each name is a built-in kernel of at least one of the devices.
  Program(Ref<Context> context, std::vector<Device*> devices, std::span<const std::string> builtin_kernels);
  /// From binaries or by linking: one state per device, in the order of `devices`.
  Program(Ref<Context> context, ProgramOrigin origin, std::vector<Device*> devices,
          std::vector<BuildState> states);

  Context& context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  std::span<Device* const> devices() const { return devices_; }
  bool has(const Device& device) const;
  const std::string& source() const { return source_; }

  /// True for a program with an executable for at least one device.
  bool is_executable() const;
  /// The kernels of the executables, in order; only kernels with the same definition on all devices.
  std::vector<std::string> kernel_names() const;
  /// The kernel for each device that has it; none if there is no such kernel.
  std::vector<DeviceKernel> kernel(const std::string& name) const;

  /// `device` is a device of the program. A sub-device without its own build has its parent's state.
  BuildState state(const Device& device) const;
  /// The binary for a device of a program that was made from binaries.
  const BuildState& loaded(const Device& device) const { return loaded_[index_of(device)]; }
  /// Claims the program for a build. False while kernels are attached to it, or another build runs.
  bool begin_build(std::span<Device* const> devices);
  void end_build(const Device& device, const BuildState& state);
  /// Marks a claimed build as failed on devices where it has not ended.
  void abandon_build(std::span<Device* const> devices);

  /// A program cannot be built again while kernel objects with a valid handle exist.
  void attach_kernel();
  void detach_kernel();

 private:
  ~Program() override = default;
  void on_unreachable() override { context_.let_go(); }

  std::vector<DeviceKernel> find_kernel(const std::string& name) const;  // with the lock held
  std::size_t index_of(const Device& device) const;
  /// The state of the device, or of its parent if the device has none. Call with the lock held.
  const BuildState& effective_state(const Device& device) const;

  Attachment<Context> context_;
  const ProgramOrigin origin_;
  const std::vector<Device*> devices_;
  const std::string source_;
  const std::vector<std::string> builtin_kernels_;
  const std::vector<BuildState> loaded_;  // one per device; a failed build keeps them
  mutable std::mutex mutex_;
  std::vector<BuildState> states_;  // under mutex_; one per device
  unsigned attached_kernels_ = 0;   // under mutex_
};

}  // namespace quadcl::icd
