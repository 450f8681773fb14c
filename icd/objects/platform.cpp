// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/platform.h"

#include <chrono>
#include <cstdlib>

#include "core/log.h"
#include "core/machine_memory.h"
#include "host_fallback/factory.h"
#include "icd/base/copy.h"
#include "icd/base/dispatch.h"
#include "qpu/backend/factory.h"

namespace quadcl::icd {
namespace {

struct Factory {
  const char* device;
  Result<std::unique_ptr<Backend>> (*make)(const Options&);
};

Result<std::unique_ptr<Backend>> make_qpu_backend(const Options& options) {
  return qpu::make_qpu_backend(options, machine_memory_bytes());
}

/// In the order of clGetDeviceIDs.
constexpr Factory kFactories[]{
    {"QPU", make_qpu_backend},
    {"CPU", make_cpu_backend},
};

/// How long the end of the process waits for running launches. A launch cannot be stopped, and libraries that
/// it uses may be torn down while it runs.
constexpr std::chrono::seconds kPatienceAtExit{10};

}  // namespace

Platform& Platform::instance() {
  static Platform& platform = *new Platform;
  return platform;
}

Platform::Platform()
    : Object(ObjectKind::platform),
      handles_(dispatch_table()),
      options_(Options::from_environment()),
      problems_(options_.problems) {
  open_log(options_.log);
  for (const std::string& problem : problems_) log_line(problem);
  publish(handles_);
}

std::span<Device* const> Platform::devices() {
  std::call_once(devices_started_, [this] { start_devices(); });
  return devices_;
}

std::span<const std::string> Platform::problems() {
  devices();
  return problems_;
}

void Platform::start_devices() {
  // Exit handlers run in reverse order of registration. Registered here, this one runs before those of the
  // libraries that the backends use, TBB for one, which were loaded with ours.
  std::atexit([] { Platform::instance().close(); });
  for (const Factory& factory : kFactories) {
    auto backend = factory.make(options_);
    if (backend.ok()) {
      auto* device = new Device(std::move(backend).value());
      device->publish(handles_);
      devices_.push_back(device);
      if (!device->description().notice.empty()) add_problem(device->description().notice);
    } else {
      add_problem(std::string("The ") + factory.device + " device is missing: " + backend.error().message);
    }
  }
}

void Platform::add_problem(const std::string& problem) {
  problems_.push_back(problem);
  log_line(problem);
}

void Platform::close() noexcept {
  callbacks_.close({});
  builds_.close({});  // a build may go on until the process is gone
  for (Device* device : devices_) device->launches().close(kPatienceAtExit);
  stay_on_one_thread(kPatienceAtExit);
  // The hardware is the parent's.
  if (forks_so_far() != forks_at_start_) return;
  for (Device* device : devices_) device->backend().close();
}

Backend& backend_for(const Device& device, LaunchTarget target) {
  if (target == LaunchTarget::qpu) return device.backend();
  for (const Device* other : Platform::instance().devices())
    if (other->description().kind == DeviceKind::cpu) return other->backend();
  return device.backend();
}

}  // namespace quadcl::icd
