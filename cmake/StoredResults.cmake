# SPDX-License-Identifier: Apache-2.0
# What `tilebridge report` shows where no file is named, a run of all models on an H200, and the same
# in doubles, which `tilebridge port` reads too; unpacked anew once their archive is newer. They are
# where an installed program has them: in share, beside bin.
set(archive ${PROJECT_SOURCE_DIR}/docs/results/h200.tar.xz)
set(folder ${PROJECT_BINARY_DIR}/share/tilebridge/results)
set(stored_results ${folder}/h200-models.json ${folder}/h200-models-doubles.json)
list(GET stored_results 0 first_stored)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${archive})
if("${archive}" IS_NEWER_THAN "${first_stored}")
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder} PATTERNS h200-models*.json)
  file(TOUCH ${stored_results})
endif()
