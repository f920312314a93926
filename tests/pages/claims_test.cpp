// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "tests/results/sample_results.hpp"
#include "write/text.hpp"

namespace tilebridge::pages {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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

std::vector<judge::Document> one_claim(const std::string& lines) {
  return {judge::parse_document(
      "D9.txt", "title: a document\n\nclaim: D9-1\nsection: §1\ntext: It is so.\n" + lines)};
}

const std::string transpose =
    "unit: ×\nstated: 8\nholds: ± 25%\ncheck: time(transpose/read_coalesced) ÷ "
    "time(transpose/padded_tile)\n";

std::string claims_text(const std::vector<judge::Document>& documents, const Results* results) {
  return write::as_text(claims_page(documents, results, catalogue()));
}

TEST(ClaimsPage, ListsClaimsWithoutResults) {
  EXPECT_EQ(claims_text(one_claim(transpose), nullptr),
            "1 claims\n\nD9: a document\n  D9-1  §1, stated 8×\n    It is so.\n    "
            "time(transpose/read_coalesced) ÷ time(transpose/padded_tile); holds at 6 … 10×\n");
}

TEST(ClaimsPage, SaysWhatResultsSayOfAClaim) {
  const Results results = transposes();
  EXPECT_THAT(claims_text(one_claim(transpose), &results),
              AllOf(HasSubstr("1 claims: 1 reproduced (1 measured), 0 more than stated, 0 not "
                              "reproduced, "),
                    HasSubstr("In Kokkos: 0 reproduced, 0 more than stated, 1 not reproduced\n"),
                    HasSubstr("    measured 8×: reproduced\n    in Kokkos: 4×: not reproduced\n")));
  EXPECT_THAT(
      claims_text(one_claim("unit: transactions\nstated: 1\ncheck: transactions()\n"), &results),
      HasSubstr("modelled 1 transaction: reproduced"));
  EXPECT_THAT(claims_text(one_claim("unit: ×\nstated: 1\ncheck: time(a/b)\n"), &results),
              HasSubstr("not tested on this device: no such case: a/b"));
}

TEST(ClaimsPage, ACauseIsThatOfTheDeviceThatShowedIt) {
  Results results = transposes();
  const auto documents = one_claim(
      "unit: ×\nstated: 80\ncheck: time(transpose/read_coalesced) ÷ "
      "time(transpose/padded_tile)\nreason: a cause\nexamined on: H200\n");
  EXPECT_THAT(claims_text(documents, &results),
              HasSubstr("measured 8×: not reproduced: a cause\n"));
  results.device["name"] = "NVIDIA A100";
  EXPECT_THAT(claims_text(documents, &results),
              HasSubstr("not reproduced: holds at 80×; on an H200: a cause\n"));
}

TEST(ClaimsPage, JsonHasTheSame) {
  const Results results = transposes();
  const Json json = claims_json(one_claim(transpose), &results)["claims"][0];
  EXPECT_EQ(json["verdict"], "reproduced");
  EXPECT_NEAR(json["measured"].get<double>(), 8, 1e-9);
  EXPECT_EQ(json["document"], "D9");
  EXPECT_EQ(json["kokkos"]["verdict"], "not reproduced");
  const Json listed = claims_json(one_claim("unit: ×\nholds: ≥ 1.1\ncheck: time(a/b)\n"), nullptr);
  EXPECT_TRUE(listed["claims"][0]["holds_at"]["high"].is_null());
  EXPECT_FALSE(listed["claims"][0].contains("verdict"));
}

TEST(ClaimsPage, ListsItemsWithTheirPlaces) {
  const std::vector<judge::Document> documents = {judge::parse_document(
      "D9.txt",
      "title: a document\n\nitem: a listing\nsection: §1\nkind: listing\nwhere: stride/add, "
      "D9-1\nnote: corrected\n\nitem: a chart\nsection: §2\nkind: advice\nout of scope: a "
      "chart\n")};
  EXPECT_EQ(write::as_text(items_page(documents)),
            "2 items: 1 covered, 0 open, 1 out of scope\n\nD9: a document\n2 items: 1 covered, 0 "
            "open, 1 out of scope\n\n  §1  a listing (listing)\n    stride/add, D9-1\n    "
            "corrected\n  §2  a chart (advice)\n    out of scope: a chart\n");
  const Json items = items_json(documents)["items"];
  EXPECT_EQ(items[0]["places"].size(), 2U);
  EXPECT_EQ(items[1]["coverage"], "out of scope");
}

TEST(ClaimsPage, AnUnknownDocumentIsAnError) {
  EXPECT_EQ(documents_named("").size(), 5U);
  EXPECT_EQ(documents_named("D3").at(0).name, "D3");
  EXPECT_THROW(documents_named("D22"), UsageError);
}

TEST(ClaimsPage, TheOrderOfPredictionsIsNoBetterThanChanceAtHalfThePairs) {
  Results results = sample_results();
  EXPECT_THAT(claims_text({}, &results), Not(HasSubstr("pairs")));
  results.cases.clear();
  for (const double seconds : {1e-3, 2e-3, 3e-3}) {
    CaseResult c = sample_case("tile");
    c.parameters.set("rows", static_cast<std::int64_t>(1e6 * seconds));
    c.kernels[native_code].timing = timing(seconds);
    c.kernels[native_code].prediction = Prediction{{}, 1e-6 / seconds};
    results.cases.push_back(c);
  }
  EXPECT_THAT(claims_text({}, &results),
              HasSubstr("  transpose native: 0 of 3 pairs, no better than chance\n"));
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
