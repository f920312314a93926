// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr ModelForm native_tuned = {Model::native, Form::tuned};
constexpr ModelForm kokkos_tuned = {kokkos_code.model, Form::tuned};

/// A tuned kernel of 0.6 ms at 0.84 of the ceiling, and one that nothing is known of.
Results tuned_results() {
  CaseResult known = sample_case("vector_tile");
  known.parameters = {{"rows", 10007}, {"cols", 20011}, {"real", "float"}};
  known.form = name_of(Form::tuned);
  known.kernels = {};
  known.kernels[native_tuned] = {Status::ok, "", valid(), timing(6e-4), 0.84};
  known.kernels[kokkos_tuned] = {Status::ok, "", valid(), timing(8e-4), 0.63};
  known.comparisons = {{kokkos_tuned, native_tuned, {0.75, 0.74, 0.76}, Verdict::slower}};
  CaseResult unknown = known;
  unknown.parameters.set("rows", 64);
  unknown.kernels = {};
  unknown.kernels[native_tuned] = {Status::ok, "", valid(), timing(6e-4)};
  Results results = sample_results();
  results.cases = {known, unknown};
  return results;
}

class LimitsExport : public testing::Test {
 protected:
  LimitsExport() : kernels_(judge::tuned_kernels(cells_, catalogue())) {}

  const Results results_ = tuned_results();
  const judge::Cells cells_ = results_;
  std::vector<judge::TunedKernel> kernels_;
};

TEST_F(LimitsExport, JsonHasEachKernelAndItsCounterparts) {
  const Json kernels = Json::parse(limits_json(kernels_)).at("kernels");
  ASSERT_EQ(kernels.size(), 3);
  const Json& native = kernels[0];
  EXPECT_EQ(native.at("device"), "NVIDIA H200");
  EXPECT_EQ(native.at("kernel"), "transpose/vector_tile");
  EXPECT_EQ(native.at("parameters").at("rows"), 10007);
  EXPECT_EQ(native.at("parameters").at("cache"), "cold");
  EXPECT_EQ(native.at("type"), "float");
  EXPECT_EQ(native.at("best_known"), "ceiling");
  EXPECT_EQ(native.at("unit"), "memory");
  EXPECT_DOUBLE_EQ(native.at("share"), 0.84);
  EXPECT_THAT(native.at("reason").get<std::string>(), StartsWith("rows begin at any alignment"));
  const Json& kokkos = kernels[1];
  EXPECT_EQ(kokkos.at("model"), "kokkos");
  EXPECT_EQ(kokkos.at("best_known"), "native");
  EXPECT_EQ(kokkos.at("share"), 0.75);
  EXPECT_EQ(kokkos.at("low"), 0.74);
  EXPECT_FALSE(kokkos.contains("reason"));
  EXPECT_EQ(kernels[2].at("best_known"), "none");
  EXPECT_FALSE(kernels[2].contains("share"));
}

TEST_F(LimitsExport, BothNameTheTunedKernelThatIsFaster) {
  kernels_[0].faster = "swizzled_tile";
  const Json kernels = Json::parse(limits_json(kernels_)).at("kernels");
  EXPECT_EQ(kernels[0].at("faster_variant"), "swizzled_tile");
  EXPECT_FALSE(kernels[1].contains("faster_variant"));
  EXPECT_THAT(limits_csv(kernels_), HasSubstr(",swizzled_tile\r\n"));
}

TEST_F(LimitsExport, CsvHasALineForEachOfThem) {
  std::istringstream lines(limits_csv(kernels_));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  EXPECT_THAT(
      all, ElementsAre(StartsWith("device,kernel,parameters,cache,type,model,form,seconds,unit,"),
                       StartsWith("NVIDIA H200,transpose/vector_tile,rows=10007 cols=20011 "
                                  "real=float,cold,float,native,tuned,0.0006,memory,ceiling,,0.84"),
                       StartsWith("NVIDIA H200,transpose/vector_tile,rows=10007 cols=20011 "
                                  "real=float,cold,float,kokkos,tuned,0.0008,memory,native,,0.75,"
                                  "0.74,0.76,0.63,"),
                       StartsWith("NVIDIA H200,transpose/vector_tile,rows=64 cols=20011 real=float,"
                                  "cold,float,native,tuned,0.0006,memory,none,,,,,,")));
}

}  // namespace
}  // namespace tilebridge::write
