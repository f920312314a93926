// SPDX-License-Identifier: Apache-2.0
// A result file in the formats of others. Results must have times for what is ok. Their texts may
// hold anything.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge {

/// Google Benchmark's JSON: every sample a repetition, and the aggregates. What has no time is left
/// out.
std::string to_gbench(const Results& results);

/// github-action-benchmark's customSmallerIsBetter: times in µs.
std::string to_gha_smaller(const Results& results);
/// Its customBiggerIsBetter: rates, and performance against native.
std::string to_gha_bigger(const Results& results);

/// Bencher Metric Format: latency in ns, bandwidth in GB/s, ratio against native.
std::string to_bmf(const Results& results);

/// CSV for the P3 analysis library: the model is the application, the device the platform, the
/// case the problem and its time in seconds the figure of merit. A model that a case has no result
/// of has no figure and the efficiency 0, unless it was skipped.
std::string to_p3_csv(const Results& results);

/// RFC 4180, a row for each model of each case.
std::string to_csv(const Results& results);

/// JUnit XML, a test case for each model of each case: invalid fails, no result is skipped.
std::string to_junit(const Results& results);

struct ExportFormat {
  std::string_view name;
  std::string (*write)(const Results&);
};

std::span<const ExportFormat> export_formats();

}  // namespace tilebridge
