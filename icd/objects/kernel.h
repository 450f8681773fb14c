// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/launch/launch.h"
#include "icd/base/outcome.h"
#include "icd/objects/memory_object.h"
#include "icd/objects/program.h"

namespace quadcl::icd {

/// A memory object as an argument. Not owned: a kernel must not keep its arguments alive (OpenCL 3.0 API,
/// clSetKernelArg).
struct MemoryArgument {
  MemoryArgument() = default;
  MemoryArgument(void* handle, std::uint64_t serial) : handle(handle), serial(serial) {}

  void* handle = nullptr;  ///< NULL for none
  std::uint64_t serial = 0;
};

/// An argument that is an address in shared virtual memory.
struct SvmArgument {
  void* pointer = nullptr;
};

/// Set by clSetKernelArg or clSetKernelArgSVMPointer; empty before.
using KernelArgumentSetting =
    std::variant<std::monostate, ValueArgument, MemoryArgument, SvmArgument, LocalArgument>;

/// The arguments of one launch, and the objects they refer to.
struct ArgumentSnapshot {
  std::vector<ArgumentValue> values;
  std::vector<Ref<MemoryObject>> memory_objects;
};

class Kernel final : public Object {
 public:
  /// `kernels` is not empty.
  Kernel(Ref<Program> program, std::vector<DeviceKernel> kernels);

  Program& program() const { return *program_; }
  Context& context() const { return program_->context(); }
  const std::string& name() const { return image().name; }
  /// The kernel's properties that are the same on all devices.
  const KernelImage& image() const { return *kernels_.front().image; }
  std::span<const DeviceKernel> device_kernels() const { return kernels_; }
  /// NULL if the program has no executable for the device.
  std::shared_ptr<const KernelImage> image_for(const Device& device) const;

  void set_argument(std::size_t index, KernelArgumentSetting setting);
  /// Bytes for the `__local` variables and the `__local` arguments set so far, on a device with an
  /// executable. Saturates at the largest number.
  std::uint64_t local_memory_bytes(const Device& device) const;

  /// Whether the kernel may access memory of the host that is not from clSVMAlloc.
  void set_uses_system_svm(bool uses) { uses_system_svm_.store(uses); }
  bool uses_system_svm() const { return uses_system_svm_.load(); }

  /// The arguments for a launch on the device. CL_INVALID_KERNEL_ARGS if an argument is not set, or its
  /// memory object is gone.
  Outcome<ArgumentSnapshot> snapshot(const Device& device) const;

  /// The kernel for a launch with these arguments, which the device has: made for their images and samplers
  /// if the launch is worth it.
  std::shared_ptr<const KernelImage> image_for_launch(const Device& device, const ArgumentSnapshot& arguments,
                                                      const NDRange& range) const;
  /// What makes code for the local sizes of launches on the device; null if there is none.
  std::shared_ptr<PostponedKernels> code_for_sizes(const Device& device) const;

  /// A kernel with the same arguments and execution information.
  Ref<Kernel> clone() const;

 private:
  ~Kernel() override { detach(); }
  void on_unreachable() override {
    detach();
    program_.let_go();
  }
  void detach() {
    if (std::exchange(attached_, false)) program_->detach_kernel();
  }

  Attachment<Program> program_;
  const std::vector<DeviceKernel> kernels_;
  bool attached_ = true;  // to the program
  std::atomic<bool> uses_system_svm_ = false;
  mutable std::mutex mutex_;
  std::vector<KernelArgumentSetting> settings_;  // under mutex_
};

}  // namespace quadcl::icd
