# SPDX-License-Identifier: Apache-2.0
# cmake -DCOMPILER=FOLDER -DTESTS=FOLDER -P pass_folders.cmake: fails unless each row of the pipeline that is a pass of
# our own has a folder of tests with its name.
file(STRINGS ${COMPILER}/pipeline.cpp rows REGEX "^    {\"[a-z-]+\", over_")
set(count 0)
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^    {\"([a-z-]+)\".*" "\\1" pass "${row}")
  string(REPLACE - _ file ${pass})
  if(NOT EXISTS ${COMPILER}/passes/${file}.cpp AND NOT EXISTS ${COMPILER}/widen/${file}.cpp)
    continue() # LLVM's
  endif()
  math(EXPR count "${count} + 1")
  file(GLOB cases ${TESTS}/${pass}/*.ll ${TESTS}/${pass}/*.cl)
  if(NOT cases)
    message(SEND_ERROR "${pass} has no tests in ${TESTS}/${pass}")
  endif()
endforeach()
if(count LESS 30)
  message(SEND_ERROR "only ${count} passes were found in ${COMPILER}/pipeline.cpp")
endif()
