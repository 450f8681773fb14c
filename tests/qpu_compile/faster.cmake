# SPDX-License-Identifier: Apache-2.0
# cmake -DCC=... -DFOLDER=FOLDER [-DTABLE=FILE] -P faster.cmake: of each pair of kernels in faster/, the second computes the same in at
# most three quarters of the modelled time. Writes the times to TABLE, a page for docs/generated/.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${FOLDER})

# run(NAME): sets clocks, microseconds and what, the comment of NAME.cl.
function(run name)
  set(source ${CMAKE_CURRENT_LIST_DIR}/faster/${name}.cl)
  file(STRINGS ${source} comments REGEX "^// ")
  list(GET comments 1 launch)
  list(GET comments 2 what)
  string(REGEX REPLACE "^// launch: " "" launch "${launch}")
  separate_arguments(launch UNIX_COMMAND "${launch}")
  execute_process(COMMAND ${CC} ${source} ${launch} --write out=${FOLDER}/${name}.out
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed OR NOT output MATCHES "modelled time: ([0-9.]+) us, ([0-9]+) clocks")
    message(FATAL_ERROR "${name}.cl does not run: ${output}")
  endif()
  set(clocks ${CMAKE_MATCH_2} PARENT_SCOPE)
  string(REGEX REPLACE "^([0-9]+)[.]?.*" "\\1" microseconds ${CMAKE_MATCH_1})
  set(microseconds ${microseconds} PARENT_SCOPE)
  string(REGEX REPLACE "^// " "" what "${what}")
  set(what "${what}" PARENT_SCOPE)
endfunction()

set(rows)
foreach(pair IN ITEMS stores loads products)
  run(${pair}.before)
  set(before ${clocks})
  set(row "| [${pair}.before.cl](../../tests/qpu_compile/faster/${pair}.before.cl) | ${what} | ${microseconds} us |\n")
  run(${pair}.after)
  string(APPEND rows "${row}"
         "| [${pair}.after.cl](../../tests/qpu_compile/faster/${pair}.after.cl) | ${what} | ${microseconds} us |\n")
  file(SHA256 ${FOLDER}/${pair}.before.out result_before)
  file(SHA256 ${FOLDER}/${pair}.after.out result_after)
  if(NOT result_before STREQUAL result_after)
    message(FATAL_ERROR "${pair}: the results differ")
  endif()
  math(EXPR saved "${before} * 3 - ${clocks} * 4")
  if(saved LESS 0)
    message(FATAL_ERROR "${pair}: ${before} clocks before, ${clocks} after")
  endif()
endforeach()
if(TABLE)
  file(WRITE ${TABLE} "# Kernels before and after a change of their source\n\n"
       "Written by `./run figures`. All times are modelled, for a Raspberry Pi Zero; nothing was measured on a board.\n\n"
       "| kernel | what it does | modelled time |\n|---|---|---|\n${rows}")
endif()
