// SPDX-License-Identifier: Apache-2.0
// Which of a build's files are compiled for CUDA, and how.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

struct Compilation {
  std::filesystem::path source;
  std::string experiment;  // the source file without its extension
  Model model = Model::native;
  std::filesystem::path directory;   // to compile in
  std::vector<std::string> command;  // nvcc and its options, without source's host code and output
};

/// What to compile with where it is not what the build compiles with.
struct CompilerChoice {
  std::string nvcc = {};                        // "": the build's
  std::vector<std::string> architectures = {};  // "sm_90"; empty: the build's
};

/// The kernels' files of a build folder, from the compile database that CMake writes when it
/// configures; what it generates when it builds is not needed. Kokkos's go to nvcc as nvcc_wrapper
/// hands them on. Nothing but device code is compiled, all of its architectures in one command.
/// Throws UsageError where there is no readable compile database, or nothing in it is compiled for
/// CUDA.
std::vector<Compilation> cuda_compilations(const std::filesystem::path& build,
                                           const CompilerChoice& choice);

}  // namespace tilebridge
