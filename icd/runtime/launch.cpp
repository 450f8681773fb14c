// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/launch.h"

#include "core/launch/group_facts.h"
#include "core/launch/qpu_launch.h"
#include "core/log.h"
#include "icd/base/error_map.h"
#include "icd/objects/platform.h"
#include "icd/runtime/verified_launch.h"

namespace quadcl::icd {
namespace {

Outcome<CheckedLaunch> check_launch(const Device& device, LaunchRequest request, const Context& context) {
  const LaunchTarget target = own_target(*request.kernel, device.description().kind);
  auto checked = backend_for(device, target).check(std::move(request));
  if (checked.ok()) return std::move(*checked);
  context.notify(checked.error().message);
  return error_code(checked.error().code);
}

LaunchChoice choose(const Device& device, const LaunchRequest& request) {
  LaunchChoice choice = select_launch(request, device.description().kind, Platform::instance().options());
  if (!choice.log.empty()) log_line(choice.log);
  return choice;
}

/// Before a launch on the QPUs: takes the code that was made for its local size, or makes it.
void take_code_for_size(Launch& launch) {
  if (launch.code_for_sizes == nullptr) return;
  LaunchRequest& request = launch.checked.request;
  auto made = launch.code_for_sizes->kernel_for(launch.image, launch.size, work_items_of(request.range));
  if (made == nullptr) return;
  request.kernel = made.get();
  const bool can_run = check_qpu_launch(request).ok();
  if (can_run) launch.image.swap(made);
  request.kernel = launch.image.get();
}

Result<LaunchReport> run_on(const Device& device, const Launch& launch) {
  const LaunchChoice& choice = launch.choice;
  if (choice.verified && choice.replacements.empty())
    return run_and_verify_compiled(device, launch.checked, *launch.context);
  if (choice.verified) return run_and_verify(device, choice, launch.checked, *launch.context);
  if (!choice.replacements.empty()) return run_replacements(device, choice);
  return backend_for(device, choice.target).run(launch.checked);
}

}  // namespace

Outcome<std::shared_ptr<Launch>> make_launch(const Device& device, Context& context, LaunchParts parts) {
  ICD_TRY(auto checked, check_launch(device, std::move(parts.request), context));
  const auto launch = std::make_shared<Launch>();
  launch->checked = std::move(checked);
  launch->memory_objects = std::move(parts.memory_objects);
  launch->image = std::move(parts.image);
  launch->context = Ref<Context>(&context);
  const LaunchRequest& request = launch->checked.request;
  launch->choice = choose(device, request);
  if (parts.code_for_sizes != nullptr && launch->choice.reason == LaunchReason::for_qpus) {
    launch->size = {group_facts(*request.kernel, request.arguments, request.range), true};
    if (!launch->size.facts.empty()) launch->code_for_sizes = std::move(parts.code_for_sizes);
  }
  return launch;
}

Completion run_launch(const Device& device, Launch& launch) {
  if (launch.checked.request.range.empty()) return {};
  take_code_for_size(launch);
  auto report = run_on(device, launch);
  if (!report.ok()) return report.error();
  return *report;
}

}  // namespace quadcl::icd
