// SPDX-License-Identifier: Apache-2.0
// Kokkos in loops has a control, native code in the same loops, and so has an idiom; and where it
// tiles, sums or exchanges in a team, the same by index.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <regex>
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

// Why idioms have none, for groups of them.
constexpr std::string_view same_loops = "the native kernel has the idiom itself";
constexpr std::string_view same_atomics = "the native kernel adds atomically, too";
constexpr std::string_view own_reductions =
    "a reduction of Kokkos's own, which native code has none of";
constexpr std::string_view not_allowed = "what its ranges do is not allowed by Kokkos's guide";
constexpr std::string_view own_functors =
    "what Kokkos does with a functor and its Views at a launch";

constexpr std::array without_control = {
    Without{"cache_loads", "compiled_ca", "an option of the compiler is what it is about"},
    Without{"cache_loads", "compiled_cg", "an option of the compiler is what it is about"},
    Without{"launch_bounds", "walk_maxrregcount", "an option of the compiler is what it is about"},
    Without{"local_array", "team_scratch_1", "Kokkos's teams lock memory of level 1"},
    Without{"local_array", "thread_scratch_1", "Kokkos's teams lock memory of level 1"},
    Without{"device_symbol", "", "copies, which both models leave to the driver"},
    Without{"shuffle", "broadcast", not_allowed},
    Without{"shuffle", "sum_shuffle", not_allowed},
    Without{"shuffle", "sum_8", not_allowed},
    Without{"shuffle", "sum_16", not_allowed},
    Without{"shuffle", "sum_float", not_allowed},
    Without{"shuffle", "sum_float4", not_allowed},
    Without{"shuffle", "sum_array", not_allowed},
    Without{"concurrency", "graph", "the kernels of a graph are not recorded: no shape to follow"},
    Without{"team_control", "league_division", same_loops},
    Without{"team_control", "early_return", same_loops},
    Without{"team_control", "conditions", same_loops},
    Without{"indexing", "plain_loop", same_loops},
    Without{"indexing", "pragma_unroll", same_loops},
    Without{"scratch_use", "load_store", same_loops},
    Without{"scratch_use", "word_by_word", same_loops},
    Without{"launching", "team", same_loops},
    Without{"launching", "team_scratch", same_loops},
    Without{"atomics", "global_contended", same_atomics},
    Without{"atomics", "global_spread", same_atomics},
    Without{"atomics", "scratch_contended", same_atomics},
    Without{"atomics", "scratch_spread", same_atomics},
    Without{"atomics", "fetch", same_atomics},
    Without{"team_sums", "team_reduce", own_reductions},
    Without{"team_sums", "nested_reduce", own_reductions},
    Without{"team_sums", "vector_reduce", own_reductions},
    Without{"team_sums", "range_reduce", own_reductions},
    Without{"policies", "mdrange_reduce", own_reductions},
    Without{"launching", "functor_64", own_functors},
    Without{"launching", "functor_256", own_functors},
    Without{"launching", "functor_1k", own_functors},
    Without{"launching", "functor_4k", own_functors},
    Without{"views", "view_copy", own_functors},
    Without{"message_order", "one_way_unfenced", same_loops},
    Without{"message_order", "one_way", same_loops},
    Without{"settings", "", "settings are compared within a model"},
};

constexpr std::string_view other_results = "reduce/shuffle with other results";

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
    Without{"reducers", "min_max", other_results},
    Without{"reducers", "min_location", other_results},
    Without{"reducers", "sum_count", other_results},
    Without{"dot", "warp_shuffle", "there is no portable shuffle: block_tree is its sum by index"},
};

/// Variants with the largest library factors, and those in which Kokkos is faster than its control:
/// how much of the factor is the spelling of the control is measured by a second one.
constexpr std::array respelled = {
    "stencil_wide/direct",
    "cluster/reduce_blocks",
    "matmul/tile16",
    "reduce/shuffle",
    "reduce/single_pass",
    "texture/global",
    "texture/read_only",
    "conv2d/direct",
    "conv2d/constant_filter",
    "stencil3d/direct",
    "stencil3d/two_launches",
    "stencil3d/tile_halo",
    "stencil3d/stream",
    "scan/warp",
    "bank_conflict/row_row",
    "bank_conflict/padded_column",
    "bank_conflict/same_word_store",
    "carveout/cached",
    "fence/barrier",
    "nbody/tile128",
};

constexpr std::array without_respelled = {
    Without{"concurrency", "threads",
            "its time is the host's: its kernel has one index per thread"},
};

template <std::size_t count>
bool is_among(const std::array<Without, count>& all, const Experiment& e, const Variant& v) {
  return std::ranges::any_of(all, [&](const Without& one) {
    return one.experiment == e.name && (one.variant.empty() || one.variant == v.name);
  });
}

bool is_of_kernels(Family family) {
  return family == Family::idioms || family == Family::coalescing || family == Family::tiling ||
         family == Family::memory || family == Family::execution;
}

/// Calls check(experiment, variant, key) for all that Kokkos has in loops.
template <class Check>
void for_each_in_loops(const Check& check) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      if (is_of_kernels(e.family) && v.form == Form::loops && v.runs(Model::kokkos, Platform::cuda))
        check(e, v, e.name + "/" + v.name);
}

bool has(std::string_view folder, const std::string& key) {
  return !list_backend_sources(folder, key).empty();
}

TEST(Controls, AreThereForAllKernelsInLoops) {
  int controls = 0;
  for_each_in_loops([&](const Experiment& e, const Variant& v, const std::string& key) {
    const bool is_there = has("backends/cuda/loops/", key);
    EXPECT_NE(is_there, is_among(without_control, e, v)) << key;
    controls += is_there;
  });
  EXPECT_GT(controls, 110);
}

/// The keys that files of controls register as respelled.
std::set<std::string> respelled_in_sources() {
  static const std::regex call(R"re(\.add(?:_prepared)?_respelled\(\s*"(\w+/\w+)")re");
  std::set<std::string> keys;
  for (const SourceFile& file : backend_sources()) {
    const std::string text(file.text);
    for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match)
      keys.insert(match->str(1));
  }
  return keys;
}

TEST(Controls, AreRespelledWhereTheLibraryFactorIsLargest) {
  EXPECT_THAT(respelled_in_sources(),
              testing::UnorderedElementsAreArray(respelled.begin(), respelled.end()));
  for (const std::string key : respelled) EXPECT_TRUE(has("backends/cuda/loops/", key)) << key;
  for (const Without& one : without_respelled) {
    const std::string key = fmt::format("{}/{}", one.experiment, one.variant);
    EXPECT_TRUE(has("backends/cuda/loops/", key)) << key;
    EXPECT_THAT(respelled, testing::Not(testing::Contains(key))) << one.reason;
  }
}

/// A name that is no longer in the catalogue would excuse nothing.
TEST(Controls, AreMissingOnlyOfVariantsThatExist) {
  for (const Without& one : without_control) {
    const Experiment& e = catalogue().experiment(std::string(one.experiment));
    EXPECT_TRUE(one.variant.empty() || e.find(one.variant) != nullptr) << one.variant;
    EXPECT_TRUE(e.family != Family::idioms || !one.variant.empty()) << "idioms go by name";
  }
}

TEST(KernelsByIndex, AreThereWhereATeamTilesSumsOrExchanges) {
  for_each_in_loops([&](const Experiment& e, const Variant& v, const std::string& key) {
    if (v.pattern != Pattern::tile && v.pattern != Pattern::team_sum &&
        v.pattern != Pattern::exchange)
      return;
    EXPECT_NE(has("backends/kokkos/", key + std::string(by_index)), is_among(without_index, e, v))
        << key;
  });
}

}  // namespace
}  // namespace tilebridge::sources
