// SPDX-License-Identifier: Apache-2.0
// How much the devices of a run differ, and which of them are outliers.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "pages/document.hpp"
#include "results/spread.hpp"

namespace tilebridge::pages {

/// The definition of an outlier, in words.
std::string_view outlier_rule();

/// The ranks of a run against each other, for the results that are shown. Points into the results;
/// not to be copied, since the standings point to the spreads.
class RankView {
 public:
  explicit RankView(const Results& results);
  RankView(const RankView&) = delete;
  RankView& operator=(const RankView&) = delete;

  const Results& results() const { return results_; }
  const std::vector<Spread>& spreads() const { return spreads_; }
  /// Of the ranks that measured something, the slowest first.
  const std::vector<RankStanding>& standings() const { return standings_; }

 private:
  const Results& results_;
  std::vector<Spread> spreads_;
  std::vector<RankStanding> standings_;
};

/// "rank 3 on node1, 0000:5f:00.0".
std::string rank_name(const Results& results, int rank);

/// The slowest and the fastest rank of every measurement, relative to the median one; the cases
/// that stand together in one group.
Table spreads_table(const RankView& ranks,
                    std::size_t most = std::numeric_limits<std::size_t>::max());

/// Every rank, in the order of the standings; those that measured nothing last.
Table ranks_table(const RankView& ranks);

/// A sentence for each rank that is an outlier, overall or in some measurements.
std::vector<std::string> outlier_sentences(const RankView& ranks);

/// A result of one rank that failed validation, or a rank that did not finish.
struct RankFailure {
  int rank = 0;
  std::string what;  // "transpose/tile kokkos: element 17 of 64 is 0.75", or why it failed
};

std::vector<RankFailure> wrong_on_ranks(const Results& results);
std::vector<RankFailure> failed_ranks(const Results& results);

/// All of this; nothing for results without ranks. `label` names the file.
Document rank_blocks(const Results& results, const std::string& label = "");

}  // namespace tilebridge::pages
