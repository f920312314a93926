// SPDX-License-Identifier: Apache-2.0
#include "judge/forecast.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <deque>
#include <map>

#include "tests/pages/compared_cases.hpp"

namespace tilebridge::judge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::SizeIs;

constexpr PortedWay kokkos_in_loops = {{Model::kokkos, Form::loops}};
constexpr PortedWay in_chosen_blocks = {{Model::kokkos, Form::loops}, true};

/// A flat loop in Kokkos at `ratio` of native code, which takes 0.6 ms in 1024 blocks of 256.
CaseResult flat_loop(const std::string& experiment, const std::string& variant, double ratio) {
  CaseResult c = compared(experiment, variant, Form::loops, ratio);
  c.kernels[native_code].launches = {{{1024, 1, 1}, {256, 1, 1}, 0}};
  return c;
}

std::vector<CaseResult> three_experiments() {
  return {flat_loop("stride", "copy", 0.8), flat_loop("offset", "copy", 0.8),
          flat_loop("layout", "soa", 0.8)};
}

/// The results that a forecaster points into live as long as the test program.
Forecaster forecaster_of(std::vector<CaseResult> cases) {
  static std::deque<Results> results;
  const Cells cells = results.emplace_back(run_of(std::move(cases)));
  return {{&cells, 1}, catalogue()};
}

TEST(Forecaster, SaysWhatKernelsOfThePatternReach) {
  const auto forecast =
      forecaster_of(three_experiments()).forecast({Pattern::flat}, kokkos_in_loops);
  ASSERT_TRUE(forecast);
  EXPECT_THAT(forecast->speed.median, DoubleNear(0.8, 1e-9));
  EXPECT_THAT(forecast->speed.low, DoubleNear(0.8 * std::exp(-0.01), 1e-9)) << "all are equal";
  EXPECT_EQ(forecast->experiments, 3U);
}

TEST(Forecaster, SaysNothingOfWhatFewExperimentsAreLike) {
  std::vector<CaseResult> cases = three_experiments();
  const Forecaster all = forecaster_of(cases);
  EXPECT_FALSE(all.forecast({Pattern::tile}, kokkos_in_loops));
  EXPECT_FALSE(all.forecast({Pattern::flat, "double"}, kokkos_in_loops));
  EXPECT_FALSE(all.forecast({Pattern::flat}, {{Model::kokkos, Form::rewritten}}));
  EXPECT_FALSE(all.forecast({Pattern::flat}, kokkos_in_loops, "stride"));
  cases[2].kernels[native_code].timing->seconds = {1e-5, 1e-5, 1e-5};
  EXPECT_FALSE(forecaster_of(cases).forecast({Pattern::flat}, kokkos_in_loops)) << "a short kernel";
}

// Two experiments of weight 1 at 0.5 and 1 and one at 0.5: the logarithms' mean is 2/3 ln 0.5,
// their variance (2/9) ln² 2 · 3/2 = ln² 2 / 3, and a further experiment has √(1 + 1/3) of its
// root: by 1.2816 · ln 2 · 2/3 = 0.5922.
TEST(Forecaster, IntervalIsOfOneMoreExperiment) {
  const auto forecast =
      forecaster_of({flat_loop("stride", "copy", 0.5), flat_loop("offset", "copy", 1),
                     flat_loop("layout", "soa", 0.5)})
          .forecast({Pattern::flat}, kokkos_in_loops);
  ASSERT_TRUE(forecast);
  EXPECT_THAT(forecast->speed.median, DoubleNear(0.5, 1e-9));
  const double mean = -2.0 / 3 * std::log(2), half = 1.2816 * std::log(2) * 2 / 3 + 0.01;
  EXPECT_THAT(forecast->speed.low, DoubleNear(std::exp(mean - half), 1e-9));
  EXPECT_THAT(forecast->speed.high, DoubleNear(std::exp(mean + half), 1e-9));
}

TEST(Forecaster, SaysNothingWhereKernelsDifferMuch) {
  const auto of_two_alike = [](double other) {
    return forecaster_of({flat_loop("stride", "copy", 0.5), flat_loop("offset", "copy", 0.5),
                          flat_loop("layout", "soa", other)})
        .forecast({Pattern::flat}, kokkos_in_loops);
  };
  EXPECT_TRUE(of_two_alike(1)) << "0.35 to 1.1";
  EXPECT_FALSE(of_two_alike(2)) << "0.25 to 2.6";
}

TEST(Forecaster, CasesOfAVariantCountAsOne) {
  std::vector<CaseResult> cases = {flat_loop("stride", "copy", 1), flat_loop("offset", "copy", 0.5),
                                   flat_loop("layout", "soa", 0.5)};
  for (int rows = 1; rows < 6; ++rows) {
    cases.push_back(cases.front());
    cases.back().parameters.set("rows", rows);
  }
  const auto forecast = forecaster_of(cases).forecast({Pattern::flat}, kokkos_in_loops);
  EXPECT_THAT(forecast->speed.median, DoubleNear(0.5, 1e-9));
}

/// 0.6 ms of 262144 threads are 2.3 ns each; of 1024 times as many, 1024 times less.
TEST(Forecaster, NearKernelsCountMore) {
  std::vector<CaseResult> cases = three_experiments();
  for (const auto& [experiment, variant] :
       {std::pair("gather", "plain"), std::pair("element_size", "same_count"),
        std::pair("cache_loads", "default_load")}) {
    cases.push_back(flat_loop(experiment, variant, 0.4));
    cases.back().kernels[native_code].launches = {{{1 << 20, 1, 1}, {256, 1, 1}, 0}};
  }
  const Forecaster forecaster = forecaster_of(cases);
  const double of_many = 6e-4 / (256.0 * (1 << 20));
  const auto many = forecaster.forecast({Pattern::flat, "float", of_many}, kokkos_in_loops);
  EXPECT_THAT(many->speed.median, DoubleNear(0.4, 1e-9));
  const auto few = forecaster.forecast({Pattern::flat, "float", 1024 * of_many}, kokkos_in_loops);
  EXPECT_THAT(few->speed.median, DoubleNear(0.8, 1e-9));
  EXPECT_THAT(few->nearest, testing::AnyOf("stride/copy", "offset/copy", "layout/soa"));
}

/// A witness of a loop in two dimensions: 1 ns for each of its accesses, as the kernel asked for.
Witness grid_witness(const std::string& experiment, double accesses, double seconds_per_access,
                     double speed) {
  return {experiment,
          "direct",
          {Pattern::grid, "float", accesses * seconds_per_access, accesses},
          in_chosen_blocks,
          speed};
}

// 1 ns more for each access: of 1 ns it is a half, of 9 ns a tenth.
TEST(Forecaster, APortAddsATimeToEachAccessOfAGrid) {
  const Forecaster forecaster({grid_witness("conv2d", 2, 1e-9, 0.5),
                               grid_witness("transpose", 8, 1e-9, 0.5),
                               grid_witness("texture", 32, 1e-9, 0.5)});
  const auto speed = [&](double seconds, std::optional<double> accesses) {
    return forecaster.forecast({Pattern::grid, "float", seconds, accesses}, in_chosen_blocks)
        ->speed.median;
  };
  EXPECT_THAT(speed(4e-9, 4), DoubleNear(0.5, 1e-9));
  EXPECT_THAT(speed(36e-9, 4), DoubleNear(0.9, 1e-9));
  EXPECT_THAT(speed(36e-9, std::nullopt), DoubleNear(0.5, 1e-9)) << "by speeds";
}

TEST(Forecaster, AGainIsNotHidden) {
  const Forecaster forecaster({grid_witness("conv2d", 2, 1e-9, 1.25),
                               grid_witness("transpose", 8, 1e-9, 1.25),
                               grid_witness("texture", 32, 1e-9, 1.25)});
  const KernelKind slow = {Pattern::grid, "float", 1e-6, 1};
  EXPECT_THAT(forecaster.forecast(slow, in_chosen_blocks)->speed.median, DoubleNear(1.25, 1e-9));
}

/// The catalogue's kernels are read as a user's are: the stencil of 7 elements has 8 accesses, and
/// more of its text look like some.
TEST(Forecaster, ReadsTheAccessesOfTheCataloguesKernels) {
  std::vector<CaseResult> cases;
  for (const auto& [experiment, variant] :
       {std::pair("stencil3d", "direct"), std::pair("conv2d", "direct"),
        std::pair("block_shape", "line_256")})
    cases.push_back(flat_loop(experiment, variant, 0.5));
  const Forecaster forecaster = forecaster_of(cases);
  std::map<std::string, double> accesses;
  for (const Witness& witness : forecaster.witnesses())
    accesses[witness.experiment] = witness.kind.accesses.value_or(0);
  EXPECT_EQ(accesses.at("block_shape"), 3);
  EXPECT_THAT(accesses.at("stencil3d"), testing::AllOf(testing::Ge(8), testing::Le(12)));
  EXPECT_THAT(accesses.at("conv2d"), testing::Ge(26)) << "25 pixels";
}

/// A tree counts a tenth for a sum by shuffles, and the other way round; all count alike for one
/// whose text nobody has read.
TEST(Forecaster, SumsByShufflesTellLittleOfTrees) {
  std::vector<Witness> witnesses;
  for (const auto& [experiment, has_shuffles, speed] :
       {std::tuple("dot", true, 0.5), std::tuple("scan", true, 0.5), std::tuple("spmv", true, 0.5),
        std::tuple("reduce", false, 0.8), std::tuple("shuffle", false, 0.8)}) {
    KernelKind kind = {Pattern::team_sum};
    kind.has_shuffles = has_shuffles;
    witnesses.push_back({experiment, "sum", kind, kokkos_in_loops, speed});
  }
  const Forecaster forecaster(witnesses);
  KernelKind sum = {Pattern::team_sum};
  EXPECT_THAT(forecaster.forecast(sum, kokkos_in_loops)->speed.median, DoubleNear(0.5, 1e-9));
  sum.has_shuffles = true;
  EXPECT_THAT(forecaster.forecast(sum, kokkos_in_loops)->speed.median, DoubleNear(0.5, 1e-9));
  sum.has_shuffles = false;
  EXPECT_THAT(forecaster.forecast(sum, kokkos_in_loops)->speed.median, DoubleNear(0.8, 1e-9));
}

/// Also where the sum is in a template's argument.
TEST(Forecaster, ReadsHowTheCataloguesKernelsAddUp) {
  std::vector<CaseResult> cases;
  for (const auto& [experiment, variant] :
       {std::pair("dot", "block_tree"), std::pair("dot", "warp_shuffle"),
        std::pair("reduce", "block_tree"), std::pair("reduce", "shuffle"),
        std::pair("stride", "copy")})
    cases.push_back(flat_loop(experiment, variant, 0.5));
  std::map<std::string, std::optional<bool>> shuffles;
  const Forecaster forecaster = forecaster_of(cases);
  for (const Witness& witness : forecaster.witnesses())
    shuffles[witness.name()] = witness.kind.has_shuffles;
  EXPECT_EQ(shuffles.at("dot/block_tree"), false);
  EXPECT_EQ(shuffles.at("dot/warp_shuffle"), true);
  EXPECT_EQ(shuffles.at("reduce/block_tree"), false);
  EXPECT_EQ(shuffles.at("reduce/shuffle"), true);
  EXPECT_EQ(shuffles.at("stride/copy"), std::nullopt) << "no sum";
}

TEST(Forecaster, NearestIsTheMiddleOfThoseThatAreAlike) {
  const auto forecast =
      forecaster_of({flat_loop("stride", "copy", 0.5), flat_loop("offset", "copy", 0.7),
                     flat_loop("layout", "soa", 0.9)})
          .forecast({Pattern::flat}, kokkos_in_loops);
  EXPECT_EQ(forecast->nearest, "offset/copy");
  EXPECT_EQ(forecast->kernels, 3U);
}

TEST(Forecaster, NearestHasThePatternOfTheKernelsText) {
  const Forecaster forecaster =
      forecaster_of({flat_loop("stride", "copy", 0.5), flat_loop("offset", "copy", 0.5),
                     flat_loop("gather", "plain", 0.9)});
  const auto nearest = [&](std::optional<sources::CudaPattern> text) {
    KernelKind kind = {Pattern::flat};
    kind.text = text;
    return forecaster.forecast(kind, kokkos_in_loops)->nearest;
  };
  EXPECT_EQ(nearest({}), "stride/copy");
  EXPECT_EQ(nearest(sources::CudaPattern::flat), "stride/copy");
  EXPECT_EQ(nearest(sources::CudaPattern::gather), "gather/plain");
}

TEST(Forecaster, KnowsTheLoopsInAChosenLaunch) {
  std::vector<CaseResult> cases;
  for (const auto& [experiment, variant] :
       {std::pair("stride", "copy"), std::pair("offset", "copy"), std::pair("layout", "soa")})
    cases.push_back(with_launch(attributed(experiment, variant, 0.5, 0.9), 1, 0.5));
  const Forecaster forecaster = forecaster_of(cases);
  EXPECT_THAT(forecaster.ways(), ElementsAre(kokkos_in_loops, in_chosen_blocks));
  EXPECT_THAT(forecaster.forecast({Pattern::flat}, kokkos_in_loops)->speed.median,
              DoubleNear(0.45, 1e-9));
  EXPECT_THAT(forecaster.forecast({Pattern::flat}, in_chosen_blocks)->speed.median,
              DoubleNear(0.9, 1e-9));
}

/// A loop over two or three dimensions at 0.5 of native code, which takes 0.6 ms in 262144 threads;
/// its user wrote the tile.
CaseResult tiled_loop(const std::string& experiment, const std::string& variant) {
  CaseResult c = attributed(experiment, variant, 1, 0.5);
  c.kernels[native_code].launches = {{{32, 1024, 1}, {32, 8, 1}, 0}};
  return c;
}

/// A loop over two dimensions, or three, that took this time in a million blocks which the library
/// chose.
CaseResult untiled_loop(const std::string& variant, std::uint32_t depth, double seconds) {
  CaseResult c = with_launch(attributed("policies", variant, 0.5, 1), 1, 0.5);
  c.kernels[native_code].launches = {{{32, 1024, depth}, {32, 8, 1}, 0}};
  KernelResult& kokkos = c.kernels[kokkos_code];
  kokkos.launches = {{{1000, 1000, 1}, {16, 2, depth}, 0}};
  kokkos.timing->seconds = {seconds, seconds, seconds};
  return c;
}

std::vector<CaseResult> tiled_loops() {
  return {tiled_loop("conv2d", "direct"), tiled_loop("stencil3d", "direct"),
          tiled_loop("block_shape", "line_256")};
}

// A kernel of 2 ns per thread takes 4 ns in the user's tile. In blocks of 32 threads that take 640
// ns each it takes 20 ns; in blocks of 64, 10 ns; in blocks of 32 ns the tile's 4 ns.
TEST(Forecaster, LoopsOverTwoDimensionsTakeAsLongAsTheLibrarysBlocks) {
  const KernelKind flat = {Pattern::grid, "float", 2e-9};
  KernelKind deep = flat;
  deep.dimensions = 3;
  std::vector<CaseResult> cases = tiled_loops();
  cases.push_back(untiled_loop("mdrange_tile", 1, 0.64));
  cases.push_back(untiled_loop("mdrange3_tile", 2, 0.64 / 0.8));
  const Forecaster slow = forecaster_of(cases);
  EXPECT_THAT(slow.forecast(flat, in_chosen_blocks)->speed.median, DoubleNear(0.5, 1e-9));
  const auto forecast = slow.forecast(flat, kokkos_in_loops);
  ASSERT_TRUE(forecast);
  EXPECT_THAT(forecast->speed.median, DoubleNear(0.1, 1e-9));
  EXPECT_THAT(forecast->speed.low, DoubleNear(0.08, 1e-9)) << "as the slower of the measured";
  EXPECT_THAT(forecast->speed.high, DoubleNear(0.125, 1e-9));
  EXPECT_THAT(slow.forecast(deep, kokkos_in_loops)->speed.median, DoubleNear(0.2, 1e-9));
  EXPECT_FALSE(slow.forecast({Pattern::grid}, kokkos_in_loops)) << "of no known time";
  cases.resize(3);
  EXPECT_FALSE(forecaster_of(cases).forecast(flat, kokkos_in_loops)) << "of no known blocks";
  cases.push_back(untiled_loop("mdrange_tile", 1, 0.032));
  EXPECT_THAT(forecaster_of(cases).forecast(flat, kokkos_in_loops)->speed.median,
              DoubleNear(0.5, 1e-9));
}

/// A flat loop at 0.9 of native code in its blocks, and in blocks of 128 threads that the library
/// chose at half of that, or another part: a million of them took this time.
CaseResult flat_in_library_blocks(const std::string& experiment, const std::string& variant,
                                  double seconds, double launch = 0.5) {
  CaseResult c = with_launch(attributed(experiment, variant, launch, 0.9), 1, launch);
  c.kernels[native_code].launches = {{{1000, 1, 1}, {256, 1, 1}, 0}};
  KernelResult& kokkos = c.kernels[kokkos_code];
  kokkos.launches = {{{1000, 1000, 1}, {1, 128, 1}, 0}};
  kokkos.timing->seconds = {seconds, seconds, seconds};
  return c;
}

// A kernel of 1 ns per thread takes 128 ns where a block of the library takes 640 ns; one of 10 ns
// takes what the loop adds, in any blocks.
TEST(Forecaster, FlatLoopsTakeAsLongAsTheLibrarysBlocks) {
  const Forecaster forecaster = forecaster_of({flat_in_library_blocks("stride", "copy", 0.64),
                                               flat_in_library_blocks("offset", "copy", 0.64),
                                               flat_in_library_blocks("layout", "soa", 0.64)});
  const auto speed = [&](std::optional<double> seconds, const PortedWay& way) {
    return forecaster.forecast({Pattern::flat, "float", seconds}, way)->speed.median;
  };
  EXPECT_THAT(speed(1e-9, kokkos_in_loops), DoubleNear(0.2, 1e-9));
  EXPECT_THAT(speed(1e-9, in_chosen_blocks), DoubleNear(0.9, 1e-9));
  EXPECT_THAT(speed(1e-8, kokkos_in_loops), DoubleNear(0.9, 1e-9));
  EXPECT_THAT(speed(std::nullopt, kokkos_in_loops), DoubleNear(0.45, 1e-9)) << "as measured";
}

TEST(Forecaster, LibraryBlocksAreThoseOfOneLoopWhoseTimeTheyDecide) {
  const CaseResult few = flat_in_library_blocks("layout", "soa", 6.4, 0.9);
  CaseResult two = flat_in_library_blocks("offset", "copy", 6.4);
  two.kernels[kokkos_code].launches.push_back(two.kernels[kokkos_code].launches.front());
  const Forecaster forecaster =
      forecaster_of({flat_in_library_blocks("stride", "copy", 0.64), few, two});
  const LibraryBlocks& blocks = forecaster.library_blocks().at("kokkos");
  EXPECT_THAT(blocks.least, DoubleNear(0.64e-6, 1e-12));
  EXPECT_THAT(blocks.most, DoubleNear(0.64e-6, 1e-12));
}

TEST(Forecaster, AUsersTileIsAChosenLaunch) {
  const Forecaster forecaster = forecaster_of(tiled_loops());
  EXPECT_THAT(forecaster.ways(), ElementsAre(in_chosen_blocks));
}

TEST(Forecaster, AnEarlierFilesExperimentIsNotTakenAgain) {
  const Results first = run_of(three_experiments());
  const Results second =
      run_of({flat_loop("stride", "copy", 0.1), flat_loop("gather", "plain", 0.8)});
  const std::vector<Cells> files = {first, second};
  const auto forecast = Forecaster(files, catalogue()).forecast({Pattern::flat}, kokkos_in_loops);
  EXPECT_EQ(forecast->experiments, 4U);
  EXPECT_THAT(forecast->speed.low, DoubleNear(0.8 * std::exp(-0.01), 1e-9));
}

TEST(Forecaster, TrialsAreFromOtherExperiments) {
  std::vector<CaseResult> cases = three_experiments();
  cases.push_back(flat_loop("gather", "plain", 0.6));
  const Forecaster forecaster = forecaster_of(cases);
  const std::vector<ForecastTrial> trials = forecaster.trials();
  ASSERT_THAT(trials, SizeIs(4));
  const ForecastTrial& odd = trials.back();
  EXPECT_EQ(odd.witness->name(), "gather/plain");
  EXPECT_THAT(odd.forecast.speed.median, DoubleNear(0.8, 1e-9));
  EXPECT_FALSE(odd.is_hit());
  const std::vector<TestedWay> rows = tested_ways(trials, 4);
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[1].pattern, Pattern::flat);
  EXPECT_EQ(rows[1].kernels, 4U);
  EXPECT_THAT(rows[1].hits, DoubleNear(0.75, 1e-9));
  EXPECT_THAT(tested_ways(trials, 5), SizeIs(1));
}

// 10 s: 4 s at 0.8 become 5 s, 1 s at 0.8 becomes 1.25 s, and 5 s are of a pattern without
// witnesses: 5 ÷ 6.25 = 0.8.
TEST(ApplicationForecast, IsOfTheKernelsThatHaveOne) {
  const Forecaster forecaster = forecaster_of(three_experiments());
  const std::vector<ApplicationKernel> kernels = {{KernelKind{Pattern::flat}, 4},
                                                  {KernelKind{Pattern::tile}, 5},
                                                  {KernelKind{Pattern::flat}, 1}};
  const auto forecast = application_forecast(forecaster, kokkos_in_loops, kernels);
  ASSERT_TRUE(forecast);
  EXPECT_THAT(forecast->speed.median, DoubleNear(0.8, 1e-9));
  EXPECT_THAT(forecast->speed.high, DoubleNear(0.8 * std::exp(0.01), 1e-9)) << "of one pattern";
  EXPECT_THAT(forecast->covered, DoubleNear(0.5, 1e-9));
  EXPECT_FALSE(forecast->kernels[1]);
  EXPECT_THAT(forecast->added, ElementsAre(DoubleNear(1, 1e-9), 0, DoubleNear(0.25, 1e-9)));
  const std::vector<ApplicationKernel> unknown = {{std::nullopt, 1}};
  EXPECT_FALSE(application_forecast(forecaster, kokkos_in_loops, unknown));
}

// Two patterns, each with half a width of 0.01 in the logarithm, and equal times: √2 ÷ 2 of it.
TEST(ApplicationForecast, PatternsErrIndependently) {
  std::vector<CaseResult> cases = three_experiments();
  for (const auto& [experiment, variant] :
       {std::pair("transpose", "tile"), std::pair("smooth", "tile_halo"),
        std::pair("matmul", "tile16")})
    cases.push_back(flat_loop(experiment, variant, 0.8));
  const std::vector<ApplicationKernel> kernels = {{KernelKind{Pattern::flat}, 1},
                                                  {KernelKind{Pattern::tile}, 1}};
  const auto forecast = application_forecast(forecaster_of(cases), kokkos_in_loops, kernels);
  ASSERT_TRUE(forecast);
  EXPECT_THAT(forecast->speed.high / 0.8, DoubleNear(std::exp(0.01 / std::sqrt(2)), 1e-9));
}

}  // namespace
}  // namespace tilebridge::judge
