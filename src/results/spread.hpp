// SPDX-License-Identifier: Apache-2.0
// How far apart several devices are in the same measurements.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// Which of `values`, each relative to their median, are outliers: off by at least 2%, and by at
/// least 3.5 standard deviations as the median absolute deviation estimates them (1.4826 × it;
/// Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). None of fewer than three values:
/// of two that differ nobody knows which one is off.
std::vector<bool> outliers(std::span<const double> values);

/// One rank in one measurement.
struct RankRate {
  int rank = 0;
  double relative = 1;  // performance against the median rank's: 0.9 takes 1/0.9 of the time
  bool outlier = false;
};

/// One model of one case over the ranks that timed it. Points into the cases it was made of.
struct Spread {
  const CaseResult* result = nullptr;
  Model model = Model::native;
  std::vector<RankRate> rates;  // the slowest first
};

/// Of every case and model that two ranks or more have timed, in the order of the cases.
std::vector<Spread> spreads(const std::vector<CaseResult>& cases);

/// One rank over all measurements.
struct RankStanding {
  int rank = 0;
  int measurements = 0;
  double median = 1;  // of its relative performance
  int slow = 0;       // measurements in which it is an outlier to the slow side; to the fast
  int fast = 0;
  double worst = 1;  // its lowest relative performance, and where
  const Spread* worst_in = nullptr;
  /// Its clock against the median rank's, the median over the cases; 0 where clocks are not known.
  double clock = 0;
  std::vector<std::string> throttle_reasons;
  bool outlier = false;  // by the median, among all ranks' medians
};

/// A result of one rank that failed validation. Points into the results.
struct WrongResult {
  int rank = 0;
  const CaseResult* result = nullptr;
  Model model = Model::native;
  std::string_view reason;
};
std::vector<WrongResult> wrong_results(const Results& results);

/// What is known of a rank; of one that there is none of, nothing.
const RankInfo& rank_info(const Results& results, int rank);

/// The slowest first. Points into `spreads`.
std::vector<RankStanding> standings(const std::vector<Spread>& spreads);

}  // namespace tilebridge
