// SPDX-License-Identifier: Apache-2.0
// Which of a build's files are compiled for CUDA, and how.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge::resources {

struct Compilation {
  std::filesystem::path source;
  std::string experiment;  // the source file without its extension
  Model model = Model::native;
  std::filesystem::path directory;   // working directory
  std::vector<std::string> command;  // nvcc and its options, without those for host code and output
};

/// Overrides of the build's compiler and architectures.
struct CompilerChoice {
  std::string nvcc = {};                        // "": the build's
  std::vector<std::string> architectures = {};  // "sm_90"; empty: the build's
};

/// The kernel files of a build folder, of this project's or of a pair of the user's own
/// (tilebridge_add_pair(), whose name is the experiment), from the compile database that CMake
/// writes when configuring; files generated during the build are not needed. Kokkos files are
/// passed to nvcc as nvcc_wrapper does. Only device code is compiled, for all architectures in one
/// command. Throws UsageError if there is no readable compile database, or nothing in it is
/// compiled for CUDA.
std::vector<Compilation> cuda_compilations(const std::filesystem::path& build,
                                           const CompilerChoice& choice);

}  // namespace tilebridge::resources
