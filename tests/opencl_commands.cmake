# SPDX-License-Identifier: Apache-2.0
# Tests of programs that find their devices through the loader: those of this build, and PoCL's if it is
# installed.

set(vendors ${CMAKE_CURRENT_BINARY_DIR}/vendors)
file(GENERATE OUTPUT ${vendors}/quadcl.icd CONTENT "$<TARGET_FILE:quadcl>\n")
set(pocl ${CMAKE_SYSROOT}/etc/OpenCL/vendors/pocl.icd)
# PoCL's library is not built with sanitizers, which would report errors that are not ours.
if(EXISTS ${pocl} AND NOT QUADCL_SANITIZE)
  file(COPY ${pocl} DESTINATION ${vendors})
  set(pocl_passes "Portable Computing Language / .*passed")
endif()
# An exit status of 0 means that each device has passed.
set(all_devices_pass "VideoCore IV QPU.*passed" "QuadCL CPU.*passed" ${pocl_passes})

# opencl_command_test(NAME COMMAND command... [EXPECT regexes...] [ENVIRONMENT name=value...] [FAILS])
# FAILS expects an error status, not a signal. Each regular expression must match in the output.
function(opencl_command_test name)
  cmake_parse_arguments(arg "FAILS" "" "COMMAND;EXPECT;ENVIRONMENT" ${ARGN})
  add_test(NAME ${name}
    COMMAND ${CMAKE_COMMAND} -DFAILS=${arg_FAILS} "-DEXPECT=${arg_EXPECT}"
            -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_command.cmake -- ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "OCL_ICD_VENDORS=${vendors}/${icd_file};${arg_ENVIRONMENT}")
endfunction()
