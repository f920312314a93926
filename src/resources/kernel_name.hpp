// SPDX-License-Identifier: Apache-2.0
// Kernels' names as somebody who wrote them would say them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace tilebridge {

/// The kernels of one source file, mangled, by readable names that are all different:
/// "vector_tile<2>" of tilebridge::cuda, "StagedTile<Padded>" for the functor of a Kokkos pattern.
/// Where several kernels share a functor, its policy follows; where that does not tell them apart,
/// the whole name stands. What is Kokkos's own begins with "Kokkos::". What is no mangled name
/// stays as it is.
std::map<std::string, std::string> readable_names(const std::set<std::string>& symbols);

/// Whether a readable name is of a kernel that Kokkos brings along, such as its fills and copies.
bool is_of_kokkos(std::string_view readable_name);

}  // namespace tilebridge
