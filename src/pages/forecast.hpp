// SPDX-License-Identifier: Apache-2.0
// What porting an application would cost, kernel by kernel, and how well such forecasts hold.
#pragma once

#include <string>
#include <vector>

#include "judge/forecast.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

struct KernelOfApplication {
  std::string name;
  std::string pattern;  // for readers: "tile"
  judge::ApplicationKernel of;
};

struct Application {
  std::vector<KernelOfApplication> kernels = {};
  bool has_times = false;  // the weights are seconds; else every kernel counts as one
};

/// For each model and form a sentence on the application as a whole, then a table of the kernels
/// that matter most in the controlled model's loops. `measured` says whose kernels these forecasts
/// are from. Nothing for an application without kernels.
Document forecast_page(const Application& application, const judge::Forecaster& forecaster,
                       const std::string& measured);

/// The trials of the forecaster, which leave out the experiment that they forecast.
Document forecast_test_page(const judge::Forecaster& forecaster, const std::string& measured);

}  // namespace tilebridge::pages
