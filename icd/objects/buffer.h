// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/memory.h"
#include "icd/base/object.h"
#include "icd/base/outcome.h"
#include "icd/objects/context.h"

namespace quadcl::icd {

/// The arguments that a buffer is made with.
struct BufferSpec {
  cl_mem_flags flags = 0;
  std::size_t size = 0;
  void* host_ptr = nullptr;
  std::vector<cl_mem_properties> properties;
};

/// A region that the application has mapped.
struct Mapping {
  std::byte* pointer = nullptr;  ///< as returned to the application
  std::size_t offset = 0;        ///< in the root buffer
  std::size_t size = 0;
  bool writes = false;
  bool reads_contents = true;  ///< false: the application does not need the old contents
  std::uint64_t number = 0;    ///< distinguishes mappings with the same pointer
};

/// A buffer, or a part of one.
///
/// With CL_MEM_USE_HOST_PTR and a device that has its own memory, that memory holds the contents. Mapping a
/// region copies it to the application's memory, unmapping copies it back.
class Buffer final : public Object {
 public:
  using DestructorCallback = void(CL_CALLBACK*)(cl_mem buffer, void* user_data);

  /// Allocates at once, so that a failure is reported here: CL_MEM_OBJECT_ALLOCATION_FAILURE or
  /// CL_OUT_OF_HOST_MEMORY.
  static Outcome<Ref<Buffer>> create(Ref<Context> context, BufferSpec spec);
  static Ref<Buffer> create_sub_buffer(Ref<Buffer> parent, cl_mem_flags flags, std::size_t origin,
                                       std::size_t size);

  Context& context() const { return *context_; }
  const Buffer* parent() const { return parent_.get(); }
  bool is_sub_buffer() const { return static_cast<bool>(parent_); }
  cl_mem_flags flags() const { return flags_; }
  std::size_t size() const { return range_.size; }
  /// In bytes from the start of the parent; 0 without a parent.
  std::size_t origin() const { return origin_; }
  /// With CL_MEM_USE_HOST_PTR, else NULL.
  std::byte* host_ptr() const { return host_ptr_; }
  std::span<const cl_mem_properties> properties() const { return properties_; }

  /// The memory that kernels and commands use.
  const MemoryRange& range() const { return range_; }
  /// True if both have the same root buffer.
  bool shares_memory_with(const Buffer& other) const { return &root() == &other.root(); }

  /// True if the devices do not work on the application's memory itself: then maps and unmaps copy.
  bool is_cached() const { return host_ptr_ != nullptr && host_ptr_ != range_.host; }
  /// Records a mapping. The caller must then `keep` or `forget` it. Empty if the mapping is for writing and
  /// overlaps another one for writing.
  std::optional<Mapping> map(std::size_t offset, std::size_t size, cl_map_flags flags);
  /// A kept mapping with this pointer. The caller must then `keep` or `forget` it. Empty if there is none.
  std::optional<Mapping> unmap(const void* pointer);
  void keep(const Mapping& mapping) noexcept;
  void forget(const Mapping& mapping) noexcept;
  std::size_t map_count() const;
  /// Copies the contents to the application's memory, or back.
  void synchronise_map(const Mapping& mapping) const;
  void synchronise_unmap(const Mapping& mapping) const;

  void add_destructor_callback(DestructorCallback function, void* user_data);

 private:
  struct Destructor {
    DestructorCallback function;
    void* user_data;
  };
  struct MappingOfBuffer : Mapping {
    const Buffer* buffer;
    bool changes = true;  ///< while a command that maps or unmaps it is being enqueued
  };

  Buffer(Ref<Context> context, BufferSpec spec, std::unique_ptr<Memory> memory);
  Buffer(Ref<Buffer> parent, cl_mem_flags flags, std::size_t origin, std::size_t size);
  ~Buffer() override;
  void on_unreachable() override;

  Buffer& root() { return parent_ ? *parent_ : *this; }
  const Buffer& root() const { return parent_ ? *parent_ : *this; }
  Attachment<Context> context_;
  Attachment<Buffer> parent_;
  const cl_mem_flags flags_;
  const std::size_t origin_ = 0;
  std::byte* const host_ptr_;
  const std::vector<cl_mem_properties> properties_;
  const std::unique_ptr<Memory> memory_;  // of the root only
  const MemoryRange range_;

  mutable std::mutex mutex_;               // protects all members below
  std::vector<MappingOfBuffer> mappings_;  // of the root: also those of its sub-buffers
  std::uint64_t mappings_made_ = 0;        // of the root
  std::vector<Destructor> destructors_;
};

}  // namespace quadcl::icd
