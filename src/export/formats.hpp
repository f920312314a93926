// SPDX-License-Identifier: Apache-2.0
// A result file in other tools' formats. Results with status ok must have times. Strings may
// contain anything.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge::exports {

/// Google Benchmark's JSON: one repetition per sample, and the aggregates. Results without a time
/// are left out.
std::string to_gbench(const Results& results);

/// github-action-benchmark's customSmallerIsBetter: times in µs.
std::string to_gha_smaller(const Results& results);
/// github-action-benchmark's customBiggerIsBetter: rates, and performance against native.
std::string to_gha_bigger(const Results& results);

/// Bencher Metric Format: latency in ns, bandwidth in GB/s, ratio against native.
std::string to_bmf(const Results& results);

/// CSV for the P3 analysis library: the model is the application, the device the platform, the case
/// the problem and its time in seconds the figure of merit. A model without a result in a case has
/// no figure of merit and efficiency 0, unless it was skipped.
std::string to_p3_csv(const Results& results);

/// CSV (RFC 4180), one row per model and case. Files with other Kokkos have further columns, which
/// name them and give their ratios to the program's own.
std::string to_csv(const Results& results);

/// JUnit XML, one test case per model and case: an invalid result fails, a missing one is skipped.
std::string to_junit(const Results& results);

struct ExportFormat {
  std::string_view name;
  std::string (*write)(const Results&);
};

std::span<const ExportFormat> export_formats();

}  // namespace tilebridge::exports
