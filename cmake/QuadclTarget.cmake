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

function(quadcl_target target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-missing-field-initializers)
  target_compile_definitions(${target} PRIVATE CL_TARGET_OPENCL_VERSION=300)
  quadcl_sanitize(${target})
endfunction()

# quadcl_library(NAME SOURCES... [DEPENDS targets...]): a static library that becomes part of the ICD.
function(quadcl_library name)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  quadcl_target(${name})
  target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_DEPENDS})
endfunction()
