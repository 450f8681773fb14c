// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icd/objects/memory_object.h"

namespace quadcl::icd {

/// A buffer, or a part of one.
class Buffer final : public MemoryObject {
 public:
  static constexpr cl_mem_object_type kType = CL_MEM_OBJECT_BUFFER;

  /// Allocates at once, so that a failure is reported here: CL_MEM_OBJECT_ALLOCATION_FAILURE or
  /// CL_OUT_OF_HOST_MEMORY.
  static Outcome<Ref<Buffer>> create(Ref<Context> context, MemorySpec spec);
  static Ref<Buffer> create_sub_buffer(Ref<Buffer> parent, cl_mem_flags flags, std::size_t origin,
                                       std::size_t size);

  bool is_sub_buffer() const { return parent() != nullptr; }

 private:
  using MemoryObject::MemoryObject;
  ~Buffer() override = default;
};

}  // namespace quadcl::icd
