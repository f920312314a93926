// SPDX-License-Identifier: Apache-2.0
#include "pages/forecast.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <deque>

#include "pages/listing.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using judge::KernelKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// Flat loops at 0.8 of native code, in Kokkos.
judge::Forecaster flat_loops() {
  static std::deque<Results> results;
  const judge::Cells cells = results.emplace_back(run_of(
      {compared("stride", "copy", Form::loops, 0.8), compared("offset", "copy", Form::loops, 0.8),
       compared("layout", "soa", Form::loops, 0.8)}));
  return {{&cells, 1}, catalogue()};
}

KernelOfApplication kernel(const std::string& name, Pattern pattern, double seconds) {
  return {name, std::string(tilebridge::name_of(pattern)), {KernelKind{pattern}, seconds}};
}

TEST(ForecastPage, BeginsWithTheWholeAndHasTheKernelsThatLoseMost) {
  const Application application = {
      {kernel("small", Pattern::flat, 1), kernel("large", Pattern::flat, 3),
       kernel("tiled", Pattern::tile, 4)},
      true};
  const Document page =
      forecast_page(forecasts_of(application, flat_loops(), catalogue(), "an H200"));
  EXPECT_THAT(paragraphs_of(page).at(0),
              "Kokkos loops: 0.80 (0.79–0.81) of today's speed, for 50% of the time.");
  const std::vector<Table> tables = tables_of(page);
  ASSERT_THAT(tables, SizeIs(2));
  EXPECT_THAT(lines_of(tables[0]),
              ElementsAre(StartsWith("Kokkos loops | 0.80 | 0.79 … 0.81 | 50% | ")));
  EXPECT_THAT(lines_of(tables[1]),
              ElementsAre("large | flat loop | 38% | 0.80 (0.79–0.81) | stride/copy",
                          "small | flat loop | 12% | 0.80 (0.79–0.81) | stride/copy",
                          "tiled | tile | 50% |  | no forecast"));
  EXPECT_THAT(paragraphs_of(page).back(), HasSubstr("were measured: an H200."));
}

TEST(ForecastPage, WithTimesTheKernelsThatLoseMostAreNamed) {
  Application application = {{}, true};
  for (int i = 0; i < 12; ++i)
    application.kernels.push_back(kernel("step", Pattern::flat, i < 3 ? 8 : 1));
  const Document page =
      forecast_page(forecasts_of(application, flat_loops(), catalogue(), "an H200"));
  EXPECT_THAT(paragraphs_of(page).at(0),
              HasSubstr("for 100% of the time; 73% of the loss in 3 of 12 kernels."));
  const Table table = tables_of(page).at(1);
  EXPECT_EQ(table.size(), 10U);
  EXPECT_EQ(table.left_out, 2U);
}

TEST(ForecastPage, WithoutTimesKernelsAreCountedByPattern) {
  const Application application = {{kernel("tiled", Pattern::tile, 1),
                                    kernel("a", Pattern::flat, 1), kernel("b", Pattern::flat, 1)},
                                   false};
  const Document page =
      forecast_page(forecasts_of(application, flat_loops(), catalogue(), "an H200"));
  EXPECT_THAT(paragraphs_of(page).at(0), HasSubstr("for 67% of the kernels, each counted once."));
  EXPECT_THAT(lines_of(tables_of(page).at(1)),
              ElementsAre("flat loop | float | 2 | 0.80 (0.79–0.81) | stride/copy",
                          "tile | float | 1 |  | no forecast"));
}

/// Blocks that a library chooses matter to kernels that may be launched so.
TEST(ForecastPage, SaysWhatTheLibrarysBlocksTake) {
  ApplicationForecasts forecasts =
      forecasts_of({{kernel("a", Pattern::tile, 1), kernel("b", Pattern::flat, 1)}, true},
                   flat_loops(), catalogue(), "an H200");
  forecasts.library_blocks = {{"kokkos", {{{1, 128}, {3, 64}}, 6.33e-10, 6.7e-10}}};
  const std::string said =
      "Blocks that Kokkos chooses have 128 threads in a flat loop, 64 threads in a loop over three "
      "dimensions, and each takes 0.63 ns or more.";
  EXPECT_EQ(paragraphs_of(forecast_page(forecasts)).back(), said);
  ApplicationForecasts of_tiles = forecasts;
  of_tiles.application.kernels.pop_back();
  for (auto& [way, forecast] : of_tiles.ways) {
    forecast.kernels.pop_back();
    forecast.added.pop_back();
  }
  EXPECT_THAT(paragraphs_of(forecast_page(of_tiles)), SizeIs(3));
  forecasts.application.kernels.push_back(kernel("c", Pattern::grid, 1));
  for (auto& [way, forecast] : forecasts.ways) {
    forecast.kernels.emplace_back();
    forecast.added.push_back(0);
  }
  EXPECT_EQ(paragraphs_of(forecast_page(forecasts)).back(),
            said +
                " What that costs a loop over two or three dimensions depends on its time and "
                "threads: without a profile that has both there is no forecast in those blocks.");
  forecasts.application.kernels.back().of.kind->seconds_per_thread = 1e-12;
  EXPECT_EQ(paragraphs_of(forecast_page(forecasts)).back(), said);
}

/// A kernel without a forecast does not count.
TEST(ForecastPage, LinesAreOfTheKernelsThatHaveAForecast) {
  const auto lines_of_kernels = [](std::size_t flat, std::size_t tiled) {
    Application application = {{kernel("a", Pattern::flat, 1), kernel("b", Pattern::tile, 1)},
                               true};
    application.kernels[0].lines = flat;
    application.kernels[1].lines = tiled;
    return forecasts_of(application, flat_loops(), catalogue(), "an H200").lines;
  };
  const auto lines = lines_of_kernels(10, 10);
  ASSERT_THAT(lines, SizeIs(1));
  std::vector<double> ratios;
  for (const auto& [name, variant] :
       {std::pair("stride", "copy"), std::pair("offset", "copy"), std::pair("layout", "soa")}) {
    const Experiment& experiment = catalogue().experiment(name);
    const auto count = [&](const ModelForm& kernel) {
      return 1.0 * sources::lines_of_code(
                       listing_of(experiment, experiment.variant(variant), kernel, Platform::cuda));
    };
    ratios.push_back(count({Model::kokkos, Form::loops}) / count({Model::native, Form::indices}));
  }
  std::ranges::sort(ratios);
  EXPECT_THAT(lines.begin()->second, testing::DoubleNear(ratios[1], 1e-12))
      << "the median of the three";
  EXPECT_EQ(lines_of_kernels(10, 1000), lines);
}

/// With times, those of the kernels that lose most; without, those of most kernels.
TEST(ForecastPage, SaysWhatToBeginWith) {
  Application application = {{kernel("a", Pattern::flat, 3), kernel("b", Pattern::tile, 1)}, true};
  const auto first = [&] {
    const Document page =
        forecast_page(forecasts_of(application, flat_loops(), catalogue(), "an H200"));
    for (const auto& block : page.blocks)
      if (const auto* list = std::get_if<List>(&block)) return list->items;
    return std::vector<std::string>();
  };
  EXPECT_THAT(first(),
              ElementsAre("`tilebridge new --from stride/copy`, for 75% of the time: `a`"));
  application.has_times = false;
  application.kernels[0].of.weight = 1;
  EXPECT_THAT(first(),
              ElementsAre("`tilebridge new --from stride/copy`, for 50% of the kernels: `a`"));
}

TEST(ForecastPage, TheNearestKernelIsOfAnyWay) {
  ApplicationForecasts forecasts =
      forecasts_of({{kernel("a", Pattern::flat, 1)}, true}, flat_loops(), catalogue(), "an H200");
  forecasts.ways.push_back(forecasts.ways.front());
  forecasts.ways.front().second.kernels[0].reset();
  forecasts.ways.back().second.kernels[0]->nearest = "gather/plain";
  EXPECT_THAT(lines_of(tables_of(forecast_page(forecasts)).at(1)),
              ElementsAre(testing::EndsWith("| gather/plain")));
}

TEST(ForecastPage, SaysThatNothingIsLikeTheKernels) {
  const Application application = {{kernel("tiled", Pattern::tile, 1)}, false};
  const Document page =
      forecast_page(forecasts_of(application, flat_loops(), catalogue(), "an H200"));
  EXPECT_THAT(paragraphs_of(page),
              ElementsAre("No forecast: none of the kernels is like those measured (an H200)."));
  EXPECT_TRUE(forecast_page(forecasts_of({}, flat_loops(), catalogue(), "an H200")).empty());
}

TEST(ForecastTestPage, HasARowForEachWay) {
  static const Results results = run_of(
      {compared("stride", "copy", Form::loops, 0.8), compared("offset", "copy", Form::loops, 0.8),
       compared("layout", "soa", Form::loops, 0.8), compared("gather", "plain", Form::loops, 0.4)});
  const judge::Cells cells = results;
  const Document page = forecast_test_page({{&cells, 1}, catalogue()}, "an H200");
  // The three miss the odd one by 2; their own forecasts are the median of 0.8, 0.8 and 0.4.
  EXPECT_THAT(lines_of(tables_of(page).at(0)),
              ElementsAre(testing::StartsWith("Kokkos loops | all | 4 | 75% | 0% | ")));
  EXPECT_THAT(paragraphs_of(forecast_test_page(flat_loops(), "an H200")).at(0),
              HasSubstr("Nothing to test: an H200 has no"));
}

}  // namespace
}  // namespace tilebridge::pages
