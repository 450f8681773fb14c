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
  # GCC 12 for 32 bits warns of `"text" + std::string()` without reason (GCC bug 105651).
  if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  endif()
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
