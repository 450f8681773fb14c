# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for a 64-bit Raspberry Pi OS, on Debian 12:
#   dpkg --add-architecture arm64 && apt-get update
#   apt-get install cmake ninja-build pkg-config g++ g++-aarch64-linux-gnu opencl-headers libcli11-dev \
#       nlohmann-json3-dev ocl-icd-opencl-dev:arm64 libopenblas-dev:arm64 libtbb-dev:arm64 libxxhash-dev:arm64
#   cmake --preset no-compiler && cmake --build build-no-compiler --target qpu-as     # one that runs here
#   cmake -S . -B build-pi -G Ninja -DCMAKE_BUILD_TYPE=Release \
#       -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/raspberry-pi-64.cmake \
#       -DQUADCL_QPU_AS=$PWD/build-no-compiler/bin/qpu-as \
#       -DQUADCL_BUILD_TESTS=OFF -DQUADCL_BUILD_BENCH=OFF
#   cmake --build build-pi
# With -DQUADCL_COMPILER=ON, also -DQUADCL_SPLIT_BUILTINS=<a quadcl-split-builtins that runs here>. A copy of
# a Pi's file system takes the place of the packages for arm64 with -DCMAKE_SYSROOT=<folder>.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(QUADCL_TARGET_TRIPLE aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)
