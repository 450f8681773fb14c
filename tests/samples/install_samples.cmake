# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=<build folder> -DPREFIX=<folder to make> -DLAUNCHER=<of compilers> -P install_samples.cmake
# Installs the samples alone, then builds one of them from its installed sources.
file(REMOVE_RECURSE ${PREFIX})
set(sources ${PREFIX}/share/quadcl/samples)
foreach(command
    "${CMAKE_COMMAND};--install;${BUILD};--component;samples;--prefix;${PREFIX}"
    "${CMAKE_COMMAND};-S;${sources};-B;${PREFIX}/build;-G;Ninja;-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}"
    "${CMAKE_COMMAND};--build;${PREFIX}/build;--target;sample_sgemm")
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
