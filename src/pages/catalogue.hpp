// SPDX-License-Identifier: Apache-2.0
// `tilebridge list`: experiments, their variants and parameters.
#pragma once

#include "catalogue/experiment.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// A row for each experiment, which says whether it needs a GPU.
Document experiments_list(const std::vector<Experiment>& experiments);

/// Question, parameters and variants of each.
Document experiments_page(const std::vector<Experiment>& experiments);

/// Says what each means, its range and its default.
Table parameters_table(const std::vector<Parameter>& parameters);

}  // namespace tilebridge::pages
