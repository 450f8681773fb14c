// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler_client/kernel_cache.h"
#include "core/compiler_api.h"
#include "core/host_target.h"
#include "core/options.h"

namespace quadcl {

/// A job for the compiler: what to compile or link, and for which device.
struct CompilerTask {
  quadcl_compiler_action action = QUADCL_BUILD;
  std::string source;
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  ///< name, text
  std::vector<std::vector<std::byte>> inputs;                ///< program images to link
  unsigned address_bits = 8 * sizeof(void*);
  std::string extensions;  ///< and OpenCL C 3.0 features, separated by spaces
};

struct CompilerAnswer {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;
  std::vector<std::byte> image;
};

/// The compiler, a plugin beside the ICD's library, with a cache of finished builds in front of it.
class CompilerClient {
 public:
  explicit CompilerClient(const Options& options)
      : target_(HostTarget::of_this_machine(options.cpu_baseline)),
        vectorise_(options.vectorise),
        cache_(options) {}

  /// The target of compiled kernels. Program binaries must be for the same one.
  const HostTarget& target() const { return target_; }

  /// Whether the compiler is installed. Does not load it.
  bool is_available() const;

  /// Returns the build from the cache if possible. Otherwise loads the compiler, once per process, and calls
  /// it. If it cannot be loaded, the status is QUADCL_FAILED and the build log says why. May be called from
  /// any thread.
  CompilerAnswer run(const CompilerTask& task) const;

 private:
  std::string cache_key(const CompilerTask& task) const;
  CompilerAnswer ask(const quadcl_compiler& table, const CompilerTask& task) const;

  const HostTarget target_;
  const Vectorise vectorise_;
  const KernelCache cache_;
};

}  // namespace quadcl
