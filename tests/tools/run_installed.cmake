# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD= -DPREFIX= -DBIN= -DLIB= -DINCLUDE= [-DCLINFO=] [-DICD_FILE=] -P run_installed.cmake: installs to a new
# prefix, and takes a program from its source to its result with only the files there.
function(run wanted_status)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${PREFIX} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE errors)
  if(NOT status STREQUAL wanted_status)
    message(FATAL_ERROR "${ARGN}: ended with ${status} instead of ${wanted_status}\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect what text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: no match for ${pattern} in\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${PREFIX})
file(MAKE_DIRECTORY ${PREFIX})
foreach(component platform tools dev)
  run(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --component ${component})
endforeach()
foreach(file IN ITEMS ${LIB}/libquadcl.so ${INCLUDE}/CL/cl_ext_quadcl.h etc/OpenCL/vendors/quadcl.icd)
  if(NOT EXISTS ${PREFIX}/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
file(READ ${PREFIX}/etc/OpenCL/vendors/quadcl.icd icd)
expect("the ICD file" "${icd}" "^${PREFIX}/${LIB}/libquadcl.so\n$")

# Loaders do not look below /usr/local.
set(ENV{DESTDIR} ${PREFIX}/root)
run(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix /usr/local --component platform)
unset(ENV{DESTDIR})
file(READ ${PREFIX}/root/etc/OpenCL/vendors/quadcl.icd icd)
expect("the ICD file of /usr/local" "${icd}" "^/usr/local/${LIB}/libquadcl.so\n$")

# 100 and the element numbers, stored behind the program, where the uniforms are, too.
file(WRITE ${PREFIX}/hello.qasm [[
.include <vc4.qinc>
    mov vw_setup, vpm_setup(1, 1, h32(0))
    add vpm, elem_num, unif
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
    mov interrupt, 1
    thrend
    nop
    nop
.align 64
    .word 100, 0x400000c0
.align 64
    .rep i, 16
    .word 0
    .endr
]])
file(WRITE ${PREFIX}/hello.job
     "image hello.bin\nsegment 40000000 0 256\ncodebytes 80\nqpu 40000000 40000080\n")
run(0 ${BIN}/qpu-as hello.qasm -o hello.bin)
run(0 ${BIN}/qpu-check --strict hello.qasm)
run(0 ${BIN}/qpu-dis hello.bin)
expect("qpu-dis" "${output}" "add vpm, elem_num, unif")
run(0 ${BIN}/qpu-loops hello.bin)
if(EXISTS ${PREFIX}/${BIN}/qpu-board)
  run(3 ${BIN}/qpu-board sh -c "cat /proc/device-tree/model && exit 3")
  expect("qpu-board" "${output}" "Raspberry Pi Zero")
endif()
run(0 ${BIN}/qpu-run hello.job --dump after.bin --rules=error --timing)
expect("qpu-run" "${output}" "{\"status\":\"finished\",\"instructions\":10,[^\n]*\"cycles\":[0-9]+")
file(READ ${PREFIX}/after.bin result OFFSET 192 HEX)
expect("the stored vector" "${result}" "^64000000650000006600000067000000.*73000000$")

run(0 ${BIN}/qpu-debug hello.job --batch -e "watch 0x400000c0 64" -e continue -e "print /d *0x400000c0")
expect("qpu-debug" "${output}" "DMA store wrote 64 bytes at 0x400000c0.*100 101 102")

if(CLINFO)
  set(ENV{OCL_ICD_VENDORS} ${PREFIX}/etc/OpenCL/vendors/${ICD_FILE})
  run(0 ${CLINFO} -l)
  expect("clinfo" "${output}" "QuadCL.*VideoCore IV QPU")
endif()
