# SPDX-License-Identifier: Apache-2.0
# cmake -DCLINFO=<clinfo> -P run_clinfo.cmake: clinfo lists the platform and both devices without an error.
execute_process(COMMAND ${CLINFO} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
message("${output}${errors}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "clinfo ended with ${result}")
endif()
if("${output}${errors}" MATCHES "[^\n]*(ERROR|error -[0-9]+)[^\n]*")
  message(FATAL_ERROR "clinfo has an error line: ${CMAKE_MATCH_0}")
endif()
foreach(wanted IN ITEMS "Platform Name +QuadCL" "Number of devices +2" "Device Name +VideoCore IV QPU"
        "Device Name +QuadCL CPU")
  if(NOT output MATCHES "${wanted}")
    message(FATAL_ERROR "clinfo does not list: ${wanted}")
  endif()
endforeach()
