# SPDX-License-Identifier: Apache-2.0
# tilebridge_compile_cuda_by_clang(<variable> <sources>...): sets `variable` to the object files that
# the OpenMP kernels' clang makes of CUDA sources, for the same architectures. Device code, its
# package and host code are three commands: clang 19 does not know how the packager of CUDA 13 is
# called, nor that one of the headers which it includes is gone.
function(tilebridge_compile_cuda_by_clang variable)
  set(gone ${PROJECT_BINARY_DIR}/generated/cuda_before_13)
  file(WRITE ${gone}/texture_fetch_functions.h "")
  set(compile ${CMAKE_COMMAND} -E env PATH=${openmp_path} ${TILEBRIDGE_OPENMP_COMPILER}
              -x cuda -std=c++20 -O3 -fPIC -fvisibility=hidden --cuda-path=${openmp_toolkit}
              -Wno-unknown-cuda-version -Wno-unknown-attributes -idirafter ${gone}
              -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_BINARY_DIR}/generated)
  set(objects "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/clang/${name}.o)
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    set(commands "")
    set(images "")
    set(architectures "")
    foreach(architecture IN LISTS openmp_architectures)
      set(image ${object}.${architecture})
      list(APPEND architectures --cuda-gpu-arch=${architecture})
      list(APPEND commands COMMAND ${compile} --cuda-gpu-arch=${architecture} --cuda-device-only
                           -c ${source} -o ${image})
      string(REPLACE "sm_" "" number ${architecture})
      list(APPEND images --image3=kind=elf,sm=${number},file=${image})
    endforeach()
    add_custom_command(OUTPUT ${object} ${commands}
      COMMAND ${CUDAToolkit_BIN_DIR}/fatbinary -64 --create=${object}.fatbin ${images}
      COMMAND ${compile} ${architectures} --cuda-host-only
              -Xclang -fcuda-include-gpubinary -Xclang ${object}.fatbin
              -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d VERBATIM COMMENT "Compiling ${name} by clang")
    list(APPEND objects ${object})
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()
