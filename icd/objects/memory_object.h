// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/memory.h"
#include "icd/base/object.h"
#include "icd/base/outcome.h"
#include "icd/base/rectangle.h"
#include "icd/objects/context.h"

namespace quadcl::icd {

/// The arguments that a memory object with storage of its own is made with.
struct MemorySpec {
  cl_mem_flags flags = 0;
  std::size_t size = 0;  ///< in bytes
  void* host_ptr = nullptr;
  std::vector<cl_mem_properties> properties;
  std::size_t alignment = kBufferAlignment;
};

/// A region that the application has mapped.
struct Mapping {
  std::byte* pointer = nullptr;  ///< as returned to the application
  Rectangle box;                 ///< in the root
  bool writes = false;
  bool reads_contents = true;  ///< false: the application does not need the old contents
  std::uint64_t number = 0;    ///< distinguishes mappings with the same pointer
};

/// What a `cl_mem` names: memory of a context, or a part of another memory object's.
///
/// With CL_MEM_USE_HOST_PTR and a device that has its own memory, that memory holds the contents. Mapping a
/// region copies it to the application's memory, unmapping copies it back.
class MemoryObject : public Object {
 public:
  using DestructorCallback = void(CL_CALLBACK*)(cl_mem memory_object, void* user_data);

  cl_mem_object_type type() const { return type_; }
  Context& context() const { return *context_; }
  const MemoryObject* parent() const { return parent_.get(); }
  cl_mem_flags flags() const { return flags_; }
  std::size_t size() const { return range_.size; }
  /// In bytes from the start of the parent; 0 without a parent.
  std::size_t origin() const { return origin_; }
  /// In bytes from the start of the root: the memory object with storage of its own.
  std::size_t root_origin() const { return parent_ ? parent_->root_origin() + origin_ : 0; }
  /// With CL_MEM_USE_HOST_PTR, else NULL.
  std::byte* host_ptr() const { return host_ptr_; }
  std::span<const cl_mem_properties> properties() const { return properties_; }

  /// The memory that kernels and commands use.
  const MemoryRange& range() const { return range_; }
  /// True if both have the same root.
  bool shares_memory_with(const MemoryObject& other) const { return &root() == &other.root(); }

  /// True if the devices do not work on the application's memory itself: then maps and unmaps copy.
  bool is_cached() const { return host_ptr_ != nullptr && host_ptr_ != range_.host; }
  /// Records a mapping. The caller must then `keep` or `forget` it. Empty if the mapping is for writing and
  /// overlaps another one for writing.
  std::optional<Mapping> map(const Rectangle& box, cl_map_flags flags);
  /// A kept mapping with this pointer. The caller must then `keep` or `forget` it. Empty if there is none.
  std::optional<Mapping> unmap(const void* pointer);
  void keep(const Mapping& mapping) noexcept;
  void forget(const Mapping& mapping) noexcept;
  std::size_t map_count() const;
  /// Copies the contents to the application's memory, or back.
  void synchronise_map(const Mapping& mapping) const;
  void synchronise_unmap(const Mapping& mapping) const;

  void add_destructor_callback(DestructorCallback function, void* user_data);

 protected:
  /// Memory for the contents, with those of the host pointer. Errors: CL_MEM_OBJECT_ALLOCATION_FAILURE,
  /// CL_OUT_OF_HOST_MEMORY. `what` names the object in messages.
  static Outcome<std::unique_ptr<Memory>> provide_memory(Context& context, const MemorySpec& spec,
                                                         const char* what);

  MemoryObject(cl_mem_object_type type, Ref<Context> context, MemorySpec spec,
               std::unique_ptr<Memory> memory);
  /// A part of the parent.
  MemoryObject(cl_mem_object_type type, Ref<MemoryObject> parent, cl_mem_flags flags, std::size_t origin,
               std::size_t size);
  ~MemoryObject() override;

 private:
  struct Destructor {
    DestructorCallback function;
    void* user_data;
  };
  struct OwnedMapping : Mapping {
    const MemoryObject* owner;
    bool changes = true;  ///< while a command that maps or unmaps it is being enqueued
  };

  void on_unreachable() override;

  MemoryObject& root() { return parent_ ? parent_->root() : *this; }
  const MemoryObject& root() const { return parent_ ? parent_->root() : *this; }

  const cl_mem_object_type type_;
  Attachment<Context> context_;
  Attachment<MemoryObject> parent_;
  const cl_mem_flags flags_;
  const std::size_t origin_ = 0;
  std::byte* const host_ptr_;
  const std::vector<cl_mem_properties> properties_;
  const std::unique_ptr<Memory> memory_;  // of the root only
  const MemoryRange range_;

  mutable std::mutex mutex_;            // protects all members below
  std::vector<OwnedMapping> mappings_;  // of the root: also those of its parts
  std::uint64_t mappings_made_ = 0;     // of the root
  std::vector<Destructor> destructors_;
};

}  // namespace quadcl::icd
