// SPDX-License-Identifier: Apache-2.0
// The data from which the page's script draws charts.
#pragma once

#include "pages/report.hpp"

namespace tilebridge::html {

/// Medians and intervals, without samples. web/src/charts/data.js documents the members.
Json chart_data(const pages::Report& report);

}  // namespace tilebridge::html
