# SPDX-License-Identifier: Apache-2.0
# Cross-compiles for a 64-bit Raspberry Pi OS:
#   cmake -S . -B build-pi -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/raspberry-pi-64.cmake
#         -DQUADCL_QPU_AS=<a qpu-as that runs here>
# With -DQUADCL_COMPILER=ON, also -DQUADCL_SPLIT_BUILTINS=<a quadcl-split-builtins that runs here>.
# Needs g++-aarch64-linux-gnu, and the libraries for arm64: Debian's, or a Pi's through CMAKE_SYSROOT.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
