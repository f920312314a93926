// SPDX-License-Identifier: Apache-2.0
// The access model against what an H200 counted: the profiles kept in docs/results. So a change of
// the model, or of a declaration, that contradicts the hardware fails without a GPU.
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "results/prediction.hpp"

namespace tilebridge {
namespace {

KernelResult predicted_now(const CaseResult& c, const Variant& variant, const ModelForm& kernel,
                           const KernelResult& recorded, std::uint64_t seed) {
  const HostArrays host(variant.problem->arrays(c.parameters), seed);
  KernelResult result = recorded;
  const ModelForm described = catalogue().experiment(c.experiment).described_as(kernel);
  result.prediction = Prediction{traffic(variant.accesses(described, c.parameters, host), 1e9), 0};
  return result;
}

/// Whether a kernel was written otherwise when its counts were recorded.
bool has_changed_since(const CaseResult& c, const ModelForm& kernel) {
  if (c.experiment == "histogram") return c.variant != "lane_private";  // loaded single bytes
  return c.experiment == "conv2d" && c.variant != "direct" &&
         kernel.is({Model::kokkos, Form::loops});  // staged the halo row by row
}

/// A file of them takes long: its cases are dealt out to several tests, which ctest runs side by
/// side.
constexpr int parts = 4;

struct Recorded {
  const char* file;
  std::array<int, parts> counts;  // that the model predicts exactly: no fewer may be checked
  /// Experiments, or variants, some of whose counts the model does not predict at these sizes.
  std::set<std::string> not_predicted = {};

  bool has_predicted(const CaseResult& c) const {
    return !not_predicted.contains(c.experiment) &&
           !not_predicted.contains(c.experiment + "/" + c.variant);
  }
};

/// The model does not know on which words of a tile lanes meet where a product's rows are of odd
/// length, that a line of a sparse matrix may leave L1 before all of it was loaded, how much a
/// limit of the device lets L2 fetch, or why a sum loads a sector more.
const std::set<std::string> not_predicted_of_controls = {"matmul",           "spmv/csr_thread",
                                                         "spmv/csr_lanes_4", "fetch_granularity",
                                                         "reduce",           "async_copy/tma_4"};

void PrintTo(const Recorded& recorded, std::ostream* out) { *out << recorded.file; }

class RecordedCounts : public testing::TestWithParam<std::tuple<Recorded, int>> {};

TEST_P(RecordedCounts, AreWhatTheAccessModelPredicts) {
  const auto& [recorded_file, part] = GetParam();
  const Results results = read_results(std::string(TILEBRIDGE_RESULTS "/") + recorded_file.file);
  const auto seed = results.program.at("seed").get<std::uint64_t>();
  const double l2_bytes = results.device.at("cache_bytes").get<double>();
  int counts = 0;
  for (std::size_t i = static_cast<std::size_t>(part); i < results.cases.size(); i += parts) {
    const CaseResult& c = results.cases[i];
    const Variant& variant = catalogue().experiment(c.experiment).variant(c.variant);
    for (const auto& [kernel, recorded] : c.kernels) {
      if (check_counts(recorded).empty() || !variant.accesses || has_changed_since(c, kernel) ||
          !recorded_file.has_predicted(c))
        continue;
      const CacheState caches = {c.cache == name_of(Cache::cold), l2_bytes};
      for (const CountCheck& check :
           check_counts(predicted_now(c, variant, kernel, recorded, seed), caches)) {
        EXPECT_TRUE(check.agrees())
            << c.experiment << "/" << c.variant << " " << to_string(c.parameters) << " "
            << text_of(kernel) << ": " << check.what << " " << check.predicted << ", "
            << check.counted;
        ++counts;
      }
    }
  }
  EXPECT_EQ(counts, recorded_file.counts.at(static_cast<std::size_t>(part)));
}

INSTANTIATE_TEST_SUITE_P(
    H200, RecordedCounts,
    testing::Combine(testing::Values(Recorded{"h200-profile.json", {94, 136, 78, 152}},
                                     Recorded{"h200-profile-tiling.json", {27, 64, 27, 68}},
                                     Recorded{"h200-profile-controls.json",
                                              {461, 461, 460, 492},
                                              not_predicted_of_controls},
                                     Recorded{"h200-profile-others.json", {40, 32, 48, 32}},
                                     Recorded{"h200-profile-hierarchy.json", {12, 6, 10, 10}}),
                     testing::Range(0, parts)));

}  // namespace
}  // namespace tilebridge
