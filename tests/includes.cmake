# SPDX-License-Identifier: Apache-2.0
# cmake -P includes.cmake: fails if a folder includes what the table in HACKING.md does not allow, or a stage of
# the compiler one that follows it.
cmake_minimum_required(VERSION 3.25)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

# check(FOLDER ALLOWED...): FOLDER may include its own files, and those of the other folders and files named.
function(check folder)
  file(GLOB_RECURSE sources RELATIVE ${root} ${root}/${folder}/*.h ${root}/${folder}/*.cpp)
  set_property(GLOBAL APPEND PROPERTY checked ${folder})
  if(NOT sources)
    message(SEND_ERROR "${folder} has no sources")
  endif()
  foreach(source IN LISTS sources)
    file(STRINGS ${root}/${source} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" included "${line}")
      set(is_allowed OFF)
      foreach(allowed IN ITEMS ${folder} ${ARGN})
        string(FIND "${included}/" "${allowed}/" place)
        if(place EQUAL 0)
          set(is_allowed ON)
        endif()
      endforeach()
      if(NOT is_allowed AND EXISTS ${root}/${included})  # others are generated, or beside the source
        message(SEND_ERROR "${source} includes ${included}")
      endif()
    endforeach()
  endforeach()
endfunction()

# check_stages(PARENT ALLOWED... STAGES FOLDER...): each folder of PARENT may also include those before it.
function(check_stages parent)
  cmake_parse_arguments(PARSE_ARGV 1 with "" "" "STAGES")
  set(below ${with_UNPARSED_ARGUMENTS})
  foreach(stage IN LISTS with_STAGES)
    check(${parent}/${stage} ${below})
    list(APPEND below ${parent}/${stage})
  endforeach()
endfunction()

# know(FOLDER): each folder in it that has sources was checked, or a folder above it but FOLDER.
function(know folder)
  get_property(checked GLOBAL PROPERTY checked)
  file(GLOB_RECURSE sources RELATIVE ${root} ${root}/${folder}/*.h ${root}/${folder}/*.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(place ${source} DIRECTORY)
    set(above ${place})
    while(NOT above STREQUAL folder AND NOT above IN_LIST checked)
      get_filename_component(above ${above} DIRECTORY)
    endwhile()
    if(above STREQUAL folder AND NOT place STREQUAL folder)
      message(SEND_ERROR "tests/includes.cmake does not know ${place}")
    endif()
  endforeach()
endfunction()

check(core)
check(compiler_client core)
check(host_fallback core)
check(samples)

check_stages(qpu core STAGES isa emulator timing driver kernels backend)
set(emulated core qpu/isa qpu/emulator qpu/timing)
check(qpu/driver/board ${emulated} qpu/driver/executor.h qpu/driver/bus_memory.h qpu/driver/free_ranges.h)
check(qpu/asm core qpu/isa)
check_stages(qpu/asm core qpu/isa qpu/asm/assembler_options.h qpu/asm/diagnostic.h qpu/asm/program.h
             STAGES language encoding printing checks interpreter)
know(qpu)
# The last two: tools/replay.
check(tools ${emulated} qpu/driver qpu/kernels qpu/backend qpu/asm compiler_client samples/common bench/median.h)

check_stages(icd core compiler_client qpu/backend/factory.h host_fallback/factory.h
             STAGES base objects runtime api)
know(icd)

# The compiler's files that all of its stages may include.
set(shared core compiler/build_limits.h compiler/compilation.h compiler/log_diagnostics.h)
check(compiler core qpu/isa)
check(compiler/frontend ${shared} compiler/ir compiler/embedded.h compiler/give_up.h)
set(cleaned ${shared} compiler/target compiler/ir compiler/analysis compiler/clean_up)
check_stages(compiler ${shared} STAGES target ir analysis clean_up)
check_stages(compiler/recognise ${cleaned} STAGES values memory follow match)
check_stages(compiler/work_group ${cleaned} STAGES loops versions barriers functions)
check(compiler/rows ${cleaned} compiler/work_group)
check_stages(compiler/vectorise ${cleaned} compiler/work_group compiler/rows STAGES analysis prepare cost emit)
check(compiler/llvm_guides ${cleaned} compiler/work_group compiler/rows)
check(compiler/cpu ${cleaned} compiler/code_generator.h)
check(compiler/builtins core)
check_stages(compiler/qpu core qpu/isa ${cleaned} STAGES analysis tiles prepare machine select)
check(compiler/qpu core qpu/isa ${cleaned} compiler/frontend)
know(compiler)
