// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "icd/base/ref.h"

namespace quadcl::icd {

enum class ObjectKind : std::uint8_t {
  platform,
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  sampler
};

class Object;

/// A handle, and the number that tells its object from earlier ones with the same handle.
struct Handle {
  void* address = nullptr;
  std::uint64_t serial = 0;
};

/// What gives objects their handles.
class Handles {
 public:
  /// Throws std::bad_alloc.
  virtual Handle add(Object& object) = 0;
  /// Makes the handle invalid.
  virtual void remove(void* handle) = 0;

 protected:
  ~Handles() = default;
};

/// An object that an OpenCL handle names.
///
/// It has three kinds of holders: the application (clRetain*, clRelease*), API objects that can return its
/// handle from a get-info call (an `Attachment`), and the driver itself (a `Ref`). The handle is valid while
/// the first or second kind exists, so that a queue can always return its context. The object lives while any
/// holder exists, so releases never race with commands in flight.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  ObjectKind kind() const { return kind_; }

  /// Gives the object a handle, with one reference of the application. Throws std::bad_alloc.
  void* publish(Handles& handles);
  void* handle() const { return handle_; }
  /// Distinguishes this object from earlier ones with the same handle.
  std::uint64_t serial() const { return serial_; }

  /// False if the handle is not valid.
  bool retain_for_application() { return add_holder(kApplication); }
  /// False if the application has no reference to release.
  bool release_for_application();
  std::uint32_t application_references() const;

  bool attach() { return add_holder(kAttachment); }
  void detach() { remove_holder(kAttachment); }

  void retain() { driver_.fetch_add(1, std::memory_order_relaxed); }
  void release();

 protected:
  explicit Object(ObjectKind kind) : kind_(kind) {}
  virtual ~Object() = default;

 private:
  // Both counts in one word, so that one comparison shows that both are 0.
  static constexpr std::uint64_t kApplication = 1;
  static constexpr std::uint64_t kAttachment = std::uint64_t{1} << 32;

  /// Called once when the handle becomes invalid: gives back the attachments to other objects.
  virtual void on_unreachable() {}

  bool add_holder(std::uint64_t amount);
  void remove_holder(std::uint64_t amount);
  void become_unreachable();

  const ObjectKind kind_;
  std::atomic<std::uint64_t> holders_{0};
  std::atomic<std::uint32_t> driver_{0};
  Handles* handles_ = nullptr;
  void* handle_ = nullptr;
  std::uint64_t serial_ = 0;
};

/// Makes an object that has no handle yet.
template <typename T, typename... Args>
Ref<T> make(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

/// Keeps another object's handle valid until `let_go`, and the object itself until destruction.
template <typename T>
class Attachment {
 public:
  Attachment() = default;
  explicit Attachment(Ref<T> object) { attach_to(std::move(object)); }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;
  ~Attachment() { let_go(); }

  /// At most once.
  void attach_to(Ref<T> object) {
    object_ = std::move(object);
    attached_ = object_->attach();
  }
  void let_go() {
    if (std::exchange(attached_, false)) object_->detach();
  }

  T* get() const { return object_.get(); }
  T* operator->() const { return object_.get(); }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return static_cast<bool>(object_); }
  const Ref<T>& ref() const { return object_; }

 private:
  Ref<T> object_;
  bool attached_ = false;
};

}  // namespace quadcl::icd
