// SPDX-License-Identifier: Apache-2.0
// The code that is printed as what to write instead of an idiom does what the idiom does: in the
// default execution space, with large and small teams, with vector lengths of 1, 8 and 32.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "examples/idioms/idioms.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"

namespace tilebridge::idioms {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Try = Case<Exec>;
using HostWords = std::vector<Word>;

struct Idiom {
  const char* key;
  void (*before)(const Try&);
  void (*after)(const Try&);
  Word (*expected)(const HostWords& in, int i);
  std::vector<int> vector_lengths = {1, 8, 32};
};

void PrintTo(const Idiom& idiom, std::ostream* out) { *out << idiom.key; }

template <class Before, class After = Before>
Idiom idiom(const char* key, Word (*expected)(const HostWords&, int),
            std::vector<int> vector_lengths = {1, 8, 32}) {
  return {key, Before::template before<Exec>, After::template after<Exec>, expected,
          std::move(vector_lengths)};
}

Word tripled(const HostWords& in, int i) { return 3 * in[i]; }
Word tripled_but_the_last(const HostWords& in, int i) {
  return i < Try::words - EarlyReturn::missing ? tripled(in, i) : 0;
}
Word one_per_tile(const HostWords&, int i) { return i < Try::tiles ? 1 : 0; }
Word row_and_column(const HostWords&, int i) { return i < Try::tiles ? 10 * (i / 3) + i % 3 : 0; }
Word upper_left(const HostWords& in, int i) {
  const int y = i / tile_words - 1, x = i % tile_words - 1;
  return y < 0 || x < 0 ? 0 : 3 * in[y * tile_words + x];
}
int partner(int i) { return i / tile_words * tile_words + (i + 129) % tile_words; }
Word of_partner(const HostWords& in, int i) { return in[partner(i)]; }
Word pieces_of_partner(const HostWords& in, int i) {
  const int first = i / tile_words * items * tile_words + partner(i) % tile_words;
  Word sum = 0;
  for (int k = 0; k < items; ++k) sum += in[first + k * tile_words];
  return sum;
}
Word row_of_16(const HostWords& in, int i) {
  Word v = 0;
  for (int k = 0; k < 16; ++k) v = 3 * v + in[i / 16 * 16 + k];
  return v;
}
Word count_of(const HostWords& in, int i) {
  Word count = 0;
  for (int k = 0; k < Try::words; ++k) count += static_cast<int>(in[k] % 32) == i ? 1 : 0;
  return count;
}
Word largest(const HostWords& in, int i) {
  Word found = 0;
  for (int k = 0; k < Try::words; ++k)
    if (static_cast<int>(in[k] % 32) == i) found = std::max(found, in[k]);
  return found;
}
Word six_times_the_first(const HostWords& in, int) { return 6 * in[0]; }
Word sum_of(const HostWords& in, int first, int count) {
  return std::accumulate(in.begin() + first, in.begin() + first + count, Word{0});
}
Word times_the_sum(const HostWords& in, int i) { return sum_of(in, 0, Try::words) * in[i]; }
Word by_factors(const HostWords& in, int i) { return i % Functor::count * in[i]; }
Word tripled_in_a_tile(const HostWords& in, int i) { return i < tile_words ? 3 * in[i] : 0; }
Word with_neighbour(const HostWords& in, int i) { return in[i] + 2 * in[i ^ 1]; }
Word of_column(const HostWords& in, int i) {
  Word sum = 0;
  for (int k = 0; k < items; ++k) sum += in[k * Try::words + i];
  return sum;
}
Word of_tile(const HostWords& in, int i) {
  return i < Try::tiles ? sum_of(in, i * tile_words, tile_words) : 0;
}
Word of_32(const HostWords& in, int i) {
  constexpr int lanes = VectorReduce::lanes;
  return i < Try::words / lanes ? sum_of(in, i * lanes, lanes) : 0;
}
Word of_all(const HostWords& in, int i) {
  return i == 0 ? sum_of(in, 0, static_cast<int>(in.size())) : 0;
}

const Idiom idioms[] = {
    idiom<Single>("team_control/single", one_per_tile),
    idiom<SignedRank>("team_control/signed_rank", tripled),
    idiom<LeagueDivision>("team_control/league_division", row_and_column),
    idiom<EarlyReturn>("team_control/early_return", tripled_but_the_last),
    idiom<Conditions>("team_control/conditions", upper_left),
    idiom<TeamRange>("team_control/team_range", tripled),
    idiom<VectorRange, TeamRange>("team_control/vector_range", tripled),
    idiom<LoopOfOne, TeamRange>("team_control/loop_of_one", tripled),
    idiom<ViewOfScratch>("scratch_use/view", of_partner),
    idiom<RunTimeExtents>("scratch_use/run_time_extents", of_partner),
    idiom<DefaultLayout, RunTimeExtents>("scratch_use/layout_left", of_partner),
    idiom<LoadStore>("scratch_use/load_store", pieces_of_partner),
    idiom<KeptInScratch>("scratch_use/kept_in_scratch", tripled),
    idiom<WordByWord>("scratch_use/word_by_word", row_of_16),
    idiom<Range>("policies/range", tripled),
    idiom<TeamAuto>("policies/team_auto", tripled),
    idiom<LaunchBounds>("policies/launch_bounds", tripled),
    idiom<MDRange>("policies/mdrange_tile", tripled),
    idiom<MDRangeOrder>("policies/mdrange_order", tripled),
    idiom<MDRange3>("policies/mdrange3_tile", tripled),
    idiom<MDRangeReduce>("policies/mdrange_reduce", of_all),
    idiom<IndexType>("policies/index_type", tripled),
    idiom<Atomics>("atomics/global_contended", count_of),
    idiom<AtomicFetch>("atomics/fetch", count_of),
    idiom<AtomicCompare>("atomics/compare", largest),
    idiom<Allocation>("views/allocation", tripled),
    idiom<DeepCopy>("views/deep_copy", tripled),
    idiom<Mirror>("views/mirror", six_times_the_first),
    idiom<ScalarResult>("views/scalar_result", times_the_sum),
    idiom<ViewCopy>("views/view_copy", tripled),
    idiom<Functor>("launching/functor_64", by_factors),
    idiom<Fence>("launching/fence", tripled),
    idiom<Graph>("launching/graph", tripled),
    idiom<TeamForFlatLoop>("launching/team", tripled_in_a_tile),
    idiom<TeamScratch>("launching/team_scratch", of_partner),
    idiom<MatrixView>("indexing/matrix_view", with_neighbour),
#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
    idiom<Mdspan>("indexing/mdspan", with_neighbour),
#endif
    idiom<RowByRow>("indexing/row_by_row", of_column),
    idiom<RandomAccess>("indexing/random_access", tripled),
    idiom<TeamReduce, NestedReduce>("team_sums/team_reduce", of_tile),
    idiom<NestedReduce>("team_sums/nested_reduce", of_tile),
    idiom<VectorReduce>("team_sums/vector_reduce", of_32, {32}),
    idiom<RangeReduce>("team_sums/range_reduce", of_all),
};

HostWords input() {
  HostWords in(items * Try::words);
  Word word = 1;
  for (Word& each : in) each = word = word * 0x9e3779b1U + 12345;
  return in;
}

HostWords result_of(void (*run)(const Try&), const HostWords& in, int threads, int vector_length) {
  Try c;
  c.threads = threads;
  c.vector_length = vector_length;
  const Kokkos::View<const Word*, Kokkos::HostSpace> from(in.data(), in.size());
  Kokkos::deep_copy(c.in, from);
  run(c);
  Kokkos::fence();
  const auto out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.out);
  return {out.data(), out.data() + out.size()};
}

class Idioms : public testing::TestWithParam<Idiom> {};

TEST_P(Idioms, AndWhatToWriteInsteadDoTheSame) {
  const HostWords in = input();
  HostWords expected(Try::words);
  for (int i = 0; i < Try::words; ++i) expected[i] = GetParam().expected(in, i);
  const int most_lanes = Kokkos::TeamPolicy<Exec>::vector_length_max();
  for (const int wanted : GetParam().vector_lengths)
    for (const int threads : {256, 96}) {
      const bool is_needed = GetParam().vector_lengths.size() == 1;
      if (wanted > most_lanes && !is_needed) continue;
      const int lanes = std::min(wanted, most_lanes);
      SCOPED_TRACE(std::to_string(threads) + " threads, vector length " + std::to_string(lanes));
      EXPECT_EQ(result_of(GetParam().before, in, threads, lanes), expected) << "before";
      EXPECT_EQ(result_of(GetParam().after, in, threads, lanes), expected) << "after";
    }
}

INSTANTIATE_TEST_SUITE_P(Printed, Idioms, testing::ValuesIn(idioms), [](const auto& info) {
  std::string name = info.param.key;
  return name.replace(name.find('/'), 1, "_");
});

TEST(PrintedIdioms, AreAllRun) {
  std::set<std::string> run;
  for (const Idiom& idiom : idioms) run.insert(std::string("before ") + idiom.key);
  for (const sources::SourceFile& file : sources::idiom_sources())
    for (const sources::Section& section : sources::sections_of(sources::lines_of(file.text))) {
      const std::string name(section.names.front());
      EXPECT_TRUE(name.starts_with("after") || run.contains(name)) << name;
    }
}

}  // namespace
}  // namespace tilebridge::idioms
