# SPDX-License-Identifier: Apache-2.0
# cmake -DCOMPILER=FOLDER -DTESTS=FOLDER -P pass_names.cmake: fails unless each row of the pipeline that is a pass or an
# analysis of our own has a folder of tests with its name.
file(STRINGS ${COMPILER}/pipeline.cpp rows REGEX "^    {\"(show<)?[a-z-]+>?\", over_")
set(count 0)
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^    {\"(show<)?([a-z-]+)>?\".*" "\\2" pass "${row}")
  string(REPLACE - _ file ${pass})
  file(GLOB_RECURSE source ${COMPILER}/${file}.cpp)
  if(NOT source)
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
