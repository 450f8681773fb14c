// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/uniform_stream.h"

#include <cstring>

namespace quadcl::qpu {

void UniformStream::place(std::byte* target, BusAddress base) const {
  std::memcpy(target, words_.data(), size_bytes());
  for (const std::size_t index : relocations_) {
    const std::uint32_t value = (base + words_[index]).value();
    std::memcpy(target + index * 4, &value, sizeof value);
  }
}

}  // namespace quadcl::qpu
