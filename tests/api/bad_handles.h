// SPDX-License-Identifier: Apache-2.0
// Handles that functions must refuse.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fixture.h"

namespace api {

/// A handle that must be refused, and the reason.
template <typename T>
struct BadHandle {
  std::string what;
  T handle;
};

/// Memory that a loader can dispatch on, but that no platform made.
void* impostor();
/// A released object of each type, only on our platform. The next object may reuse its handle.
template <typename T>
T stale_handle();

/// NULL, and on our platform also garbage, an object of another type, and a released object. Make all other
/// objects of the test before: a new object may reuse the released handle.
template <typename T>
std::vector<BadHandle<T>> bad_handles() {
  std::vector<BadHandle<T>> bad{{"NULL", nullptr}};
  if (!is_quadcl()) return bad;
  bad.push_back({"no object at all", static_cast<T>(impostor())});
  bad.push_back({"an object of another type",
                 reinterpret_cast<T>(std::is_same_v<T, cl_device_id> ? static_cast<void*>(platform())
                                                                     : static_cast<void*>(device()))});
  if constexpr (!std::is_same_v<T, cl_device_id> && !std::is_same_v<T, cl_platform_id> &&
                !std::is_same_v<T, cl_sampler>) {
    bad.push_back({"a released object", stale_handle<T>()});
  }
  return bad;
}

/// Checks that `call(handle)` returns `error` for every bad handle.
template <typename T, typename Call>
void check_bad_handles(cl_int error, Call call) {
  for (const auto& [what, handle] : bad_handles<T>()) {
    INFO("handle: " << what);
    CHECK(call(handle) == error);
  }
}

}  // namespace api
