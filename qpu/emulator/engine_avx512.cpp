// SPDX-License-Identifier: Apache-2.0
#define QUADCL_ENGINE avx512
#include "qpu/emulator/engine_body.h"
