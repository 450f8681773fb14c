// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compiler_client/build_cache.h"
#include "compiler_client/plugin.h"
#include "core/host_target.h"
#include "core/options.h"

namespace quadcl {

/// The compiler, a plugin beside the ICD's library, with a cache of finished builds in front of it.
class CompilerClient {
 public:
  explicit CompilerClient(const Options& options)
      : target_(HostTarget::of_this_machine(options.cpu_baseline)), options_(options), cache_(options) {}

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

  const HostTarget target_;
  const Options options_;
  const BuildCache cache_;
};

}  // namespace quadcl
