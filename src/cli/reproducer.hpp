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

/// The cases of a variant as a C++ header, `cases.hpp`, the inputs that it names, and a text that
/// describes them.
struct WrittenCases {
  std::vector<WrittenFile> files;
  std::string text;
};

/// Whether native code, which the variant is compared with, and Kokkos run there.
bool runs_on(const pages::Subject& subject, Platform platform);

/// A quick case for hosts; for GPUs a quick one, and the largest that `results` have, or that one
/// alone if inputs are in files, which limits its size.
WrittenCases written_cases(const pages::Subject& subject, const Results& results);

}  // namespace tilebridge::cli
