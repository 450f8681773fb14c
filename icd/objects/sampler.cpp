// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/sampler.h"

#include "core/image_abi.h"

namespace quadcl::icd {
namespace {

struct AddressingBits {
  cl_addressing_mode mode;
  std::uint32_t bits;
};

constexpr AddressingBits kAddressing[]{
    {CL_ADDRESS_NONE, 0},
    {CL_ADDRESS_CLAMP_TO_EDGE, QUADCL_SAMPLER_CLAMP_TO_EDGE},
    {CL_ADDRESS_CLAMP, QUADCL_SAMPLER_CLAMP},
    {CL_ADDRESS_REPEAT, QUADCL_SAMPLER_REPEAT},
    {CL_ADDRESS_MIRRORED_REPEAT, QUADCL_SAMPLER_MIRRORED_REPEAT},
};

}  // namespace

std::uint32_t Sampler::bits() const {
  std::uint32_t bits = spec_.filter == CL_FILTER_LINEAR ? QUADCL_SAMPLER_LINEAR : QUADCL_SAMPLER_NEAREST;
  if (spec_.normalised) bits |= QUADCL_SAMPLER_NORMALISED;
  for (const AddressingBits& row : kAddressing)
    if (row.mode == spec_.addressing) bits |= row.bits;
  return bits;
}

}  // namespace quadcl::icd
