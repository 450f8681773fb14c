// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "icd/base/object.h"
#include "icd/base/opencl.h"
#include "icd/base/outcome.h"
#include "icd/objects/device.h"
#include "icd/objects/svm.h"

namespace quadcl::icd {

/// Who hears of errors that no return value can tell.
struct ContextNotify {
  using Function = void(CL_CALLBACK*)(const char* message, const void* private_info, size_t private_size,
                                      void* user_data);
  Function function = nullptr;
  void* user_data = nullptr;
};

class Context final : public Object {
 public:
  using DestructorCallback = void(CL_CALLBACK*)(cl_context context, void* user_data);

  Context(std::vector<Device*> devices, std::vector<cl_context_properties> properties, ContextNotify notify);

  std::span<Device* const> devices() const { return devices_; }
  bool has(const Device& device) const;
  std::span<const cl_context_properties> properties() const { return properties_; }

  /// The device whose memory all devices of the context can use: one that needs bus addresses, if any does.
  Device& allocating_device() const;
  /// Memory that every device of the context can use. Once the QPUs' is used up, and a CPU is there, its: C
  /// kernels do not tell the difference, and those on the QPUs refuse it. Tells the application of an error,
  /// which it calls by the name of `what`.
  Outcome<std::unique_ptr<Memory>> allocate(std::size_t size, const char* what) const;
  SvmHeap& svm() { return svm_; }

  /// Tells the application and the log. Call it without holding a lock.
  void notify(const std::string& message) const;

  void add_destructor_callback(DestructorCallback function, void* user_data);

 private:
  struct Destructor {
    DestructorCallback function;
    void* user_data;
  };

  ~Context() override;

  void on_unreachable() override { attachments_.clear(); }

  const std::vector<Device*> devices_;
  std::list<Attachment<Device>> attachments_;  // to `devices_`, for the handles of sub-devices
  const std::vector<Ref<Device>> device_references_;
  const std::vector<cl_context_properties> properties_;
  const ContextNotify notify_;
  SvmHeap svm_;
  std::mutex mutex_;
  std::vector<Destructor> destructors_;
};

}  // namespace quadcl::icd
