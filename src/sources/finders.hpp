// SPDX-License-Identifier: Apache-2.0
// Finders of idioms, by family. Each returns the places of one idiom in a file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/kernels.hpp"
#include "sources/scan.hpp"
#include "sources/sections.hpp"

namespace tilebridge::sources {

/// A place where an idiom is written.
struct Hit {
  std::size_t token;
  Advice advice = {};
  std::size_t launch = 0;  // the parallel_…() it is used by, where that is not around it; 0: none
  bool is_certain = false;  // no question, as Finding has it
  /// The condition under which the remedy here is its rule's step: "" is always, nothing never.
  std::optional<std::string> step_if = "";
  std::optional<CudaPattern> pattern = {};  // of the kernel, if the finder knows it
};

using Hits = std::vector<Hit>;

/// The tokens that `is` holds for.
template <bool is(const Code&, std::size_t)>
Hits all(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (is(code, i)) hits.push_back({i});
  return hits;
}

/// Whether what stands at i is done again and again by the host, as far as can be seen: in a loop,
/// or in a function that is called in a loop of the same file. (find_host.cpp)
bool is_repeated(const Code& code, std::size_t i);

// Teams: find_teams.cpp
Hits singles(const Code& code);
Hits vector_ranges(const Code& code);
Hits team_ranges(const Code& code);
Hits team_md_ranges(const Code& code);
Hits signed_ranks(const Code& code);
Hits league_divisions(const Code& code);
Hits team_reduces(const Code& code);
Hits nested_reduces(const Code& code);
Hits vector_reduces(const Code& code);

// Policies: find_policies.cpp
Hits default_tiles_2(const Code& code);
Hits default_tiles_3(const Code& code);
Hits default_tiles_4(const Code& code);  // and of more dimensions
Hits grid_reductions(const Code& code);  // by parallel_reduce over an MDRangePolicy
Hits flat_teams(const Code& code);

// OpenMP: find_openmp.cpp
bool has_target_regions(std::span<const Token> tokens);
std::vector<Finding> target_loops(std::span<const Token> tokens, std::string_view text,
                                  const Lines& lines);

// Memory in kernels: find_memory.cpp
Hits layouts_left(const Code& code);
Hits run_time_extents(const Code& code);
Hits strided_views(const Code& code);
Hits exchanges(const Code& code);
Hits contended_atomics(const Code& code);
Hits neighbour_loops(const Code& code);

// The host, between kernels: find_host.cpp
Hits deep_copies(const Code& code);
Hits allocations(const Code& code);
Hits scalar_results(const Code& code);
Hits fences(const Code& code);

}  // namespace tilebridge::sources
