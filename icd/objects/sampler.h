// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "icd/base/object.h"
#include "icd/objects/context.h"

namespace quadcl::icd {

/// How kernels read images.
struct SamplerSpec {
  bool normalised = true;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

class Sampler final : public Object {
 public:
  Sampler(Ref<Context> context, SamplerSpec spec, std::vector<cl_sampler_properties> properties)
      : Object(ObjectKind::sampler),
        context_(std::move(context)),
        spec_(spec),
        properties_(std::move(properties)) {}

  Context& context() const { return *context_; }
  const SamplerSpec& spec() const { return spec_; }
  std::span<const cl_sampler_properties> properties() const { return properties_; }
  /// As kernels see it: bits of `quadcl_sampler`.
  std::uint32_t bits() const;

 private:
  ~Sampler() override = default;
  void on_unreachable() override { context_.let_go(); }

  Attachment<Context> context_;
  const SamplerSpec spec_;
  const std::vector<cl_sampler_properties> properties_;
};

}  // namespace quadcl::icd
