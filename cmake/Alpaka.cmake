# SPDX-License-Identifier: Apache-2.0
# alpaka 3, which is headers alone: installed ones, else those of the source tree
# FETCHCONTENT_SOURCE_DIR_ALPAKA, else downloaded ones. Its own targets choose flags and a language
# for each source, which are this build's to choose; so only its headers are used.
set(TILEBRIDGE_ALPAKA_RELEASE 41d2f6ad CACHE STRING
    "The commit or release of alpaka 3 to download where none is installed")
set(TILEBRIDGE_ALPAKA_REPOSITORY https://github.com/alpaka-group/alpaka3.git CACHE STRING
    "Where to download alpaka from")

add_library(tilebridge_alpaka_headers INTERFACE)
# Vectors of std::experimental::simd and hwloc's pinning are what alpaka tests for and may lack.
target_compile_definitions(tilebridge_alpaka_headers INTERFACE ALPAKA_DISABLE_STD_SIMD
                                                               ALPAKA_DISABLE_HWLOC)
# Not find_package(): what this snapshot installs is not all that its configuration file tests.
set(a_header_of_alpaka alpaka/api/unifiedCudaHip/Queue.hpp)
if(NOT FETCHCONTENT_SOURCE_DIR_ALPAKA)
  tilebridge_check_name(alpaka)
  if(named_by)
    unset(ALPAKA_INCLUDE_DIR CACHE)
    find_path(ALPAKA_INCLUDE_DIR ${a_header_of_alpaka} PATHS ${named_folders}
              PATH_SUFFIXES include ../../../include NO_DEFAULT_PATH)
    if(NOT ALPAKA_INCLUDE_DIR)
      message(FATAL_ERROR "${named_by}=${named_folders}: there are no headers of alpaka 3")
    endif()
  endif()
  find_path(ALPAKA_INCLUDE_DIR ${a_header_of_alpaka} DOC "The headers of alpaka 3")
endif()
if(ALPAKA_INCLUDE_DIR)
  set(alpaka_includes ${ALPAKA_INCLUDE_DIR})
else()
  include(FetchContent)
  # There is no CMakeLists.txt in this folder, so that alpaka's own is left out.
  FetchContent_Declare(alpaka GIT_REPOSITORY ${TILEBRIDGE_ALPAKA_REPOSITORY}
                              GIT_TAG ${TILEBRIDGE_ALPAKA_RELEASE} SOURCE_SUBDIR include)
  FetchContent_MakeAvailable(alpaka)
  set(alpaka_includes ${alpaka_SOURCE_DIR}/include)
endif()
if(NOT EXISTS ${alpaka_includes}/${a_header_of_alpaka})
  message(FATAL_ERROR "There are no headers of alpaka 3 in ${alpaka_includes}")
endif()
message(STATUS "Using alpaka in ${alpaka_includes}")
target_include_directories(tilebridge_alpaka_headers SYSTEM INTERFACE ${alpaka_includes})
