# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for the 32-bit Raspberry Pi OS on any Pi, the Zero and 1 included, on Debian 12:
#   apt-get install cmake ninja-build pkg-config g++ g++-arm-linux-gnueabihf opencl-headers libcli11-dev \
#       nlohmann-json3-dev
#   cmake --preset no-compiler && cmake --build build-no-compiler --target qpu-as     # one that runs here
#   cmake -S . -B build-pi -G Ninja -DCMAKE_BUILD_TYPE=Release \
#       -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/raspberry-pi-32.cmake -DCMAKE_SYSROOT=<copy of the Pi's file system> \
#       -DQUADCL_QPU_AS=$PWD/build-no-compiler/bin/qpu-as \
#       -DQUADCL_BUILD_TESTS=OFF -DQUADCL_BUILD_BENCH=OFF
#   cmake --build build-pi
# The Pi needs ocl-icd-opencl-dev libopenblas-dev libtbb-dev libxxhash-dev before its file system is copied.
# With -DQUADCL_COMPILER=ON, also -DQUADCL_SPLIT_BUILTINS=<a quadcl-split-builtins that runs here>.
# Debian's own libraries and start files for armhf want ARMv7: a program that is linked with them runs on a
# Pi 2 or later only.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)

# Pi 1 and Zero: ARM1176 with VFPv2, no NEON and no Thumb-2. ARMv6K has 64-bit atomics, ARMv6 has not.
set(CMAKE_C_FLAGS_INIT "-march=armv6k+fp -marm -mfloat-abi=hard")
set(CMAKE_CXX_FLAGS_INIT "-march=armv6k+fp -marm -mfloat-abi=hard -Wno-psabi")

set(QUADCL_TARGET_TRIPLE arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
