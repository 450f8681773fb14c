// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/buffer.h"

namespace quadcl::icd {

Outcome<Ref<Buffer>> Buffer::create(Ref<Context> context, MemorySpec spec) {
  ICD_TRY(auto memory, provide_memory(*context, spec, "A buffer"));
  return Ref<Buffer>(new Buffer(kType, std::move(context), std::move(spec), std::move(memory)));
}

Ref<Buffer> Buffer::create_sub_buffer(Ref<Buffer> parent, cl_mem_flags flags, std::size_t origin,
                                      std::size_t size) {
  return Ref<Buffer>(new Buffer(kType, std::move(parent), flags, origin, size));
}

}  // namespace quadcl::icd
