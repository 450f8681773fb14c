// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/launch.h"

#include "core/log.h"
#include "icd/base/error_map.h"
#include "icd/objects/platform.h"
#include "icd/runtime/verified_launch.h"

namespace quadcl::icd {
namespace {

Outcome<CheckedLaunch> check_launch(const Device& device, LaunchRequest request, const Context& context) {
  const LaunchTarget target = own_target(*request.kernel, device.description().kind);
  auto checked = device.backend_for(target).check(std::move(request));
  if (checked.ok()) return std::move(*checked);
  context.notify(checked.error().message);
  return error_code(checked.error().code);
}

LaunchChoice choose(const Device& device, const LaunchRequest& request) {
  LaunchChoice choice = select_launch(request, device.description().kind, Platform::instance().options());
  if (!choice.log.empty()) log_line(choice.log);
  return choice;
}

Result<LaunchReport> run_on(const Device& device, const Launch& launch) {
  const LaunchChoice& choice = launch.choice;
  if (choice.verified && choice.replacements.empty())
    return run_and_verify_compiled(device, launch.checked, *launch.context);
  if (choice.verified) return run_and_verify(device, choice, launch.checked, *launch.context);
  if (!choice.replacements.empty()) return run_replacements(device, choice);
  return device.backend_for(choice.target).run(launch.checked);
}

}  // namespace

Outcome<std::shared_ptr<const Launch>> make_launch(const Device& device, Context& context,
                                                   LaunchParts parts) {
  ICD_TRY(auto checked, check_launch(device, std::move(parts.request), context));
  LaunchChoice choice = choose(device, checked.request);
  return std::make_shared<const Launch>(Launch{std::move(checked), std::move(parts.memory_objects),
                                               std::move(parts.image), Ref<Context>(&context),
                                               std::move(choice)});
}

Completion run_launch(const Device& device, const Launch& launch) {
  if (launch.checked.request.range.empty()) return {};
  auto report = run_on(device, launch);
  if (!report.ok()) return report.error();
  return *report;
}

}  // namespace quadcl::icd
