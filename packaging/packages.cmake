# SPDX-License-Identifier: Apache-2.0
# Debian packages: `./run package`, or cpack -G DEB in the folder of the preset `package`. Each is a component of the
# installation.
set(CPACK_PACKAGE_NAME quadcl)
set(CPACK_PACKAGE_VENDOR QuadCL)
# Whoever builds the packages, as Debian's own tools name them.
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else()
  cmake_host_system_information(RESULT host QUERY FQDN)
  if(NOT host MATCHES "[.]")
    set(host example.org) # a machine without a domain has no address; this domain is reserved for examples
  endif()
  set(CPACK_PACKAGE_CONTACT "QuadCL <quadcl@${host}>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL for the VideoCore IV and the CPU of a Raspberry Pi")
set(CPACK_COMPONENTS_ALL platform tools dev)
if(QUADCL_COMPILER)
  list(APPEND CPACK_COMPONENTS_ALL compiler)
endif()
set(CPACK_SET_DESTDIR ON) # the ICD file names the library by its place after the installation
set(CPACK_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(description "OpenCL 3.0 for the QPUs of the Raspberry Pi Zero, 1, 2 and 3, and for
the CPU beside them. Matrix products, transposes and most kernels of
integers run as machine code of the QPUs, all other kernels on the CPU.
Where there are no such QPUs, an emulator takes their place.")
# quadcl_package(COMPONENT PACKAGE "what it holds" [Debian fields: NAME value...])
function(quadcl_package component package content)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}\n.\nThis package has ${content}." PARENT_SCOPE)
  while(ARGN)
    list(POP_FRONT ARGN field value)
    set(CPACK_DEBIAN_${upper}_PACKAGE_${field} "${value}" PARENT_SCOPE)
  endwhile()
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/copyright ${CMAKE_CURRENT_BINARY_DIR}/packaging/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endfunction()
set(same_version "quadcl (= ${PROJECT_VERSION})")
quadcl_package(platform quadcl "the platform and its doctor" RECOMMENDS "quadcl-compiler, libopenblas0, ocl-icd-libopencl1 | libopencl1" PROVIDES opencl-icd)
quadcl_package(compiler quadcl-compiler "the compiler of OpenCL C and quadcl-build" DEPENDS "${same_version}")
quadcl_package(tools quadcl-tools "assembler, emulator and checker of QPU programs" SECTION devel)
quadcl_package(dev quadcl-dev "the header of its extensions" SECTION libdevel DEPENDS "opencl-c-headers")

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/packaging/changelog
     "quadcl (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * Built from the sources of this version.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND gzip -9nf ${CMAKE_CURRENT_BINARY_DIR}/packaging/changelog COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/packaging/conffiles "/etc/OpenCL/vendors/quadcl.icd\n")
set(CPACK_DEBIAN_PLATFORM_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/packaging/conffiles
    ${PROJECT_SOURCE_DIR}/packaging/postinst)
include(CPack)
