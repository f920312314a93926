// SPDX-License-Identifier: Apache-2.0
// Pages on the cost of porting an application, kernel by kernel, and on how well forecasts hold.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "judge/forecast.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

struct KernelOfApplication {
  std::string name;
  std::string pattern;  // for readers: "tile"
  judge::ApplicationKernel of;
  std::size_t lines = 0;  // with code; 0: not known
};

struct Application {
  std::vector<KernelOfApplication> kernels = {};
  bool has_times = false;  // the weights are seconds; else every kernel counts as one
};

/// An application in each way that somebody may port it. `measured` says whose kernels the
/// forecasts are from.
struct ApplicationForecasts {
  Application application = {};
  std::vector<std::pair<judge::PortedWay, judge::ApplicationForecast>> ways = {};
  std::string measured = {};
  std::map<std::string, judge::LibraryBlocks> library_blocks = {};
  /// Of the kernels that have a forecast, the lines in that way ÷ those in CUDA: in each pattern
  /// the median of the variants that forecasts are from, launches included.
  std::map<judge::PortedWay, double> lines = {};
};

ApplicationForecasts forecasts_of(Application application, const judge::Forecaster& forecaster,
                                  const Catalogue& catalogue, std::string measured);

/// "Kokkos loops", "Kokkos loops, blocks chosen", "RAJA by index".
std::string name_of(const judge::PortedWay& way);

/// A sentence on the application as a whole in the first way, and a row for each. Then the kernels
/// that lose most in the first way or, without times, the patterns that they have, and what to
/// begin with. Nothing for an application without kernels.
Document forecast_page(const ApplicationForecasts& forecasts);

/// A row for each way and pattern of these trials; `name` is that of a way, "" for one that is not
/// shown.
Table test_table(const std::vector<judge::ForecastTrial>& trials, std::string title,
                 const std::function<std::string(const judge::PortedWay&)>& name);

/// The trials of the forecaster, which leave out the experiment that they forecast.
Document forecast_test_page(const judge::Forecaster& forecaster, const std::string& measured);

}  // namespace tilebridge::pages
