// SPDX-License-Identifier: Apache-2.0
// The pattern of a kernel, and the features that it uses.
#pragma once

#include <set>
#include <string>

#include "sources/cuda_values.hpp"

namespace tilebridge::sources {

/// Sets the pattern, the dimensions and the shuffles of the kernel of that name.
void add_pattern(CudaKernel& kernel, const CudaValues& values);

/// How many barriers of a block the text has.
std::size_t barriers_in(const Code& code);

/// The concepts that the names of the tokens stand for: "texture".
std::set<std::string> features_in(const Code& code);
/// Those of code of the host.
std::set<std::string> host_features_in(const Code& code);
/// The libraries that a file names: "cuBLAS".
std::set<std::string> libraries_in(const std::vector<Token>& tokens);

/// Finds the kernel launches of all files and gives them to the kernels of those names.
void add_launches(CudaInventory& inventory, const CudaBase& base);

}  // namespace tilebridge::sources
