# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=FILE -DFOLDER=FOLDER -DCC=... -DAS=... -DCHECK=... -P check.cmake: the assembly that qpu-cc prints assembles, and
# qpu-check finds nothing in it; the same of the code for work-groups that find no room in the VPM. Of a kernel with a line
# "// rows together: several", full rows run together.
get_filename_component(name ${SOURCE} NAME_WE)
file(MAKE_DIRECTORY ${FOLDER})
file(STRINGS ${SOURCE} options REGEX "^// options: ")
string(REGEX REPLACE "^// options: " "--options=" options "${options}")

function(check assembly)
  execute_process(COMMAND ${CC} ${SOURCE} ${options} ${ARGN} -o ${assembly}.qasm RESULT_VARIABLE failed)
  file(READ ${assembly}.qasm text)
  if(failed OR NOT text MATCHES "# kernel k: [0-9]+ instructions")
    message(FATAL_ERROR "qpu-cc made no code of ${SOURCE}: ${text}")
  endif()
  execute_process(COMMAND ${AS} ${assembly}.qasm -o ${assembly}.bin RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "qpu-as refuses ${assembly}.qasm")
  endif()
  execute_process(COMMAND ${CHECK} --binary --strict ${assembly}.bin
                  RESULT_VARIABLE failed OUTPUT_VARIABLE found ERROR_VARIABLE found)
  if(failed)
    message(FATAL_ERROR "qpu-check found in ${assembly}.qasm: ${found}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

check(${FOLDER}/${name})
file(STRINGS ${SOURCE} together REGEX "^// rows together: several")
if(together AND NOT text MATCHES "best for ([2-9]|[1-9][0-9]) rows together")
  message(FATAL_ERROR "its full rows do not run together: ${text}")
endif()
if(text MATCHES "\\(--in-memory\\)")
  check(${FOLDER}/${name}.memory --in-memory)
endif()
