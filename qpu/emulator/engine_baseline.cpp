// SPDX-License-Identifier: Apache-2.0
#define QUADCL_ENGINE baseline
#include "qpu/emulator/engine_body.h"
