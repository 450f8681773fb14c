# SPDX-License-Identifier: Apache-2.0
# cmake -DPROGRAM=... -DPREFIX=... -DCASES=... -DPROPERTIES=... -DLIST=... -P list_cases.cmake
# Writes the file LIST for ctest with the cases of a Catch2 program. Names may contain any character, so they
# are never in a CMake list.
execute_process(COMMAND ${PROGRAM} --list-test-names-only ${CASES} OUTPUT_VARIABLE names ERROR_VARIABLE errors
                RESULT_VARIABLE count) # Catch2 ends with the number of cases
if(NOT count MATCHES "^[0-9]+$" OR names STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} lists no cases: ${count}\n${errors}")
endif()
set(properties "")
foreach(word IN LISTS PROPERTIES)
  string(APPEND properties " [==[${word}]==]")
endforeach()
set(tests "")
while(NOT names STREQUAL "")
  string(FIND "${names}" "\n" end)
  string(SUBSTRING "${names}" 0 ${end} name)
  math(EXPR next "${end} + 1")
  string(SUBSTRING "${names}" ${next} -1 names)
  string(REGEX REPLACE "([][,\"\\])" "\\\\\\1" pattern "${name}") # characters with a meaning on Catch2's command line
  string(APPEND tests "add_test([==[${PREFIX}: ${name}]==] [==[${PROGRAM}]==] [==[${pattern}]==])\n"
                      "set_tests_properties([==[${PREFIX}: ${name}]==] PROPERTIES${properties})\n")
endwhile()
file(WRITE ${LIST} "${tests}")
