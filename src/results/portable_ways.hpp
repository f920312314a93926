// SPDX-License-Identifier: Apache-2.0
// Ways of writing all kernels, as applications that run on several platforms.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// Matched Kokkos is plain where a kernel has no matched form.
enum class WayOfWriting { native, plain, matched };

/// "Kokkos in ranges".
std::string_view name_of(WayOfWriting way);

struct PortableWay {
  WayOfWriting way;
  /// By platform: the time of the fastest of these ways ÷ its own, geometric mean over variants.
  std::vector<double> efficiencies;
  double metric;  // their harmonic mean (Pennycook, Sewall and Lee, 2016)
};

struct PortableWays {
  struct Place {
    std::string device;
    std::string platform;

    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;                                    // in order of first appearance
  std::set<std::pair<std::string, std::string>> variants = {};  // experiment and variant
  std::vector<PortableWay> ways = {};
};

/// Over the textbook kernels that native code and Kokkos run on each of at least two platforms; no
/// ways if there is none.
PortableWays portable_ways(std::span<const Results* const> runs, const Catalogue& catalogue);

}  // namespace tilebridge
