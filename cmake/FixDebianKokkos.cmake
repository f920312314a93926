# SPDX-License-Identifier: Apache-2.0
# Debian's and Ubuntu's Kokkos 3.4 (libtrilinos-kokkos-dev) names an include directory that does not
# exist. The directory in its own variable does.
get_target_property(includes Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
foreach(directory IN LISTS includes)
  if(IS_ABSOLUTE "${directory}" AND NOT EXISTS "${directory}")
    message(STATUS "Fixing Kokkos::kokkos: ${directory} does not exist, using ${Kokkos_INCLUDE_DIRS}")
    set_target_properties(Kokkos::kokkos PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}")
  endif()
endforeach()
