// SPDX-License-Identifier: Apache-2.0
// A variant of the catalogue as a folder that can be sent, built and run elsewhere.
#pragma once

#include <string>
#include <vector>

#include "pages/explain.hpp"

namespace tilebridge::cli {

struct WrittenFile {
  std::string path;  // in the folder
  std::string text;
};

/// The folder's files: the variant's Kokkos kernel and the native one with a program that compares
/// and times them, and a README with the ratio that `results` have. Throws UsageError for a variant
/// without a Kokkos kernel, or whose kernel is compiled with options of its own.
std::vector<WrittenFile> reproducer_files(const pages::Subject& subject, const std::string& name,
                                          const Results& results);

}  // namespace tilebridge::cli
