# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=FILE -DFOLDER=FOLDER -DCC=... -DAS=... -DCHECK=... -P check.cmake: the assembly that qpu-cc prints assembles, and
# qpu-check finds nothing in it.
get_filename_component(name ${SOURCE} NAME_WE)
file(MAKE_DIRECTORY ${FOLDER})
set(assembly ${FOLDER}/${name}.qasm)
file(STRINGS ${SOURCE} options REGEX "^// options: ")
string(REGEX REPLACE "^// options: " "--options=" options "${options}")
execute_process(COMMAND ${CC} ${SOURCE} ${options} -o ${assembly} RESULT_VARIABLE failed)
file(READ ${assembly} text)
if(failed OR NOT text MATCHES "# kernel k: [0-9]+ instructions")
  message(FATAL_ERROR "qpu-cc made no code of ${SOURCE}: ${text}")
endif()
execute_process(COMMAND ${AS} ${assembly} -o ${FOLDER}/${name}.bin RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "qpu-as refuses ${assembly}")
endif()
execute_process(COMMAND ${CHECK} --binary --strict ${FOLDER}/${name}.bin
                RESULT_VARIABLE failed OUTPUT_VARIABLE found ERROR_VARIABLE found)
if(failed)
  message(FATAL_ERROR "qpu-check found in ${assembly}: ${found}")
endif()
