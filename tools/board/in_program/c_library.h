// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <cerrno>

// This folder is a library that is loaded into programs before the C library, and answers its functions for
// the files of a board. It uses nothing of the C++ library, which the program may not have.
namespace quadcl::tools::simulated {

/// The C library's own function.
template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// As system calls report it.
inline int fail(int error) {
  errno = error;
  return -1;
}

}  // namespace quadcl::tools::simulated

#define QUADCL_REPLACES extern "C" [[gnu::visibility("default")]]
