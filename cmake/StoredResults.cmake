# SPDX-License-Identifier: Apache-2.0
# What `tilebridge report` shows where no file is named: a run of all models on an H200, and of what it
# lacks an older run there and one on an H100. Each is unpacked anew once its archive is newer. They are where an
# installed program has them: in share, beside bin.
set(stored_results "")
foreach(name h200-models h200-full h100-patterns)
  string(REGEX MATCH "^h[0-9]+" gpu ${name})
  set(archive ${PROJECT_SOURCE_DIR}/docs/results/${gpu}.tar.xz)
  set(folder ${PROJECT_BINARY_DIR}/share/tilebridge/results)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${archive})
  if("${archive}" IS_NEWER_THAN "${folder}/${name}.json")
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder} PATTERNS ${name}.json)
    file(TOUCH ${folder}/${name}.json)
  endif()
  list(APPEND stored_results ${folder}/${name}.json)
endforeach()
