// SPDX-License-Identifier: Apache-2.0
// The access model against what an H200 counted: the profile kept in docs/results. So a change of
// the model, or of a declaration, that contradicts the hardware fails without a GPU.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "results/prediction.hpp"

namespace tilebridge {
namespace {

/// What the access model says today of the kernels of one case. Kernels that are described alike
/// are predicted once, since the model goes through every warp.
class Predictions {
 public:
  Predictions(const CaseResult& c, std::uint64_t seed)
      : case_(c),
        experiment_(catalogue().experiment(c.experiment)),
        variant_(experiment_.variant(c.variant)),
        host_(variant_.problem->arrays(c.parameters), seed) {}

  KernelResult of(const ModelForm& kernel, const KernelResult& recorded) {
    const ModelForm described = experiment_.described_as(kernel);
    const auto [known, is_new] = known_.try_emplace(described);
    if (is_new) known->second = traffic(variant_.accesses(described, case_.parameters, host_), 1e9);
    KernelResult result = recorded;
    result.prediction = Prediction{known->second, 0};
    return result;
  }

 private:
  const CaseResult& case_;
  const Experiment& experiment_;
  const Variant& variant_;
  HostArrays host_;
  std::map<ModelForm, Traffic> known_;
};

/// Its cases are dealt out to several tests, which ctest runs side by side.
constexpr int parts = 4;

/// How many counts of each part the model predicts exactly: no fewer may be checked.
constexpr std::array<int, parts> predicted_counts = {548, 540, 529, 375};

/// The model does not know on which words of a tile lanes meet where a product's rows are of odd
/// length, that a line of a sparse matrix may leave L1 before all of it was loaded, how much a
/// limit of the device lets L2 fetch, or why a sum loads a sector more.
bool is_predicted(const CaseResult& c) {
  static const std::set<std::string> never = {"matmul",           "spmv/csr_thread",
                                              "spmv/csr_lanes_4", "fetch_granularity",
                                              "reduce",           "async_copy/tma_4"};
  return !never.contains(c.experiment) && !never.contains(c.experiment + "/" + c.variant);
}

/// Accesses are described for CUDA's launches and Kokkos's. Others may have other threads.
bool is_described(const ModelForm& kernel) {
  return kernel.model.is_native() || kernel.model.is(controlled);
}

class RecordedCounts : public testing::TestWithParam<int> {};

TEST_P(RecordedCounts, AreWhatTheAccessModelPredicts) {
  const Results results = read_results(TILEBRIDGE_RESULTS "/h200-profile.json");
  const auto seed = results.program.at("seed").get<std::uint64_t>();
  const double l2_bytes = results.device.at("cache_bytes").get<double>();
  int counts = 0;
  for (auto i = static_cast<std::size_t>(GetParam()); i < results.cases.size(); i += parts) {
    const CaseResult& c = results.cases[i];
    if (!is_predicted(c) || !catalogue().experiment(c.experiment).variant(c.variant).accesses)
      continue;
    std::optional<Predictions> predictions;
    for (const auto& [kernel, recorded] : c.kernels) {
      if (!is_described(kernel) || check_counts(recorded).empty()) continue;
      if (!predictions) predictions.emplace(c, seed);
      const CacheState caches = {c.cache == name_of(Cache::cold), l2_bytes};
      for (const CountCheck& check : check_counts(predictions->of(kernel, recorded), caches)) {
        EXPECT_TRUE(check.agrees())
            << c.experiment << "/" << c.variant << " " << to_string(c.parameters) << " "
            << text_of(kernel) << ": " << check.what << " " << check.predicted << ", "
            << check.counted;
        ++counts;
      }
    }
  }
  EXPECT_EQ(counts, predicted_counts.at(static_cast<std::size_t>(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(H200, RecordedCounts, testing::Range(0, parts));

}  // namespace
}  // namespace tilebridge
