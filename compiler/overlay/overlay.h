// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the OpenCL C files of this folder share. They are compiled at build time, with clang's
// opencl-c-base.h for the types but without declarations of the builtin functions.

#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((overloadable, const))
