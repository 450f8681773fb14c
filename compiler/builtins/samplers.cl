// SPDX-License-Identifier: Apache-2.0
// What clang makes of constants of the type sampler_t (core/image_abi.h).
#include "builtins.h"

constant void* __translate_sampler_initializer(int value) { return (constant void*)(size_t)value; }
