// SPDX-License-Identifier: Apache-2.0
// The messages of a context to its notify callback.
#pragma once

#include <string>

#include "fixture.h"

namespace api {

/// A context for the device under test, and its messages.
struct NotedContext {
  Mailbox<std::string> messages;
  Context context = made([this](cl_int* error) {
    const cl_device_id id = device();
    return clCreateContext(nullptr, 1, &id, note, &messages, error);
  });

 private:
  static void CL_CALLBACK note(const char* message, const void*, size_t, void* mailbox) {
    static_cast<Mailbox<std::string>*>(mailbox)->put(message);
  }
};

}  // namespace api
