# SPDX-License-Identifier: Apache-2.0
# Settings that all targets share: warnings, include root, sanitizers.

# A directory can set QUADCL_NOT_SANITIZED: checks to omit for its own code, which is linked with checked
# code.
function(quadcl_sanitize target)
  if(QUADCL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${QUADCL_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    if(QUADCL_NOT_SANITIZED)
      target_compile_options(${target} PRIVATE -fno-sanitize=${QUADCL_NOT_SANITIZED})
    endif()
    target_link_options(${target} PRIVATE -fsanitize=${QUADCL_SANITIZE})
  endif()
endfunction()

# Headers that most files of a kind include are compiled once, with GCC. Clang and builds with sanitizers see whether each
# file includes what it needs.
option(QUADCL_PRECOMPILED_HEADERS "Compile headers that most files include once" ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU OR QUADCL_SANITIZE)
  set(QUADCL_PRECOMPILED_HEADERS OFF)
endif()
set(QUADCL_STANDARD_HEADERS <algorithm> <array> <bit> <chrono> <cmath> <cstring> <functional> <map> <memory> <mutex> <optional>
    <span> <string> <string_view> <thread> <utility> <vector>)

# Of libraries for whose code programs wait.
set(QUADCL_HOT_OPTIONS $<$<CONFIG:Release>:-O3>)

# quadcl_precompile(TARGET HEADERS...): headers for the files of one target.
function(quadcl_precompile target)
  if(QUADCL_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
  endif()
endfunction()

# quadcl_shared_headers(TYPE NAME HEADERS...): headers for all targets of a type (EXECUTABLE, STATIC_LIBRARY, or HOT_LIBRARY for
# libraries with -O3) in this directory and below, which are optimised or not, alike. Without HEADERS, such targets have none
# from here on.
function(quadcl_shared_headers type name)
  set(QUADCL_HEADERS_OF_${type} "" PARENT_SCOPE)
  if(QUADCL_PRECOMPILED_HEADERS AND ARGN)
    file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/${name}.cpp)
    if(type STREQUAL EXECUTABLE)
      set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${name} PRIVATE -fPIE)
    elseif(type STREQUAL HOT_LIBRARY)
      target_compile_options(${name} PRIVATE ${QUADCL_HOT_OPTIONS})
    endif()
    quadcl_target(${name})
    quadcl_precompile(${name} ${ARGN})
    set(QUADCL_HEADERS_OF_${type} ${name} PARENT_SCOPE)
  endif()
endfunction()

# Most of the compile time goes to templates of headers, once for each file that is compiled.
option(QUADCL_JOINED_SOURCES "Compile up to eight files of a library, or of a stage of the compiler, as one" ${QUADCL_PRECOMPILED_HEADERS})

# quadcl_join_sources(NAME SOURCES...): compiles up to eight of these sources of a target with UNITY_BUILD_MODE GROUP as one file.
# Their names must differ, those in unnamed namespaces, too.
function(quadcl_join_sources name)
  string(REPLACE / _ name ${name})
  set(index 0)
  foreach(source IN LISTS ARGN)
    math(EXPR group "${index} / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${group})
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()

function(quadcl_target target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-missing-field-initializers)
  # GCC 12 for 32 bits warns of `"text" + std::string()` without reason (GCC bug 105651).
  if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
  target_compile_definitions(${target} PRIVATE CL_TARGET_OPENCL_VERSION=300)
  quadcl_sanitize(${target})
  get_target_property(type ${target} TYPE)
  if(QUADCL_HEADERS_OF_${type})
    target_precompile_headers(${target} REUSE_FROM ${QUADCL_HEADERS_OF_${type}})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# quadcl_library(NAME [HOT] [OWN_HEADERS] SOURCES... [DEPENDS targets...]): a static library that becomes part of the ICD. HOT:
# programs wait for what its code computes. OWN_HEADERS: its code has options of its own, with which precompiled headers would be
# compiled, too. Names in unnamed namespaces differ, since sources are joined.
function(quadcl_library name)
  cmake_parse_arguments(arg "HOT;OWN_HEADERS" "" "DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  if(arg_HOT)
    # Precompiled functions are optimised as they were compiled.
    set(QUADCL_HEADERS_OF_STATIC_LIBRARY ${QUADCL_HEADERS_OF_HOT_LIBRARY})
    target_compile_options(${name} PRIVATE ${QUADCL_HOT_OPTIONS})
  else()
    # Not for such code: GCC inlines less in longer files.
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${QUADCL_JOINED_SOURCES} UNITY_BUILD_BATCH_SIZE 8)
    # GCC takes the joined files for headers.
    target_compile_options(${name} PRIVATE $<$<BOOL:${QUADCL_JOINED_SOURCES}>:-Wno-subobject-linkage>)
  endif()
  if(arg_OWN_HEADERS)
    set(QUADCL_HEADERS_OF_STATIC_LIBRARY "")
    quadcl_precompile(${name} ${QUADCL_STANDARD_HEADERS})
  endif()
  quadcl_target(${name})
  target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_DEPENDS})
endfunction()

# quadcl_qpu_code(NAME [files that NAME.qasm includes...]): NAME_code.inc in the build folder, with the array NAME_code.
# The assembler is our own; a cross build names one that runs on the build machine.
function(quadcl_qpu_code name)
  set(assembler qpu-as)
  if(QUADCL_QPU_AS)
    set(assembler ${QUADCL_QPU_AS})
  endif()
  set(code ${CMAKE_CURRENT_BINARY_DIR}/${name}_code.inc)
  add_custom_command(
    OUTPUT ${code}
    COMMAND ${assembler} ${CMAKE_CURRENT_SOURCE_DIR}/${name}.qasm -I ${CMAKE_CURRENT_SOURCE_DIR} --c-array ${name}_code
            -o ${code}
    DEPENDS ${assembler} ${name}.qasm ${ARGN}
    COMMENT "Assembling ${name}.qasm")
endfunction()
