# SPDX-License-Identifier: Apache-2.0
# catch_cases(TARGET PREFIX [CASES SPEC] [properties...]): makes each case of a Catch2 program a separate
# test, named PREFIX: CASE. SPEC selects cases in Catch2's syntax. For programs that start quickly. Catch2's
# catch_discover_tests does not accept names with a semicolon.
function(catch_cases target prefix)
  cmake_parse_arguments(arg "" "CASES" "" ${ARGN})
  if(CMAKE_CROSSCOMPILING) # the build machine cannot run the program to list its cases
    add_test(NAME ${prefix} COMMAND ${target} ${arg_CASES})
    return()
  endif()
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_cases.cmake)
  set(properties TIMEOUT 300 ${arg_UNPARSED_ARGUMENTS})
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DPREFIX=${prefix} "-DCASES=${arg_CASES}"
            "-DPROPERTIES=${properties}" -DLIST=${list} -P ${PROJECT_SOURCE_DIR}/tests/list_cases.cmake
    BYPRODUCTS ${list} VERBATIM)
  # A program that is not built yet has one test, which fails.
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
                        "  add_test(${prefix} ${target}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
