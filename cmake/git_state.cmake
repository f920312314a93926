# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT with COMMIT, or if that is empty with the commit of SOURCE, plus "-dirty" if files
# differ from it; and with VERSION and a hash of the headers that a shared object with kernels and the
# program have in common.
set(state ${COMMIT})
if(NOT state)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE state OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT state)
  set(state unknown)
endif()
file(GLOB_RECURSE headers ${SOURCE}/src/base/*.h* ${SOURCE}/src/access/*.h*
     ${SOURCE}/src/catalogue/*.h* ${SOURCE}/src/measure/*.h*)
list(SORT headers)
set(hashes "")
foreach(header IN LISTS headers)
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
