// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"
#include "judge/porting.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

TEST(Record, HasTheRatiosOfEachKernel) {
  const Archived archive = archived(read_results(TILEBRIDGE_RESULTS "/h200-models.json"));
  const judge::Cells cells = archive.results;
  const Json record = archive_record(cells, archive, "nvidia/h200/x.json");
  EXPECT_EQ(record.at("path"), "nvidia/h200/x.json");
  EXPECT_EQ(record.at("label"), "reported");
  EXPECT_EQ(record.at("reasons"), archive.reasons);
  EXPECT_EQ(record.at("native"), "CUDA");
  EXPECT_EQ(record.at("device").at("name"), "NVIDIA H200");
  EXPECT_EQ(record.at("models").at("raja"), "RAJA");
  const auto kernels = judge::ported_kernels(cells, catalogue());
  ASSERT_EQ(record.at("kernels").size(), kernels.size());
  const judge::CaseRange loops = kernels[0].models[0].loops.value();
  const Json first = record.at("kernels")[0];
  EXPECT_EQ(first.at("kernel"), kernels[0].name);
  EXPECT_EQ(first.at("models").at("kokkos").at("loops"),
            Json({loops.middle.median, loops.least, loops.most, loops.cases}));
  const auto over =
      judge::over_kernels(kernels, Model::kokkos, "float", &judge::PortedModel::loops);
  EXPECT_EQ(record.at("medians").at("float").at("kokkos").at("loops")[0], over.middle.median);
}

TEST(Record, OfKernelsThatNobodyKnowsHasNone) {
  Archived archive = archived(read_results(TILEBRIDGE_RESULTS "/h200-models.json"));
  std::erase_if(archive.results.cases,
                [](const CaseResult& c) { return c.experiment != "bank_conflict"; });
  const Json record = archive_record(archive.results, archive, "x");
  EXPECT_TRUE(record.at("kernels").empty());
  EXPECT_TRUE(record.at("models").empty());
  EXPECT_TRUE(record.at("medians").empty());
}

}  // namespace
}  // namespace tilebridge::write
