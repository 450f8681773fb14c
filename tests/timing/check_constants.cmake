# SPDX-License-Identifier: Apache-2.0
# cmake -DCALIBRATE=<program> -DPAGE=<file> -P check_constants.cmake
# Expects the table of the model's constants in the page.
execute_process(COMMAND ${CALIBRATE} --parameters OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PAGE} page)
string(FIND "${page}" "${table}\n" place) # with the empty line behind it
if(place EQUAL -1)
  message(FATAL_ERROR "${PAGE} must contain these lines:\n${table}")
endif()
