// SPDX-License-Identifier: Apache-2.0
#include "icd/api/info.h"

#include <cstring>

namespace quadcl::icd {

cl_int InfoValue::store(const InfoTarget& target) const {
  if (error_ != CL_SUCCESS) return error_;
  const std::size_t size = bytes_.size() + size_not_stored_;
  if (target.value != nullptr) {
    if (target.size < size) return CL_INVALID_VALUE;
    std::memcpy(target.value, bytes_.data(), bytes_.size());
  }
  if (target.size_ret != nullptr) *target.size_ret = size;
  return CL_SUCCESS;
}

cl_int check_handle_array(cl_uint capacity, const void* array, const cl_uint* count) {
  if (capacity == 0 && array != nullptr) return CL_INVALID_VALUE;
  if (array == nullptr && count == nullptr) return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

}  // namespace quadcl::icd
