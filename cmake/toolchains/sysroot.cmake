# SPDX-License-Identifier: Apache-2.0
# Where a cross build finds libraries. The toolchain file has set QUADCL_TARGET_TRIPLE. CMAKE_SYSROOT is a file system of
# the target, with relative links only. QUADCL_QPU_AS must be a qpu-as that runs here; with QUADCL_COMPILER=ON,
# QUADCL_SPLIT_BUILTINS a quadcl-split-builtins.

# Without this, pkg-config would find the libraries of the build machine.
set(ENV{PKG_CONFIG_LIBDIR}
    "${CMAKE_SYSROOT}/usr/lib/${QUADCL_TARGET_TRIPLE}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${CMAKE_SYSROOT}")

# Tests load our libraries with clinfo, and MPI starts ranks with its own: both are the target's, under the emulator.
if(CMAKE_SYSROOT)
  set(CLINFO ${CMAKE_SYSROOT}/usr/bin/clinfo CACHE FILEPATH "clinfo of the target")
  set(MPIRUN ${CMAKE_SYSROOT}/usr/bin/mpirun CACHE FILEPATH "mpirun of the target")
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
