# SPDX-License-Identifier: Apache-2.0
# cmake -DSAMPLE=<compare_devices> -DFOLDER=<to make> [-DBROWSER=<chromium>] -P compare_page.cmake
# The page shows the numbers of the JSON file of the same run, needs no network, and a browser renders it.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${SAMPLE} --size 64 --json ${FOLDER}/results.json --html ${FOLDER}/page.html
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/results.json json)
file(READ ${FOLDER}/page.html page)

if(page MATCHES "https?:|src=|href=|url\\(|@import|<script")
  message(FATAL_ERROR "the page refers to something outside: ${CMAKE_MATCH_0}")
endif()

# milliseconds(VARIABLE KEY INDEX): four digits of a time of the result; empty if it has none of this kind.
function(milliseconds variable key index)
  string(JSON seconds ERROR_VARIABLE missing GET "${json}" results ${index} ${key})
  set(text)
  if(NOT missing)
    execute_process(COMMAND awk -v s=${seconds} "BEGIN { printf \"%.4g\", 1000 * s }" OUTPUT_VARIABLE text
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# expect_rows(HTML): each result has its row, with each kind of time in the column of that kind.
function(expect_rows html)
  string(JSON count LENGTH "${json}" results)
  if(count LESS 4)
    message(FATAL_ERROR "only ${count} results")
  endif()
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    foreach(key device kernel ran_on)
      string(JSON ${key} GET "${json}" results ${i} ${key})
    endforeach()
    milliseconds(measured measured_seconds ${i})
    milliseconds(emulation emulation_seconds ${i})
    milliseconds(modelled modelled_chip_seconds ${i})
    set(row "<tr><td>${device}</td><td>${kernel}</td><td>${ran_on}</td><td>${measured}</td><td>${emulation}</td>")
    string(APPEND row "<td class=\"modelled\">${modelled}</td><td>passed</td></tr>")
    string(FIND "${html}" "${row}" found)
    if(found LESS 0)
      message(FATAL_ERROR "no such row: ${row}")
    endif()
    if(ran_on STREQUAL "QPU emulator" AND (measured OR NOT emulation OR NOT modelled))
      message(FATAL_ERROR "a kernel on the emulator has an emulation time and a modelled one: ${row}")
    endif()
  endforeach()
endfunction()

expect_rows("${page}")
if(NOT page MATCHES "QPU emulator")
  message(FATAL_ERROR "nothing ran on the QPU emulator")
endif()

if(NOT BROWSER)
  message("The page was not rendered: no chromium (Debian package chromium)")
  return()
endif()
# The page as the browser parsed it, with its styles applied.
execute_process(
  COMMAND ${BROWSER} --headless --no-sandbox --disable-gpu --user-data-dir=${FOLDER}/profile --dump-dom
          file://${FOLDER}/page.html
  OUTPUT_VARIABLE dom ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
expect_rows("${dom}")
foreach(part "<svg " "<rect " "<polyline points=\"[0-9., ]+\"" "<circle " "Modelled for the VideoCore IV chip")
  if(NOT dom MATCHES "${part}")
    message(FATAL_ERROR "the browser's page has no ${part}")
  endif()
endforeach()
