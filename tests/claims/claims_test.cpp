// SPDX-License-Identifier: Apache-2.0
#include "claims/claims.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "catalogue/catalogue.hpp"

namespace tilebridge::claims {
namespace {

/// Whether the preset `full` runs a native case that the reference means.
bool is_run(const CaseRef& ref) {
  const Variant& variant = catalogue().experiment(ref.experiment).variant(ref.variant);
  if (!variant.runs(Model::native, Platform::cuda)) return false;
  const auto cases = cases_of(variant, Preset::full, Platform::cuda);
  return std::any_of(cases.begin(), cases.end(), [&](const Parameters& parameters) {
    return std::all_of(ref.parameters.begin(), ref.parameters.end(), [&](const auto& fixed) {
      return std::find(parameters.begin(), parameters.end(), fixed) != parameters.end();
    });
  });
}

TEST(Claims, CoverEveryDocumentUnderIdsOfItsOwn) {
  std::set<std::string> ids;
  std::set<std::string> covered;
  for (const Claim& claim : claims()) {
    EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
    EXPECT_THAT(claim.id, testing::StartsWith(claim.source.document + "-"));
    covered.insert(claim.source.document);
  }
  EXPECT_EQ(ids.size(), 269U);  // README.md and docs/claims.md say so too
  EXPECT_THAT(covered, testing::ElementsAre("D1", "D2", "D3", "D4", "D5"));
  EXPECT_EQ(documents().size(), 5U);
}

TEST(Claims, SayWhatIsClaimedAndWhere) {
  for (const Claim& claim : claims()) {
    EXPECT_THAT(claim.statement, testing::EndsWith(".")) << claim.id;
    EXPECT_FALSE(claim.source.section.empty()) << claim.id;
    EXPECT_FALSE(claim.quantity.empty()) << claim.id;
  }
}

TEST(Claims, ReferToCasesThatTheFullPresetRuns) {
  for (const Claim& claim : claims())
    for (const CaseRef& ref : cases_of(claim.check))
      EXPECT_TRUE(is_run(ref)) << claim.id << ": " << to_string(ref);
}

/// A figure lies in what is accepted for it, and that is narrow enough to be missed; a range is the
/// document's own; without either, a threshold.
TEST(Claims, AcceptTheirOwnFigureAndLittleElse) {
  for (const Claim& claim : claims()) {
    if (std::holds_alternative<Untested>(claim.check)) continue;
    const Range& accepted = claim.accepted;
    EXPECT_LE(accepted.low, accepted.high) << claim.id;
    if (!claim.stated) {
      EXPECT_TRUE(accepted.low >= 0.9 || accepted.high <= 1.1) << claim.id;
      continue;
    }
    EXPECT_LE(accepted.low, claim.stated->low) << claim.id;
    EXPECT_GE(accepted.high, claim.stated->high) << claim.id;
    const bool one_figure = claim.stated->low == claim.stated->high;
    EXPECT_LE(accepted.high / accepted.low,
              one_figure ? 2.001 : claim.stated->high / claim.stated->low)
        << claim.id;
  }
}

/// A rate is of one device, which the claim must name; but D4 states some of any GPU.
TEST(Claims, NameTheDeviceOfARate) {
  for (const Claim& claim : claims()) {
    const bool is_rate = std::holds_alternative<Throughput>(claim.check) ||
                         std::holds_alternative<Milliseconds>(claim.check) ||
                         std::holds_alternative<RegisterRate>(claim.check);
    EXPECT_FALSE(is_rate && claim.device.empty() && claim.source.document != "D4") << claim.id;
  }
}

TEST(Claims, RulesCountWhatMoves) {
  EXPECT_EQ(WarpRule{}.predicted(), 1);
  EXPECT_EQ((WarpRule{Count::transactions, 0, 8}.predicted()), 2);
  EXPECT_EQ((WarpRule{Count::transactions, 4}.predicted()), 1.25);
  EXPECT_EQ((WarpRule{Count::use, 4}.predicted()), 0.8);
  EXPECT_EQ((WarpRule{Count::use, 0, 128}.predicted()), 0.125);
  EXPECT_EQ((WarpRule{Count::transactions, 0, 24}.predicted()), 6);
  EXPECT_EQ((WarpRule{Count::transactions, 0, 16, 16}.predicted()), 4);
  EXPECT_EQ((WarpRule{Count::sectors, 0, 0}.predicted()), 1);
  EXPECT_EQ((WarpRule{Count::segments, 4}.predicted()), 2);
  EXPECT_EQ((WarpRule{Count::segments, 0, 128}.predicted()), 32);
  EXPECT_EQ((WarpRule{Count::conflict_degree, 0, 128}.predicted()), 32);
  EXPECT_EQ((WarpRule{Count::conflict_degree, 0, 132}.predicted()), 1);
  EXPECT_EQ((StrideRule{Count::conflict_degree, Formula::gcd_with_32}.predicted()), 32);
  EXPECT_EQ((StrideRule{Count::transactions, Formula::stride}.predicted()), 8);
}

TEST(Description, NamesEveryRate) {
  const std::vector<std::pair<Rate, std::string>> names = {{Rate::read, "read"},
                                                           {Rate::write, "write"},
                                                           {Rate::copy, "copy"},
                                                           {Rate::l2, "L2 read"},
                                                           {Rate::fma, "multiply-add"},
                                                           {Rate::to_device, "host-to-device"},
                                                           {Rate::to_host, "device-to-host"}};
  for (const auto& [rate, name] : names)
    EXPECT_EQ(describe(Throughput{rate}), "measured " + name + " rate");
}

TEST(Basis, IsWhatAnswers) {
  EXPECT_EQ(basis_of(Milliseconds{}), Basis::measured);
  EXPECT_EQ(basis_of(WarpRule{}), Basis::modelled);
  EXPECT_EQ(basis_of(Launch{}), Basis::modelled);
  EXPECT_EQ(basis_of(WarpRule{Count::segments}), Basis::calculated);
  EXPECT_EQ(basis_of(StrideRule{Count::segments}), Basis::calculated);
  EXPECT_EQ(basis_of(Limit{}), Basis::reported);
}

std::string description_of(std::string_view id) {
  for (const Claim& claim : claims())
    if (claim.id == id) return describe(claim.check);
  return "";
}

TEST(Description, SaysWhatAClaimIsHeldAgainst) {
  EXPECT_EQ(description_of("D1-1.1-idle-arithmetic"),
            "stride/add stride=1 against the measured multiply-add rate");
  EXPECT_EQ(description_of("D5-flops"), "measured multiply-add rate");
  EXPECT_EQ(description_of("D3-1-pcie"), "measured host-to-device rate");
  EXPECT_EQ(description_of("D5-block-z"), "device: Block dimensions, at most, third");
  EXPECT_EQ(description_of("D1-1.2-register-latency"), "latency/register, a step");
  EXPECT_EQ(description_of("D1-4.1-atomics"), "access model: atomics of dot/block_tree n=1Mi");
  EXPECT_EQ(description_of("D2-7.2-l1-hits"),
            "profile of stride/copy stride=1: l1_hit_sectors ÷ l1_sectors");
  EXPECT_EQ(description_of("D1-4.1-tree-time"), "time of dot/block_tree n=1Mi");
  EXPECT_EQ(description_of("D4-summary-texture-latency"), "latency/texture, beyond L1");
  EXPECT_EQ(description_of("D5-1.2-divergence"), "right elements of divergent_barrier/odd_even");
  EXPECT_THAT(description_of("D2-4.1-misaligned-segments"),
              testing::StartsWith("the documents' formula: 128-byte segments of 32 lanes"));
  EXPECT_THAT(description_of("D5-6-traffic"), testing::EndsWith(", without 25 per stored element"));
}

TEST(Cases, AreAllThatACheckLooksFor) {
  const CaseRef a = {"stride", "add"};
  const CaseRef b = {"stride", "copy"};
  const auto names = [](const Check& check) {
    std::vector<std::string> found;
    for (const CaseRef& ref : cases_of(check)) found.push_back(ref.variant);
    return found;
  };
  using testing::ElementsAre;
  EXPECT_THAT(names(Best{{{a, b}, {b, a}}}), ElementsAre("add", "copy", "copy", "add"));
  EXPECT_THAT(names(OrderOfGains{{{a, b}}}), ElementsAre("add", "copy"));
  EXPECT_THAT(names(Launch{Tally::loads, a, b}), ElementsAre("add", "copy"));
  EXPECT_THAT(names(Launch{Tally::loads, a}), ElementsAre("add"));
  EXPECT_THAT(names(Milliseconds{b}), ElementsAre("copy"));
  EXPECT_THAT(names(Throughput{Rate::read}), ElementsAre());
  EXPECT_THAT(names(WarpRule{}), ElementsAre());
}

TEST(Figure, HasThreeDigitsAndItsUnit) {
  EXPECT_EQ(figure(17.5912, "×"), "17.6×");
  EXPECT_EQ(figure(0.91, "%"), "91%");
  EXPECT_EQ(figure(3391.6, "GB/s"), "3392 GB/s");
  EXPECT_EQ(figure(2147483647, "blocks"), "2147483647 blocks");
  EXPECT_EQ(figure(1.25, "transactions"), "1.25 transactions");
  EXPECT_EQ(figure(1, "transactions"), "1 transaction");
  EXPECT_EQ(figure(1, "GB/s"), "1 GB/s");
  EXPECT_EQ(figure(177.6, "GB/s", 6), "177.6 GB/s");
}

TEST(Figure, OfARangeSaysWhichEndsThereAre) {
  EXPECT_EQ(figure(Range{400, 600}, "cycles"), "400 … 600 cycles");
  EXPECT_EQ(figure(Range{0.0005, 0.002}, "%"), "0.05 … 0.2%");
  EXPECT_EQ(figure(Range{0, 1.05}, "×"), "≤ 1.05×");
  EXPECT_EQ(figure(Range{1.1, INFINITY}, "×"), "≥ 1.1×");
  EXPECT_EQ(figure(Range{64, 64}, "KiB"), "64 KiB");
}

}  // namespace
}  // namespace tilebridge::claims
