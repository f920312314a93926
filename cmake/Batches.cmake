# SPDX-License-Identifier: Apache-2.0
# tilebridge_batches(<variable> <name> <sources>...): with TILEBRIDGE_UNITY, files <name>_0.cu, <name>_8.cu … that
# include eight of the sources each, as CMake's unity builds do for C++; without it, the sources.
# Reading CUDA's and HIP's headers takes most of a compiler's time, once for each GPU architecture.
function(tilebridge_batches variable name)
  set(batches ${ARGN})
  if(TILEBRIDGE_UNITY)
    set(batches "")
    list(LENGTH ARGN count)
    math(EXPR last "${count} - 1")
    foreach(first RANGE 0 ${last} 8)
      list(SUBLIST ARGN ${first} 8 sources)
      list(TRANSFORM sources REPLACE "(.+)" "#include \"${CMAKE_CURRENT_SOURCE_DIR}/\\1\"\n")
      list(JOIN sources "" text)
      file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_${first}.cu CONTENT "${text}")
      list(APPEND batches ${CMAKE_CURRENT_BINARY_DIR}/${name}_${first}.cu)
    endforeach()
  endif()
  set(${variable} ${batches} PARENT_SCOPE)
endfunction()
