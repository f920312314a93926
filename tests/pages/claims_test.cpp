// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// sample_results with a transpose 8 times as fast as the direct one, and Kokkos's 4 times.
Results transposes() {
  Results results = sample_results();
  CaseResult direct = sample_case("read_coalesced");
  direct.models[Model::native].timing = timing(8 * 6e-4);
  direct.models[Model::kokkos] = {Status::ok, "", valid(), timing(4 * 6.3e-4), 0.8, 0.71};
  results.cases.push_back(direct);
  for (CaseResult& c : results.cases) c.parameters = {{"rows", 1024}, {"cols", 1024}};  // D3's
  return results;
}

std::vector<JudgedClaim> the_claim(std::string_view id) {
  std::vector<JudgedClaim> claims = claims_of("");
  std::erase_if(claims, [&](const JudgedClaim& claim) { return claim.claim->id != id; });
  return claims;
}

TEST(ClaimsView, OfADocumentOrAnExperiment) {
  EXPECT_EQ(claims_of("").size(), claims::claims().size());
  for (const JudgedClaim& claim : claims_of("D3")) EXPECT_EQ(claim.claim->source.document, "D3");
  EXPECT_THROW(claims_of("D22"), UsageError);
  const auto about = claims_about("transpose");
  EXPECT_TRUE(std::any_of(about.begin(), about.end(), [](const JudgedClaim& claim) {
    return claim.claim->id == "D3-4-transpose";
  }));
  EXPECT_LT(about.size(), claims::claims().size());
  EXPECT_TRUE(claims_about("no such experiment").empty());
}

TEST(ClaimsView, EveryClaimIsInOneDocument) {
  std::size_t sum = 0;
  for (const claims::Document& document : claims::documents())
    sum += in_document(claims_of(""), document).size();
  EXPECT_EQ(sum, claims::claims().size());
}

TEST(ClaimsView, WithoutResultsTheyAreOnlyListed) {
  const std::vector<JudgedClaim> claims = the_claim("D1-2.2-stride-32");
  EXPECT_EQ(counts_text(claims), "1 claims");
  const Table table = claims_table(claims, "D1");
  EXPECT_THAT(heads_of(table),
              ElementsAre("claim", "place", "statement", "stated", "check", "holds at"));
  EXPECT_THAT(lines_of(table),
              ElementsAre(testing::AllOf(StartsWith("D1-2.2-stride-32 | §2.2 | "),
                                         HasSubstr(" | 32.8× (RTX 4090) | stride/add stride=1 "
                                                   "against stride/add stride=32, by rate | "))));
}

TEST(ClaimsView, SayWhatBecameOfThem) {
  const auto claims = judged(the_claim("D3-4-transpose"), transposes());
  EXPECT_EQ(
      counts_text(claims),
      "1 claims: 1 reproduced (1 measured), 0 more than stated, 0 not reproduced, 0 not tested "
      "on this device");
  EXPECT_EQ(kokkos_counts_text(claims),
            "In plain Kokkos: 1 reproduced, 0 more than stated, 0 not reproduced");
  EXPECT_EQ(measured_text(claims[0]), "measured 8×");
  EXPECT_EQ(finding_cell(claims[0]).plain(), "reproduced");
  EXPECT_EQ(finding_cell(claims[0]).mark, Mark::reproduced);
  EXPECT_EQ(kokkos_cell(claims[0]).plain(), "4×: reproduced");
  const Table table = claims_table(claims, "D3");
  EXPECT_THAT(lines_of(table)[0], testing::EndsWith(" | 8× | reproduced | 4×: reproduced"));
}

TEST(ClaimsView, SayWhyTheyAreNotTested) {
  const auto claims = judged(the_claim("D1-2.2-stride-32"), transposes());
  EXPECT_EQ(measured_text(claims[0]), "");
  EXPECT_THAT(finding_cell(claims[0]).plain(),
              StartsWith("not tested on this device: no such case: "));
  EXPECT_EQ(kokkos_cell(claims[0]).plain(), "");
}

TEST(ClaimsView, NameWhatAnAnswerRestsOn) {
  const auto text = [](std::string_view id) {
    return measured_text(judged(the_claim(id), transposes())[0]);
  };
  EXPECT_EQ(text("D2-2.2-contiguous"), "modelled 1 transaction");
  EXPECT_EQ(text("D2-4.1-misaligned-segments"), "calculated 2 transactions");
}

TEST(ClaimsView, APageHasTheOrderOnlyWithResults) {
  EXPECT_TRUE(claims_page("D3", nullptr, catalogue()).order.items.empty());
  const Results results = transposes();
  const ClaimsPage page = claims_page("D3", &results, catalogue());
  EXPECT_EQ(page.results, &results);
  EXPECT_TRUE(page.claims.front().result.has_value());
}

TEST(PredictedOrder, NoBetterThanChanceIsNamed) {
  Results results = sample_results();
  results.cases.clear();
  for (const double seconds : {1e-3, 2e-3, 3e-3}) {
    CaseResult c = sample_case("tile");
    c.parameters.set("rows", static_cast<std::int64_t>(1e6 * seconds));
    c.models[Model::native].timing = timing(seconds);
    c.models[Model::native].prediction = Prediction{{}, 1e-6 / seconds};
    results.cases.push_back(c);
  }
  EXPECT_THAT(predicted_order(results, catalogue()).items,
              ElementsAre("transpose native: 0 of 3 pairs, no better than chance"));
}

}  // namespace
}  // namespace tilebridge::pages
