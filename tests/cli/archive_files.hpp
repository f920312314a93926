// SPDX-License-Identifier: Apache-2.0
// Result files of machines that do not exist: stored results with other names, clocks, times and
// ratios, by seed. Their intervals and verdicts follow from their blocks.
#pragma once

#include <fmt/format.h>

#include <array>
#include <random>

#include "results/file.hpp"
#include "results/intervals.hpp"

namespace tilebridge {

class InventedRun {
 public:
  /// Keeps about so many cases of `base`.
  InventedRun(const Results& base, unsigned seed, std::size_t cases)
      : random_(seed), results_(base) {
    keep_some(cases);
    invent_machine(seed);
    for (CaseResult& c : results_.cases) change(c);
    if (seed % 4 != 0) add_self_check();  // without it a file is reported
  }

  const Results& results() const { return results_; }

 private:
  static constexpr std::array<const char*, 6> devices = {
      "NVIDIA H200", "NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-80GB",
      "NVIDIA L40S", "NVIDIA GH200 480GB",    "NVIDIA GeForce RTX 4090"};

  /// In [low, high): of the engine alone, so that every standard library gives the same.
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }

  void keep_some(std::size_t count) {
    const double share = static_cast<double>(count) / static_cast<double>(results_.cases.size());
    std::erase_if(results_.cases, [&](const CaseResult& c) {
      const bool is_whole = std::ranges::all_of(c.kernels, [](const auto& entry) {
        const auto& timing = entry.second.timing;
        return entry.second.status != Status::invalid &&
               (!timing || timing->block_medians.size() >= fewest_blocks);
      });
      return between(0, 1) >= share || !is_whole;
    });
  }

  void invent_machine(unsigned seed) {
    results_.device["name"] = devices[seed % devices.size()];
    results_.device["uuid"] = fmt::format("GPU-secret-{}", seed);
    results_.device["driver"] = fmt::format("580.{}", random_() % 200);
    results_.host["name"] = fmt::format("secret-node-{}", seed);
    results_.program["git"] = "0123456789ab";
    results_.program["started"] =
        fmt::format("2026-{:02}-{:02}T10:00:00Z", 1 + random_() % 12, 1 + random_() % 28);
    slowness_ = between(0.9, 1.1) * (1 + 0.3 * static_cast<double>(seed % devices.size()));
    clock_ = between(0.95, 1);
    for (const Rate rate : {Rate::read, Rate::write, Rate::copy})
      results_.ceilings.of(rate) /= slowness_;
  }

  static void scale(std::vector<double>& values, double factor) {
    for (double& value : values) value = six_digits(value * factor);
  }

  void change(KernelResult& result, const SamplingResult& sampling, double factor) {
    Timing& timing = *result.timing;
    timing.samples.clear();
    timing.clocks_hz.clear();
    scale(timing.block_medians, factor);
    timing.seconds = time_over_blocks(blocked(timing, sampling), sampling);
    if (!timing.back_to_back) return;
    scale(timing.back_to_back_medians, factor);
    timing.back_to_back =
        back_to_back_over_blocks({{}, sampling.blocks, timing.back_to_back_medians});
  }

  void change(CaseResult& c) {
    c.sampling.clock_hz *= clock_;
    c.sampling.throttle_reasons.clear();
    std::vector<std::pair<ModelForm, double>> factors;
    for (auto& [kernel, result] : c.kernels) {
      factors.emplace_back(kernel, slowness_ * between(0.98, 1.02));
      if (result.timing) change(result, c.sampling, factors.back().second);
    }
    const auto factor_of = [&](const ModelForm& kernel) {
      return std::ranges::find(factors, kernel, &std::pair<ModelForm, double>::first)->second;
    };
    for (ComparisonResult& comparison : c.comparisons) {
      const double factor = factor_of(comparison.against) / factor_of(comparison.kernel);
      const Timing& kernel = *c.kernels.at(comparison.kernel).timing;
      const Timing& against = *c.kernels.at(comparison.against).timing;
      scale(comparison.block_medians, factor);
      comparison.ratio = ratio_over_blocks(blocked(comparison, {}, c.sampling),
                                           rounding_of_ratio(against, kernel, c.sampling));
      comparison.within = {comparison.ratio.median, comparison.within.low * factor,
                           comparison.within.high * factor};
      comparison.verdict = verdict_of(comparison.ratio, against, kernel, c.sampling, {});
    }
  }

  void add_self_check() {
    constexpr int comparisons = 60, blocks = 5;
    SelfCheck check = {.parity_band = 0.05, .comparisons = {}};
    for (int i = 0; i < comparisons; ++i) {
      SelfComparison c;
      c.experiment = "transpose";
      c.variant = "tile";
      c.cache = "cold";
      c.seconds = 1e-4;
      for (int block = 0; block < blocks; ++block) {
        c.blocks.push_back(1);
        c.block_medians.push_back(six_digits(between(0.999, 1.001)));
      }
      c.ratio = ratio_over_blocks({{}, c.blocks, c.block_medians}, 0, 0);
      c.verdict = verdict_of(c.ratio, check.parity_band);
      check.comparisons.push_back(std::move(c));
    }
    results_.self_check = std::move(check);
  }

  std::mt19937_64 random_;
  Results results_;
  double slowness_ = 1;
  double clock_ = 1;
};

}  // namespace tilebridge
