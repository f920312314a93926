// SPDX-License-Identifier: Apache-2.0
// Kokkos in ranges has a control, native code in the same ranges; and where it tiles, sums or
// exchanges in a team, the same by index.
#include <gmock/gmock.h>

#include <array>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "sources/listing.hpp"
#include "sources/sources.hpp"

namespace tilebridge::sources {
namespace {

struct Without {
  std::string_view experiment;
  std::string_view variant;  // "" for all
  std::string_view reason;
};

constexpr std::array without_control = {
    Without{"cache_loads", "compiled_ca", "an option of the compiler is what it is about"},
    Without{"cache_loads", "compiled_cg", "an option of the compiler is what it is about"},
    Without{"launch_bounds", "walk_maxrregcount", "an option of the compiler is what it is about"},
    Without{"local_array", "team_scratch_1", "Kokkos's teams lock memory of level 1"},
    Without{"local_array", "thread_scratch_1", "Kokkos's teams lock memory of level 1"},
    Without{"device_symbol", "", "copies, which both models leave to the driver"},
    Without{"shuffle", "", "what its ranges do is not allowed by Kokkos's guide"},
};

constexpr std::array without_index = {
    Without{"bank_conflict", "strided", "only loads: nothing is exchanged"},
    Without{"bank_conflict", "broadcast", "only loads: nothing is exchanged"},
    Without{"bank_conflict", "permuted", "only loads: nothing is exchanged"},
    Without{"bank_conflict", "three_way", "only loads: nothing is exchanged"},
    Without{"bank_conflict", "strided_8_bytes", "only loads: nothing is exchanged"},
    Without{"bank_conflict", "column_column", "padded_column with other strides"},
    Without{"bank_conflict", "dynamic_column", "padded_column with other strides"},
    Without{"fence", "own_word", "a thread reads what it wrote itself"},
    Without{"fence", "own_word_volatile", "a thread reads what it wrote itself"},
    Without{"reduce", "maximum", "block_tree with another operation"},
    Without{"dot", "warp_shuffle", "there is no portable shuffle: block_tree is its sum by index"},
};

template <std::size_t count>
bool is_among(const std::array<Without, count>& all, const Experiment& e, const Variant& v) {
  return std::ranges::any_of(all, [&](const Without& one) {
    return one.experiment == e.name && (one.variant.empty() || one.variant == v.name);
  });
}

bool is_of_kernels(Family family) {
  return family == Family::coalescing || family == Family::tiling || family == Family::memory ||
         family == Family::execution;
}

/// Calls check(experiment, variant, key) for all that Kokkos has in ranges.
template <class Check>
void for_each_in_ranges(const Check& check) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      if (is_of_kernels(e.family) && v.form == Form::ranges &&
          v.runs(Model::kokkos, Platform::cuda))
        check(e, v, e.name + "/" + v.name);
}

bool has(std::string_view folder, const std::string& key) {
  return !list_sources(backend_sources(), folder, key).empty();
}

TEST(Controls, AreThereForAllKernelsInRanges) {
  int controls = 0;
  for_each_in_ranges([&](const Experiment& e, const Variant& v, const std::string& key) {
    const bool is_there = has("backends/cuda/ranges/", key);
    EXPECT_NE(is_there, is_among(without_control, e, v)) << key;
    controls += is_there;
  });
  EXPECT_GT(controls, 90);
}

TEST(KernelsByIndex, AreThereWhereATeamTilesSumsOrExchanges) {
  for_each_in_ranges([&](const Experiment& e, const Variant& v, const std::string& key) {
    if (v.pattern != Pattern::tile && v.pattern != Pattern::team_sum &&
        v.pattern != Pattern::exchange)
      return;
    EXPECT_NE(has("backends/kokkos/", key + std::string(by_index)), is_among(without_index, e, v))
        << key;
  });
}

}  // namespace
}  // namespace tilebridge::sources
