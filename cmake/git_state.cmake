# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT with COMMIT, or if that is empty with the commit of SOURCE, plus "-dirty" if files
# differ from it; and with VERSION and a hash of the headers that a shared object with kernels and the
# program have in common. With SAY, says why there is no commit.
cmake_minimum_required(VERSION 3.22)
file(REAL_PATH "${SOURCE}" SOURCE)
set(state "${COMMIT}")
if(NOT state)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE state OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_VARIABLE reason RESULT_VARIABLE status)
endif()
if(NOT state)
  set(state unknown)
  if(SAY AND EXISTS ${SOURCE}/.git)
    string(REGEX REPLACE "\n.*" "" reason "${reason}")
    if(NOT reason)
      set(reason "${status}")  # git cannot be started
    endif()
    message(STATUS "Results will not name the commit: ${reason}; -DTILEBRIDGE_COMMIT=… names it")
  endif()
endif()

# Sets `result` to the project's file that a file's #include names, "" for one of a library.
function(included_file name result)
  set(${result} "" PARENT_SCOPE)
  foreach(folder IN ITEMS src include .)
    if(EXISTS ${SOURCE}/${folder}/${name})
      file(REAL_PATH ${SOURCE}/${folder}/${name} file)
      set(${result} ${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# Both sides of the interface see model.h, the terms that it has as numbers and the structs of the
# catalogue, and what these include.
file(GLOB headers ${SOURCE}/src/catalogue/*/*.hpp)
list(FILTER headers EXCLUDE REGEX "_problem\\.hpp$")  # no struct of a kernel
list(APPEND headers ${SOURCE}/src/kernels/model.h ${SOURCE}/src/catalogue/basic_terms.hpp)
set(seen ${headers})
while(headers)
  list(POP_FRONT headers header)
  file(STRINGS ${header} lines REGEX "^#include [\"<]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include [\"<]([^\">]+).*" "\\1" name "${line}")
    included_file(${name} file)
    if(file AND NOT file IN_LIST seen)
      list(APPEND seen ${file})
      list(APPEND headers ${file})
    endif()
  endforeach()
endwhile()
list(SORT seen)
set(hashes "")
foreach(header IN LISTS seen)
  file(SHA256 ${header} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 shared_headers "${hashes}")
string(SUBSTRING ${shared_headers} 0 16 shared_headers)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[// Written by cmake/git_state.cmake.
#pragma once

namespace tilebridge {
constexpr const char* git_state = "@state@";
constexpr const char* shared_headers = "@VERSION@ @shared_headers@";
}
]] @ONLY)
