// SPDX-License-Identifier: Apache-2.0
// A run with several Kokkos, as a run of one of them.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// The names of the other Kokkos that `results` has.
std::vector<std::string> release_names(const Results& results);

/// Version, spaces, compiler flags of the one called `name`; empty if the file says nothing of it.
Json release_build(const Results& results, const std::string& name);

/// Another Kokkos that a run has, and when it is from.
struct Release {
  std::string name;
  bool is_older = false;  // than the program's own
};

/// The oldest first; those of one version by their names.
std::vector<Release> releases_by_version(const Results& results);

/// As if the program had been built with the Kokkos called `name`: every command understands that.
/// Cases that it did not run have no Kokkos result. Throws UsageError, naming those there are, if
/// there is none of that name.
Results with_release(Results results, const std::string& name);

}  // namespace tilebridge
