// SPDX-License-Identifier: Apache-2.0
// Kernel names as their author would write them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace tilebridge::resources {

/// Unique readable names for the mangled kernels of one source file: "vector_tile<2>" of
/// tilebridge::cuda, "StagedTile<Padded>" for the functor of a Kokkos pattern, "index_type
/// (engineered)" for a matched or tuned kernel beside the plain "index_type". If several kernels
/// share a functor, its policy is appended; if that is not unique either, the whole name is used.
/// Kokkos's internal kernels begin with "Kokkos::". Names that are not mangled are unchanged.
std::map<std::string, std::string> readable_names(const std::set<std::string>& symbols);

/// Whether a readable name is that of a Kokkos-internal kernel, such as its fills and copies.
bool is_of_kokkos(std::string_view readable_name);

}  // namespace tilebridge::resources
