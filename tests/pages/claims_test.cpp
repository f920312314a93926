// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/results/sample_results.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// sample_results with a transpose 8 times as fast as the direct one, and Kokkos's 4 times.
Results transposes() {
  Results results = sample_results();
  CaseResult direct = sample_case("read_coalesced");
  direct.kernels[native_code].timing = timing(8 * 6e-4);
  direct.kernels[kokkos_code] = {Status::ok, "", valid(), timing(4 * 6.3e-4), 0.8, 0.71};
  results.cases.push_back(direct);
  for (CaseResult& c : results.cases) c.parameters = {{"rows", 1024}, {"cols", 1024}};
  return results;
}

std::vector<judge::Claim> one_claim(const std::string& lines) {
  return judge::parse_claims("claim: D9-1\nsection: §1\ntext: It is so.\n" + lines);
}

const std::string transpose =
    "unit: ×\nstated: 8\nholds: ± 25%\ncheck: time(transpose/read_coalesced) ÷ "
    "time(transpose/padded_tile)\n";

std::string claims_text(const std::vector<judge::Claim>& claims, const Results* results) {
  return write::as_text(
      claims_page(claims, results == nullptr ? std::vector<Results>{} : std::vector{*results}));
}

TEST(ClaimsPage, ListsClaimsWithoutResults) {
  EXPECT_EQ(
      claims_text(one_claim(transpose), nullptr),
      "1 claim\n\n  D9-1  §1, stated 8×\n    It is so.\n    "
      "measured: time(transpose/read_coalesced) ÷ time(transpose/padded_tile); holds at 6 … 10×\n");
}

TEST(ClaimsPage, SaysWhatResultsSayOfAClaim) {
  const Results results = transposes();
  EXPECT_THAT(claims_text(one_claim(transpose), &results),
              AllOf(HasSubstr("1 claim: 1 reproduced\n"),
                    HasSubstr("    8×: reproduced\n    in Kokkos loops: 4×: not reproduced\n")));
  EXPECT_THAT(claims_text(one_claim("unit: ways\nstated: 1\ncheck: conflict_degree()\nvalue: 1\n"),
                          &results),
              HasSubstr("    1 way: reproduced\n"));
  EXPECT_THAT(claims_text(one_claim("unit: ×\nstated: 1\ncheck: time(a/b)\n"), &results),
              HasSubstr("not tested on this device: the results have no such value"));
}

TEST(ClaimsPage, ShowsSeveralDevicesBesideEachOther) {
  std::vector<Results> files = {transposes(), transposes()};
  files[1].device["name"] = "NVIDIA A100";
  const std::string text = write::as_text(claims_page(one_claim(transpose), files));
  EXPECT_THAT(text, AllOf(HasSubstr("Answers rest on: 1 measured\n"),
                          HasSubstr("    NVIDIA A100: 8×: reproduced\n")));
}

TEST(ClaimsPage, ACauseIsThatOfTheDeviceThatShowedIt) {
  Results results = transposes();
  const auto claims = one_claim(
      "unit: ×\nstated: 80\ncheck: time(transpose/read_coalesced) ÷ "
      "time(transpose/padded_tile)\nreason: a cause\nexamined on: H200\n");
  EXPECT_THAT(claims_text(claims, &results), HasSubstr("8×: not reproduced: a cause\n"));
  results.device["name"] = "NVIDIA A100";
  EXPECT_THAT(claims_text(claims, &results), HasSubstr("8×: not reproduced\n"));
  const auto holds = one_claim(transpose + "but: a caveat\nexamined on: H200\n");
  EXPECT_THAT(claims_text(holds, &results), HasSubstr("8×: reproduced\n"));
  results.device["name"] = "NVIDIA H200";
  EXPECT_THAT(claims_text(holds, &results), HasSubstr("8×: reproduced, but a caveat\n"));
}

TEST(Figure, HasThreeDigitsAndItsUnit) {
  EXPECT_EQ(figure(17.5912, "×"), "17.6×");
  EXPECT_EQ(figure(0.91, "%"), "91%");
  EXPECT_EQ(figure(3391.6, "GB/s"), "3392 GB/s");
  EXPECT_EQ(figure(1, "transactions"), "1 transaction");
  EXPECT_EQ(figure(1, "GB/s"), "1 GB/s");
  EXPECT_EQ(figure(177.6, "GB/s", 6), "177.6 GB/s");
  EXPECT_EQ(figure(judge::Range{400, 600}, "cycles"), "400 … 600 cycles");
  EXPECT_EQ(figure(judge::Range{0.0005, 0.002}, "%"), "0.05 … 0.2%");
  EXPECT_EQ(figure(judge::Range{0, 1.05}, "×"), "≤ 1.05×");
  EXPECT_EQ(figure(judge::Range{1.1, INFINITY}, "×"), "≥ 1.1×");
  EXPECT_EQ(figure(judge::Range{64, 64}, "KiB"), "64 KiB");
}

}  // namespace
}  // namespace tilebridge::pages
