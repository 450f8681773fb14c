# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for Debian's armel on a Pi 1 or Zero, on Debian 12: `./run cross armel` calls this. Debian's armhf, its
# start files and its libgcc are ARMv7, which an ARM1176 does not execute; those of armel are ARMv5. Functions take floats
# in integer registers there, and compute with VFP.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(CMAKE_C_COMPILER arm-linux-gnueabi-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabi-g++)
set(CMAKE_C_FLAGS_INIT "-mcpu=arm1176jzf-s -mfpu=vfp -mfloat-abi=softfp -marm")
set(CMAKE_CXX_FLAGS_INIT "-mcpu=arm1176jzf-s -mfpu=vfp -mfloat-abi=softfp -marm -Wno-psabi")

set(QUADCL_TARGET_TRIPLE arm-linux-gnueabi)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
