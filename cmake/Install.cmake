# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` and `cpack` install where.
install(TARGETS tilebridge DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS tilebridge_tools DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tilebridge-run ${TILEBRIDGE_OBJECTS}
        DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tilebridge)
# Pairs of a user's own kernels call find_package(tilebridge). The build has the package too, where
# CMake searches for it once the build's bin is on PATH; it finds the Kokkos of this build.
include(CMakePackageConfigHelpers)
function(tilebridge_write_package folder include_folder)
  configure_file(cmake/package/tilebridge-config.cmake ${folder}/tilebridge-config.cmake @ONLY)
  foreach(file IN ITEMS FixDebianKokkos.cmake Named.cmake)
    configure_file(cmake/${file} ${folder}/${file} COPYONLY)
  endforeach()
  write_basic_package_version_file(${folder}/tilebridge-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
endfunction()
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tilebridge)
file(RELATIVE_PATH to_include ${CMAKE_INSTALL_PREFIX}/${package_folder}
     ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR})
tilebridge_write_package(${PROJECT_BINARY_DIR}/package ${to_include})
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/ DESTINATION ${package_folder})
set(kokkos_folder ${KOKKOS_FOUND_DIR})
if(NOT KOKKOS_FOUND_DIR)
  set(kokkos_folder ${Kokkos_BINARY_DIR})
  set(kokkos_programs ${Kokkos_SOURCE_DIR}/bin)
endif()
tilebridge_write_package(${PROJECT_BINARY_DIR}/lib/cmake/tilebridge ${PROJECT_SOURCE_DIR}/include)
install(DIRECTORY include/tilebridge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY schema DESTINATION ${CMAKE_INSTALL_DATADIR}/tilebridge)
install(FILES ${stored_results} DESTINATION ${CMAKE_INSTALL_DATADIR}/tilebridge/results)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Users copy these files; they are installed where the pages' links lead.
install(DIRECTORY examples/idioms DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(DIRECTORY exercises DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES backends/kokkos/execution.hpp backends/kokkos/techniques.hpp
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/backends/kokkos)
install(FILES backends/hip/launch_bounds.hpp DESTINATION ${CMAKE_INSTALL_DOCDIR}/backends/hip)
install(DIRECTORY backends/kokkos/steps DESTINATION ${CMAKE_INSTALL_DOCDIR}/backends/kokkos)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR tilebridge)
set(CPACK_PACKAGE_CONTACT "tilebridge maintainers <tilebridge@localhost>" CACHE STRING
    "Maintainer in the package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_layout.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Runs the same GPU memory experiments natively in CUDA and in Kokkos, in one
process on the same buffers, proves both results right and says with a 95%
interval what the portability layer costs.")
include(CPack)
