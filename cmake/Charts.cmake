# SPDX-License-Identifier: Apache-2.0
# The report's charts use Apache ECharts, installed by npm from web/package-lock.json into the build
# folder and bundled there. Sets TILEBRIDGE_CHART_SCRIPT to the bundle built from web/src; empty if
# that is not possible, and reports then have tables and static pictures.
set(TILEBRIDGE_CHARTS AUTO CACHE STRING "Charts in HTML reports: AUTO (where npm can install them), ON or OFF")
set_property(CACHE TILEBRIDGE_CHARTS PROPERTY STRINGS AUTO ON OFF)
set(TILEBRIDGE_CHART_SCRIPT "")
set(TILEBRIDGE_NODE_MODULES ${PROJECT_BINARY_DIR}/web/node_modules)

# Installs the packages in the lock file, once; sets `result` to the reason if that fails, or "".
function(tilebridge_install_charts result)
  set(${result} "" PARENT_SCOPE)
  find_program(NPM npm)
  find_program(NODE node)
  if(NOT NPM OR NOT NODE)
    set(${result} "npm is not there" PARENT_SCOPE)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/web)
  file(SHA256 ${PROJECT_SOURCE_DIR}/web/package-lock.json lock)
  if(EXISTS ${folder}/installed)
    file(READ ${folder}/installed installed)
    if(installed STREQUAL lock)
      return()
    endif()
  endif()
  foreach(file IN ITEMS package.json package-lock.json .npmrc)
    configure_file(${PROJECT_SOURCE_DIR}/web/${file} ${folder}/${file} COPYONLY)
  endforeach()
  message(STATUS "Installing the report's charts with npm (at most 120 s)")
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --fetch-retries=0
                          --fetch-timeout=20000
                  WORKING_DIRECTORY ${folder} TIMEOUT 120 RESULT_VARIABLE status
                  OUTPUT_FILE ${folder}/npm.log ERROR_FILE ${folder}/npm.log)
  if(NOT status EQUAL 0)
    set(${result} "npm ci failed (${folder}/npm.log)" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${NODE} ${TILEBRIDGE_NODE_MODULES}/esbuild/bin/esbuild --version TIMEOUT 60
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_FILE ${folder}/npm.log)
  if(NOT status EQUAL 0)
    set(${result} "esbuild does not run here (${folder}/npm.log)" PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${folder}/installed ${lock})
endfunction()

if(TILEBRIDGE_CHARTS)  # AUTO or ON
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json)
  tilebridge_install_charts(why_not)
  if(why_not STREQUAL "")
    set(TILEBRIDGE_CHART_SCRIPT ${PROJECT_BINARY_DIR}/web/charts.js)
    file(GLOB chart_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/charts/*.js)
    add_custom_command(OUTPUT ${TILEBRIDGE_CHART_SCRIPT}
      DEPENDS ${chart_sources} ${PROJECT_BINARY_DIR}/web/installed
      COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${TILEBRIDGE_NODE_MODULES}
              ${NODE} ${TILEBRIDGE_NODE_MODULES}/esbuild/bin/esbuild ${PROJECT_SOURCE_DIR}/web/src/charts/main.js
              --bundle --minify --format=iife --target=es2022 --legal-comments=eof --loader:=text --log-level=warning
              --outfile=${TILEBRIDGE_CHART_SCRIPT}
      COMMENT "Bundling the report's charts" VERBATIM)
  elseif(TILEBRIDGE_CHARTS STREQUAL "ON")
    message(FATAL_ERROR "TILEBRIDGE_CHARTS is ON, but ${why_not}")
  else()
    message(STATUS "HTML reports have no charts, only tables and static pictures: ${why_not}")
  endif()
endif()
