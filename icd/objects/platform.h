// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "compiler_client/compiler_client.h"
#include "core/options.h"
#include "icd/base/fork_local.h"
#include "icd/base/handle_table.h"
#include "icd/base/object.h"
#include "icd/base/worker_lane.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// The one platform, which owns all state of the library. It is made at the first call and never destroyed:
/// worker threads and the application's exit handlers may use it until the process ends.
class Platform final : public Object {
 public:
  static Platform& instance();

  const Options& options() const { return options_; }
  const CompilerClient& compiler() const { return compiler_; }
  HandleTable& handles() { return handles_; }

  /// The devices. The first call starts the backends. If one does not start, its device is missing here or
  /// not available, and `problems` names it.
  std::span<Device* const> devices();
  /// Messages for the user: options that could not be used, devices that did not start.
  std::span<const std::string> problems();

  // Copies and native kernels have their own threads, so they never wait for launches.
  WorkerLane& transfers() { return transfers_; }
  WorkerLane& native_kernels() { return native_kernels_; }
  WorkerLane& callbacks() { return callbacks_; }
  /// For builds that the application does not wait for.
  WorkerLane& builds() { return builds_; }

 private:
  Platform();
  ~Platform() override = default;

  void start_devices();
  void add_problem(const std::string& problem);
  /// For the end of the process: no launch and no callback runs after this call.
  void close() noexcept;

  HandleTable handles_;
  Options options_;
  const CompilerClient compiler_{options_};
  std::vector<std::string> problems_;
  std::once_flag devices_started_;
  std::vector<Device*> devices_;
  const unsigned forks_at_start_ = forks_so_far();
  WorkerLane transfers_{"quadcl-copy", 2};
  WorkerLane native_kernels_{"quadcl-native", 2};
  WorkerLane builds_{"quadcl-build", 2};
  WorkerLane callbacks_{"quadcl-callback", 1};
};

/// The backend that runs launches on a device with a target: for the CPU it is that of the CPU device,
/// whatever the device is.
Backend& backend_for(const Device& device, LaunchTarget target);

}  // namespace quadcl::icd
