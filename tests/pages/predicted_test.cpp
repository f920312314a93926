// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/measured.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

Report report_on(const ReportFile& file) { return report_of({&file, 1}, catalogue(), ""); }

/// A profile in which the model predicts 16 and 20 sectors where the hardware counts 16 and 24.
ReportFile counted() {
  Results results = sample_results();
  results.cases.resize(1);
  for (auto& [kernel, result] : results.cases[0].kernels) {
    result.timing.reset();
    Traffic traffic;
    traffic.load = {4, 16, 512};
    traffic.store = {4, 20, 512};
    result.prediction = Prediction{traffic, 0};
    result.counters = Counters{1,
                               {{Counter::global_load_requests, 4},
                                {Counter::global_load_sectors, 16},
                                {Counter::global_store_requests, 4},
                                {Counter::global_store_sectors, 24}}};
  }
  return {"r.json", results};
}

TEST(Predicted, HasARowForEachPrediction) {
  const ReportFile file = {"r.json", sample_results()};
  const Report report = report_on(file);
  const Table table = predicted_table(report, report.experiments[0]);
  EXPECT_EQ(table.caption, "transpose, as the access model predicts it");
  EXPECT_THAT(lines_of(table),
              ElementsAre("padded_tile | Kokkos | loops | 4.00 | 100% | 4.00 | 100% | "
                          "1.00 | 1.00 | 550.00 µs | 1.15"));
}

TEST(Predicted, IsComparedWithWhatWasCounted) {
  const ReportFile file = counted();
  const Report report = report_on(file);
  const Agreement agreement = agreement_of(report, report.experiments[0]);
  EXPECT_EQ(agreement_text(agreement), "2 of 4 counts agree with the hardware's");
}

TEST(Predicted, DifferencesAreNamed) {
  ReportFile file = counted();
  EXPECT_TRUE(agreement_of(file.results).native_differs);
  EXPECT_THAT(agreement_of(file.results).differences,
              ElementsAre("transpose  rows=16Ki cols=16Ki  cold: padded_tile CUDA: store sectors "
                          "20 predicted, 24 counted",
                          EndsWith("Kokkos: store sectors 20 predicted, 24 counted")));
  erase(file.results.cases[0], Model::native);
  EXPECT_FALSE(agreement_of(file.results).native_differs);
}

TEST(Predicted, WithoutCountersNothingIsCompared) {
  EXPECT_EQ(agreement_of(sample_results()).counts, 0);
}

}  // namespace
}  // namespace tilebridge::pages
