# SPDX-License-Identifier: Apache-2.0
# 32-bit programs of an x86-64 PC with Debian 12, which start there without an emulator: `./run tests cross-i386` calls
# this. It shows what depends on the size of pointers. CMAKE_SYSTEM_NAME is not set: this is no cross build.
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)
# SSE, as x87 registers would keep more bits of a float than its type has.
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse -Wno-psabi")

set(QUADCL_TARGET_TRIPLE i386-linux-gnu)
set(libraries ${CMAKE_SYSROOT}/usr/lib/${QUADCL_TARGET_TRIPLE}:${CMAKE_SYSROOT}/lib/${QUADCL_TARGET_TRIPLE})
# The PC need not have a 32-bit C library: programs take loader and libraries of the sysroot.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,--dynamic-linker=${CMAKE_SYSROOT}/lib/ld-linux.so.2 -Wl,--disable-new-dtags -Wl,-rpath,${libraries}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-Wl,--disable-new-dtags -Wl,-rpath,${libraries}")
include(${CMAKE_CURRENT_LIST_DIR}/sysroot.cmake)

# The same for programs of the sysroot that tests start, and for what these start. OPAL_PREFIX is where MPI finds its parts.
if(CMAKE_SYSROOT)
  foreach(program IN ITEMS clinfo mpirun)
    file(WRITE ${CMAKE_BINARY_DIR}/${program}
         "#!/bin/sh\nexport LD_LIBRARY_PATH=${libraries} OPAL_PREFIX=${CMAKE_SYSROOT}/usr\n"
         "exec ${CMAKE_SYSROOT}/lib/ld-linux.so.2 ${CMAKE_SYSROOT}/usr/bin/${program} \"$@\"\n")
    file(CHMOD ${CMAKE_BINARY_DIR}/${program} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    string(TOUPPER ${program} variable)
    set(${variable} ${CMAKE_BINARY_DIR}/${program} CACHE FILEPATH "${program} of the sysroot" FORCE)
  endforeach()
endif()
