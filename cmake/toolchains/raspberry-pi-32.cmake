# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for the 32-bit Raspberry Pi OS on any Pi, the Zero and 1 included:
#   cmake -S . -B build-pi -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/raspberry-pi-32.cmake
#         -DCMAKE_SYSROOT=<copy of the Pi's file system> -DQUADCL_QPU_AS=<a qpu-as that runs here>
# With -DQUADCL_COMPILER=ON, also -DQUADCL_SPLIT_BUILTINS=<a quadcl-split-builtins that runs here>.
# Needs g++-arm-linux-gnueabihf. Debian's own libraries for armhf want ARMv7: take the sysroot from a Pi.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)

# Pi 1 and Zero: ARM1176 with VFPv2, no NEON and no Thumb-2.
set(CMAKE_C_FLAGS_INIT "-march=armv6+fp -marm -mfloat-abi=hard")
set(CMAKE_CXX_FLAGS_INIT "-march=armv6+fp -marm -mfloat-abi=hard -Wno-psabi")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
