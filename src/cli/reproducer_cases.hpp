// SPDX-License-Identifier: Apache-2.0
// The cases of a variant as a C++ header, for a program that runs without tilebridge.
#pragma once

#include "cli/reproducer.hpp"

namespace tilebridge::cli {

/// `cases.hpp`, the inputs that it names, and a text that describes them.
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
