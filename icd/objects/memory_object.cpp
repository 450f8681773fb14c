// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/memory_object.h"

#include <algorithm>

#include "icd/base/copy.h"
#include "icd/objects/memory_flags.h"

namespace quadcl::icd {
namespace {

/// The application's own memory, if every device of the context can work on it.
class HostMemory final : public Memory {
 public:
  explicit HostMemory(MemoryRange range) : Memory(range) {}
};

MemoryRange sized(MemoryRange range, std::size_t size) {
  range.size = size;
  return range;
}

/// A part inherits missing flags from its parent (OpenCL 3.0 API, clCreateSubBuffer, clCreateImage).
cl_mem_flags inherited_flags(cl_mem_flags flags, cl_mem_flags parent) {
  if ((flags & kAccessFlags) == 0) flags |= parent & kAccessFlags;
  if ((flags & kHostAccessFlags) == 0) flags |= parent & kHostAccessFlags;
  return flags | (parent & kHostPointerFlags);
}

}  // namespace

Outcome<std::unique_ptr<Memory>> MemoryObject::provide_memory(Context& context, const MemorySpec& spec,
                                                              const char* what) {
  const Device& device = context.allocating_device();
  const bool uses_host_ptr = (spec.flags & CL_MEM_USE_HOST_PTR) != 0;
  // The alignment of host_ptr is the application's duty (OpenCL 3.0 API, "Alignment of application data
  // types").
  if (uses_host_ptr && device.description().kind == DeviceKind::cpu)
    return std::unique_ptr<Memory>(
        std::make_unique<HostMemory>(MemoryRange{static_cast<std::byte*>(spec.host_ptr), spec.size, {}}));
  if (uses_host_ptr && context.svm().holds(spec.host_ptr, spec.size))
    return std::unique_ptr<Memory>(std::make_unique<HostMemory>(*context.svm().find(spec.host_ptr)));

  // All bytes of the application are copied into it, here or by the image.
  const bool is_filled = (spec.flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  ICD_TRY(auto memory,
          context.allocate(spec.size, what, spec.alignment, is_filled ? Contents::any : Contents::zeros));
  if (spec.host_ptr != nullptr) copy_bytes(memory->range().host, spec.host_ptr, spec.size);
  return memory;
}

MemoryObject::MemoryObject(cl_mem_object_type type, Ref<Context> context, MemorySpec spec,
                           std::unique_ptr<Memory> memory)
    : Object(ObjectKind::memory),
      type_(type),
      context_(std::move(context)),
      flags_((spec.flags & kAccessFlags) != 0 ? spec.flags : spec.flags | CL_MEM_READ_WRITE),
      host_ptr_((spec.flags & CL_MEM_USE_HOST_PTR) != 0 ? static_cast<std::byte*>(spec.host_ptr) : nullptr),
      properties_(std::move(spec.properties)),
      memory_(std::move(memory)),
      range_(sized(memory_->range(), spec.size)) {}

MemoryObject::MemoryObject(cl_mem_object_type type, Ref<MemoryObject> parent, cl_mem_flags flags,
                           std::size_t origin, std::size_t size)
    : Object(ObjectKind::memory),
      type_(type),
      context_(parent->context_.ref()),
      parent_(parent),
      flags_(inherited_flags(flags, parent->flags_)),
      origin_(origin),
      host_ptr_(parent->host_ptr_ != nullptr ? parent->host_ptr_ + origin : nullptr),
      range_(parent->range_.slice(origin, size)) {}

MemoryObject::~MemoryObject() {
  for (auto destructor = destructors_.rbegin(); destructor != destructors_.rend(); ++destructor)
    destructor->function(static_cast<cl_mem>(handle()), destructor->user_data);
}

void MemoryObject::on_unreachable() {
  parent_.let_go();
  context_.let_go();
}

std::optional<Mapping> MemoryObject::map(const Rectangle& box, cl_map_flags flags) {
  OwnedMapping mapping;
  mapping.pointer = (is_cached() ? host_ptr_ : range_.host) + box.offset;
  mapping.box = box.moved(root_origin());
  mapping.writes = (flags & kMapsForWriting) != 0;
  mapping.reads_contents = (flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0;
  mapping.owner = this;

  MemoryObject& root = this->root();
  const std::lock_guard lock(root.mutex_);
  const bool conflict = std::any_of(root.mappings_.begin(), root.mappings_.end(), [&](const Mapping& other) {
    return mapping.writes && other.writes && overlap(mapping.box, other.box);
  });
  if (conflict) return {};
  mapping.number = ++root.mappings_made_;
  root.mappings_.push_back(mapping);
  return mapping;
}

std::optional<Mapping> MemoryObject::unmap(const void* pointer) {
  MemoryObject& root = this->root();
  const std::lock_guard lock(root.mutex_);
  const auto found =
      std::find_if(root.mappings_.begin(), root.mappings_.end(), [&](const OwnedMapping& mapping) {
        return mapping.owner == this && mapping.pointer == pointer && !mapping.changes;
      });
  if (found == root.mappings_.end()) return {};
  found->changes = true;
  return static_cast<const Mapping&>(*found);  // NOLINT(cppcoreguidelines-slicing): meant
}

void MemoryObject::keep(const Mapping& mapping) noexcept {
  MemoryObject& root = this->root();
  const std::lock_guard lock(root.mutex_);
  for (OwnedMapping& other : root.mappings_)
    if (other.number == mapping.number) other.changes = false;
}

void MemoryObject::forget(const Mapping& mapping) noexcept {
  MemoryObject& root = this->root();
  const std::lock_guard lock(root.mutex_);
  std::erase_if(root.mappings_, [&](const Mapping& other) { return other.number == mapping.number; });
}

std::size_t MemoryObject::map_count() const {
  const MemoryObject& root = this->root();
  const std::lock_guard lock(root.mutex_);
  return static_cast<std::size_t>(std::count_if(root.mappings_.begin(), root.mappings_.end(),
                                                [&](const auto& mapping) { return mapping.owner == this; }));
}

void MemoryObject::synchronise_map(const Mapping& mapping) const {
  if (is_cached() && mapping.reads_contents)
    copy_rectangle(root().range_.host, mapping.box, root().host_ptr_, mapping.box);
}

void MemoryObject::synchronise_unmap(const Mapping& mapping) const {
  if (is_cached() && mapping.writes)
    copy_rectangle(root().host_ptr_, mapping.box, root().range_.host, mapping.box);
}

void MemoryObject::add_destructor_callback(DestructorCallback function, void* user_data) {
  const std::lock_guard lock(mutex_);
  destructors_.push_back({function, user_data});
}

}  // namespace quadcl::icd
