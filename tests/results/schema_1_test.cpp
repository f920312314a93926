// SPDX-License-Identifier: Apache-2.0

#include <gmock/gmock.h>

#include "results/file.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;

Json skipped() { return {{"status", "skipped"}, {"reason", "for a test"}}; }

/// A case as schema 1 has it, of these models, without times.
Json case_of_schema_1(const char* variant, const char* level, const char* compared_with,
                      const std::vector<const char*>& models) {
  Json c = to_json(sample_case(variant));
  for (const char* later : {"form", "kernels"}) c.erase(later);
  c["level"] = level;
  c["compared_with"] = compared_with;
  for (const char* model : models) c["models"][model] = skipped();
  return c;
}

Json comparison(const char* model, const char* against) {
  return {{"model", model}, {"against", against}, {"ratio", 0.5},
          {"low", 0.4},     {"high", 0.6},        {"verdict", "slower"}};
}

Json file_of_schema_1(const std::vector<Json>& cases) {
  Json file = to_json(sample_results());
  file["schema_version"] = 1;
  file["builds"]["kokkos"] = {{"version", "4.7.01"}, {"compiler", "GNU"}, {"flags", "-O3"}};
  file["builds"].erase("models");
  file["cases"] = cases;
  return file;
}

std::vector<ModelForm> kernels_of(const CaseResult& c) {
  std::vector<ModelForm> kernels;
  for (const auto& [kernel, result] : c.kernels) kernels.push_back(kernel);
  return kernels;
}

CaseResult read(const Json& c) { return results_from_json(file_of_schema_1({c})).cases.at(0); }

TEST(Schema1, ATextbookKernelIsByIndicesInNativeCodeAndInRangesInKokkos) {
  Json json = case_of_schema_1("tile", "textbook", "tile", {"native", "kokkos"});
  json["comparisons"] = {comparison("kokkos", "native")};
  const CaseResult c = read(json);
  EXPECT_EQ(c.form, "ranges");
  EXPECT_THAT(kernels_of(c), ElementsAre(native_code, kokkos_code));
  EXPECT_EQ(c.comparisons.at(0).kernel, kokkos_code);
  EXPECT_EQ(c.comparisons.at(0).against, native_code);
}

TEST(Schema1, NativeCodeThatStandsInIsInTheFormOfItsOwnVariant) {
  const Json own = case_of_schema_1("vector_tile", "tuned", "vector_tile", {"native"});
  const Json library = case_of_schema_1("geam", "vendor", "vector_tile", {"native", "vendor"});
  const Results results = results_from_json(file_of_schema_1({own, library}));
  EXPECT_THAT(kernels_of(results.cases.at(1)),
              ElementsAre(ModelForm{Model::native, Form::tuned}, library_code));
  EXPECT_EQ(results.cases.at(1).form, "library");
}

TEST(Schema1, AnotherKokkosIsASecondBuild) {
  Json json = case_of_schema_1("tile", "textbook", "tile", {"native", "kokkos"});
  const Json ratio = {{"ratio", 2.0}, {"low", 1.9}, {"high", 2.1}, {"verdict", "faster"}};
  json["releases"]["5.0.2"] = {
      {"result", skipped()}, {"against_native", ratio}, {"against_own", ratio}};
  Json file = file_of_schema_1({json});
  file["builds"]["releases"]["5.0.2"] = {{"version", "5.0.02"}, {"spaces", "Cuda"}, {"flags", ""}};
  EXPECT_EQ(schema_error(from_schema_1(file).dump()), "");
  const Results results = results_from_json(file);
  EXPECT_THAT(builds_of(results, Model::kokkos), ElementsAre(kokkos_code.model, other_code.model));
  const CaseResult& c = results.cases.at(0);
  EXPECT_THAT(kernels_of(c), ElementsAre(native_code, kokkos_code, other_code));
  ASSERT_EQ(c.comparisons.size(), 2U);
  EXPECT_EQ(c.comparisons[0].against, native_code);
  EXPECT_EQ(c.comparisons[1].against, kokkos_code);
}

TEST(Schema1, TheCasesOfASeveralDeviceRunAreThoseOfOneDevice) {
  Json json = case_of_schema_1("tile", "textbook", "tile", {"native", "kokkos"});
  json["rank"] = 0;
  json["by_rank"] = {{{"rank", 0},
                      {"clock_hz", 0},
                      {"throttle_reasons", Json::array()},
                      {"models", {{"native", skipped()}, {"kokkos", skipped()}}}}};
  EXPECT_TRUE(read(json).kernels.contains(kokkos_code));
}

TEST(Schema1, StoredFilesFollowSchema2) {
  for (const char* file : {"h200-full.json", "h200-self-check.json", "h200-profile.json"}) {
    const Results results = read_results(std::string(TILEBRIDGE_RESULTS "/") + file);
    EXPECT_EQ(schema_error(to_json(results).dump()), "") << file;
  }
}

}  // namespace
}  // namespace tilebridge
