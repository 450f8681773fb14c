// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "compiler_client/compiler_client.h"
#include "core/options.h"
#include "icd/base/handle_table.h"
#include "icd/base/object.h"
#include "icd/base/worker_lane.h"

namespace quadcl::icd {

class Device;

/// The one platform, and with it all state of the library. Made at the first call, never destroyed: worker
/// threads and the application's own exit handlers may use it to the end of the process.
class Platform final : public Object {
 public:
  static Platform& instance();

  const Options& options() const { return options_; }
  const CompilerClient& compiler() const { return compiler_; }
  HandleTable& handles() { return handles_; }

  /// The devices. The first call starts the backends; one that does not start is not available, or missing
  /// here, and named in `problems`.
  std::span<Device* const> devices();
  /// What the user should know: options that were not usable, devices that did not start.
  std::span<const std::string> problems();

  // Copies and native kernels have threads of their own, so that launches never keep them waiting.
  WorkerLane& transfers() { return transfers_; }
  WorkerLane& native_kernels() { return native_kernels_; }
  WorkerLane& callbacks() { return callbacks_; }
  /// Builds that the application does not wait for.
  WorkerLane& builds() { return builds_; }

 private:
  Platform();
  ~Platform() override = default;

  void start_devices();
  void add_problem(const std::string& problem);
  /// At the end of the process: no launch and no callback runs from here on.
  void close() noexcept;

  HandleTable handles_;
  Options options_;
  const CompilerClient compiler_{options_};
  std::vector<std::string> problems_;
  std::once_flag devices_started_;
  std::vector<Device*> devices_;
  WorkerLane transfers_{"quadcl-copy", 2};
  WorkerLane native_kernels_{"quadcl-native", 2};
  WorkerLane builds_{"quadcl-build", 2};
  WorkerLane callbacks_{"quadcl-callback", 1};
};

}  // namespace quadcl::icd
