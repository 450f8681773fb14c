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

/// The callback for errors that no return value can report.
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

  /// The device that allocates for all devices of the context: one that needs bus addresses, if there is one.
  Device& allocating_device() const;
  /// Memory that every device of the context can use. If the memory of the QPUs is used up, it comes from the
  /// CPU: compiled kernels work with it, kernels on the QPUs refuse it.
  /// Reports an error to the application; `what` names the object in the message.
  Outcome<std::unique_ptr<Memory>> allocate(std::size_t size, const char* what,
                                            std::size_t alignment = kBufferAlignment,
                                            Contents contents = Contents::zeros) const;
  /// Whether a device allows memory objects of this size.
  bool allows_size(std::size_t size) const;
  SvmHeap& svm() { return svm_; }

  /// Sends a message to the application and the log. Do not call it with a lock held.
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
  std::list<Attachment<Device>> attachments_;  // keep the handles of sub-devices valid
  const std::vector<Ref<Device>> device_references_;
  const std::vector<cl_context_properties> properties_;
  const ContextNotify notify_;
  SvmHeap svm_;
  std::mutex mutex_;
  std::vector<Destructor> destructors_;
};

}  // namespace quadcl::icd
