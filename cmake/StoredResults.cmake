# SPDX-License-Identifier: Apache-2.0
# What `tilebridge report` shows where no file is named: a run of all models on an H200, unpacked
# anew once its archive is newer. It is where an installed program has it: in share, beside bin.
set(archive ${PROJECT_SOURCE_DIR}/docs/results/h200.tar.xz)
set(folder ${PROJECT_BINARY_DIR}/share/tilebridge/results)
set(stored_results ${folder}/h200-models.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${archive})
if("${archive}" IS_NEWER_THAN "${stored_results}")
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder} PATTERNS h200-models.json)
  file(TOUCH ${stored_results})
endif()
