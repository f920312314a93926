# SPDX-License-Identifier: Apache-2.0
# A package that the user names, with the CMake variable or the environment variable NAME_ROOT or
# NAME_DIR, is the one that is used, or configuring stops: find_package() would search elsewhere,
# and not say so.

# Sets named_by to the variable that names `package`, "" if none does, and named_folders to what it
# names. The first of them counts. NAME_DIR is not a name where find_package() has set it before.
function(tilebridge_named package)
  string(TOUPPER ${package} upper)
  set(named_by "")
  set(named_folders "")
  set(roots ${package}_ROOT ${upper}_ROOT)
  if(${package}_DIR AND NOT ${package}_DIR STREQUAL "${TILEBRIDGE_FOUND_${package}}")
    set(named_by ${package}_DIR)
    set(named_folders "${${package}_DIR}")
  endif()
  foreach(variable IN LISTS roots)
    if(NOT named_by AND ${variable})
      set(named_by ${variable})
      set(named_folders "${${variable}}")
    endif()
  endforeach()
  foreach(variable IN ITEMS ${roots} ${package}_DIR)
    if(NOT named_by AND NOT "$ENV{${variable}}" STREQUAL "")
      set(named_by "the environment's ${variable}")
      file(TO_CMAKE_PATH "$ENV{${variable}}" named_folders)
    endif()
  endforeach()
  set(named_by "${named_by}" PARENT_SCOPE)
  set(named_folders "${named_folders}" PARENT_SCOPE)
endfunction()

# Stops unless the folders that name `package` exist. Has find_package() search them first: by itself
# it does not know NAME_ROOT in capital letters before CMake 3.27, and searches CMAKE_PREFIX_PATH
# before the environment's NAME_DIR.
macro(tilebridge_check_name package)
  tilebridge_named(${package})
  foreach(folder IN LISTS named_folders)
    if(NOT IS_ABSOLUTE "${folder}")
      message(FATAL_ERROR "${named_by}=${folder} is not an absolute path")
    elseif(NOT IS_DIRECTORY "${folder}")
      message(FATAL_ERROR "${named_by}=${folder}: there is no such folder")
    endif()
  endforeach()
  if(named_by AND NOT named_by STREQUAL "${package}_DIR")
    set(${package}_ROOT ${named_folders})
  endif()
  # Found before the user named another one.
  if(${package}_DIR)
    tilebridge_is_in_named("${${package}_DIR}" is_in_named)
    if(NOT is_in_named)
      unset(${package}_DIR CACHE)
    endif()
  endif()
endmacro()

# Sets `result` to whether `folder`, or what it is a link to, is in one of the folders that name the
# package. It is, if none does.
function(tilebridge_is_in_named folder result)
  set(is_in TRUE)
  if(named_by)
    set(is_in FALSE)
    file(REAL_PATH "${folder}" place)
    foreach(named IN LISTS named_folders)
      cmake_path(IS_PREFIX named "${folder}" NORMALIZE is_below)
      file(REAL_PATH "${named}" named)
      cmake_path(IS_PREFIX named "${place}" is_place_below)
      if(is_below OR is_place_below)
        set(is_in TRUE)
      endif()
    endforeach()
  endif()
  set(${result} ${is_in} PARENT_SCOPE)
endfunction()

# find_package(<package> QUIET …) of the package that is named, if one is.
macro(tilebridge_find_package package)
  tilebridge_check_name(${package})
  find_package(${package} QUIET ${ARGN})
  if(${package}_FOUND)
    tilebridge_is_in_named("${${package}_DIR}" is_in_named)
  endif()
  if(named_by AND NOT (${package}_FOUND AND is_in_named))
    message(FATAL_ERROR "${named_by}=${named_folders}: there is no ${package} that CMake can load")
  endif()
  set(TILEBRIDGE_FOUND_${package} "${${package}_DIR}" CACHE INTERNAL "As find_package() set it")
endmacro()

# Names folders for all packages, of which each may have some; one that is missing has none.
function(tilebridge_check_prefix_path)
  foreach(folder IN LISTS CMAKE_PREFIX_PATH)
    if(NOT IS_DIRECTORY "${folder}")
      message(FATAL_ERROR "CMAKE_PREFIX_PATH has ${folder}: there is no such folder")
    endif()
  endforeach()
  file(TO_CMAKE_PATH "$ENV{CMAKE_PREFIX_PATH}" folders)
  foreach(folder IN LISTS folders)
    if(NOT IS_DIRECTORY "${folder}")
      message(WARNING "tilebridge: the environment's CMAKE_PREFIX_PATH has ${folder}: there is no "
                      "such folder")
    endif()
  endforeach()
endfunction()
