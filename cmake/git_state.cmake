# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT with COMMIT, or if that is empty with the commit of SOURCE, plus "-dirty" if files
# differ from it.
set(state ${COMMIT})
if(NOT state)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE state OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT state)
  set(state unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[// Written at build time.
#pragma once

namespace tilebridge {
constexpr const char* git_state = "@state@";
}
]] @ONLY)
