// SPDX-License-Identifier: Apache-2.0
// How much several devices differ in the same measurements.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// Which of `values`, each relative to their median, are outliers: off by at least 2%, and by at
/// least 3.5 standard deviations as the median absolute deviation estimates them (1.4826 × it;
/// Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). No outliers among fewer than
/// three values: if two differ, it is unknown which one is off.
std::vector<bool> outliers(std::span<const double> values);

/// One rank in one measurement.
struct RankRate {
  int rank = 0;
  double relative = 1;  // performance against the median rank's: 0.9 takes 1/0.9 of the time
  bool outlier = false;
};

/// One kernel of one case over the ranks that timed it. Points into the cases it was made from.
struct Spread {
  const CaseResult* result = nullptr;
  ModelForm kernel = {};
  std::vector<RankRate> rates;  // the slowest first
};

/// Has every case and kernel timed by at least two ranks, in the order of the cases.
std::vector<Spread> spreads(const std::vector<CaseResult>& cases);

/// One rank over all measurements.
struct RankStanding {
  int rank = 0;
  int measurements = 0;
  double median = 1;  // of its relative performance
  int slow = 0;       // measurements in which it is a slow outlier; next: a fast one
  int fast = 0;
  double worst = 1;  // its lowest relative performance, and where
  const Spread* worst_in = nullptr;
  /// Its clock relative to the median rank's, the median over the cases; 0 if clocks are unknown.
  double clock = 0;
  std::vector<std::string> throttle_reasons;
  bool outlier = false;  // its median is an outlier among all ranks' medians
};

/// A result of one rank that failed validation. Points into the results.
struct WrongResult {
  int rank = 0;
  const CaseResult* result = nullptr;
  ModelForm kernel = {};
  std::string_view reason;
};
std::vector<WrongResult> wrong_results(const Results& results);

/// The information about a rank; empty if there is no such rank.
const RankInfo& rank_info(const Results& results, int rank);

/// The slowest first. Points into `spreads`.
std::vector<RankStanding> standings(const std::vector<Spread>& spreads);

}  // namespace tilebridge
