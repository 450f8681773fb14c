# SPDX-License-Identifier: Apache-2.0
# cmake -DTEST=<executable> -DCASES=<tag> -DPLATFORM=<libquadcl.so> -DPLUGIN=<file> -DFOLDER=<to make>
#       -P run_broken_compiler.cmake
# Runs the test with a platform that finds this file where its compiler should be.
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${PLATFORM} DESTINATION ${FOLDER})
configure_file(${PLUGIN} ${FOLDER}/libquadcl-compiler.so COPYONLY)
get_filename_component(name ${PLATFORM} NAME)
file(WRITE ${FOLDER}/quadcl.icd ${FOLDER}/${name})
set(ENV{OCL_ICD_VENDORS} ${FOLDER}/quadcl.icd)
set(ENV{QUADCL_LOG} ${FOLDER}/log)
execute_process(COMMAND ${TEST} ${CASES} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${TEST} ${CASES} ended with ${result}")
endif()
