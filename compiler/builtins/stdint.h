// SPDX-License-Identifier: Apache-2.0
#pragma once

// For the headers of core/ that the files of this folder include.

typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
