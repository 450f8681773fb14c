# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for a 32-bit system on a Pi 2 or later, on Debian 12: `./run cross armhf` calls this.
# Not for a Pi 1 or Zero (ARMv6): the cross compiler's own start files and libgcc are ARMv7.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7l)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
set(CMAKE_CXX_FLAGS_INIT "-Wno-psabi")

set(QUADCL_TARGET_TRIPLE arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
