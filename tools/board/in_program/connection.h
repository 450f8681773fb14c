// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/board/protocol.h"

namespace quadcl::tools::simulated {

/// The folder of the board; null outside of one.
const char* board_folder();

/// A descriptor for a device, -1 with errno.
int open_device(Device device, bool closes_at_exec, std::uint32_t number = 0);
/// Whether the descriptor is of a device of the board. Keeps errno.
bool is_device(int descriptor);
/// Another descriptor for it, of the library's own.
int duplicate(int descriptor);

/// The argument of a request, which its reply changes.
struct Argument {
  void* bytes = nullptr;
  std::size_t size = 0;
};

/// False with errno: the request or its reply did not arrive, or the reply is an error. `descriptor`, if it
/// is not null, becomes that of the reply.
bool ask(int connection, Request request, Reply& reply, Argument argument = {}, int* descriptor = nullptr);

}  // namespace quadcl::tools::simulated
