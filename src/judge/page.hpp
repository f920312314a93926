// SPDX-License-Identifier: Apache-2.0
// A comparison of result files and its origin.
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/aggregates.hpp"
#include "judge/gate.hpp"
#include "judge/totals.hpp"

namespace tilebridge::judge {

/// The results must outlive it.
struct GatePage {
  const Results& base;  // the first if there are several
  const Results& current;
  std::vector<std::string> base_files;
  std::string current_file;
  std::vector<Difference> differences;  // if --force was given
  GateReport report;
  const Catalogue& catalogue;
  std::vector<Difference> other_gpus = {};  // of the same model: the UUIDs
  std::vector<std::string> busy = {};       // the files of runs that began on a busy GPU

  std::vector<Aggregate> all_aggregates() const { return aggregates(report, catalogue); }
  std::vector<Total> all_totals() const { return totals(by_variant(report), catalogue); }
};

}  // namespace tilebridge::judge
