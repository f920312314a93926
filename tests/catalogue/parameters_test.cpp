// SPDX-License-Identifier: Apache-2.0
#include "catalogue/parameters.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

const Parameter number = {"n", "elements", 1024, -4, std::int64_t{1} << 40};
const Parameter word = {"data", "what is summed", "uniform", 0, 0, {"uniform", "skewed"}};

TEST(ParseAssignments, SplitsNamesAndValues) {
  EXPECT_THAT(parse_assignments("n=32Mi,data=skewed,n=2"),
              ElementsAre(Pair("n", "32Mi"), Pair("data", "skewed"), Pair("n", "2")));
  EXPECT_TRUE(parse_assignments("").empty());
}

TEST(ParseAssignments, SaysWhatIsNotUnderstood) {
  for (const char* text : {"n", "n=", "=3", "n=1,,m=2"})
    EXPECT_THROW(parse_assignments(text), UsageError) << text;
}

TEST(ParseValue, ReadsNumbersWithBinaryUnits) {
  EXPECT_EQ(parse_value(number, "32Mi"), Value(32 << 20));
  EXPECT_EQ(parse_value(number, "4Ki"), Value(4096));
  EXPECT_EQ(parse_value(number, "1Gi"), Value(1 << 30));
  EXPECT_EQ(parse_value(number, "-3"), Value(-3));
  EXPECT_EQ(parse_value(number, "16.5Mi"), Value(16896 << 10));
  EXPECT_EQ(parse_value(number, "0.25Ki"), Value(256));
}

TEST(ParseValue, ReadsWords) {
  EXPECT_EQ(parse_value(word, "skewed"), Value("skewed"));
  EXPECT_THAT([] { parse_value(word, "skewd"); },
              ThrowsMessage<UsageError>(HasSubstr("did you mean 'skewed'?")));
}

TEST(ParseValue, SaysWhatItTakes) {
  for (const char* text : {"abc", "1.5", "1e6", "10Ti", "99999999999999999999", "9999999999Gi", "",
                           "-9223372036854775808Ki", "0.3Ki", "1.Ki", ".5Ki", "-1.5Ki", "1.-5Ki",
                           "1.12345678Gi", "Ki", "1.5.5Mi"})
    EXPECT_THAT([&] { parse_value(number, text); },
                ThrowsMessage<UsageError>(HasSubstr("is not a whole number")))
        << text;
  for (const char* text : {"-5", "2048Gi"})
    EXPECT_THAT([&] { parse_value(number, text); },
                ThrowsMessage<UsageError>(HasSubstr("is out of range: -4 … 1024Gi")))
        << text;
}

TEST(ParseValue, TakesMultiplesAlone) {
  const Parameter vectors = in_multiples_of(4, number);
  EXPECT_EQ(parse_value(vectors, "4Ki"), Value(4096));
  EXPECT_EQ(parse_value(vectors, "-4"), Value(-4));
  EXPECT_THAT([&] { parse_value(vectors, "10007"); },
              ThrowsMessage<UsageError>(HasSubstr("n=10007 is not a multiple of 4")));
}

TEST(ParseValue, SaysWhatABinaryUnitIsCalled) {
  const std::vector<std::pair<std::string, std::string>> slips = {
      {"1G", "1Gi"},  {"32M", "32Mi"},   {"4k", "4Ki"},
      {"2GB", "2Gi"}, {"16KiB", "16Ki"}, {"1.5g", "1.5Gi"}};
  for (const auto& slip : slips) {
    const std::string message =
        "n=" + slip.first + " is not a whole number; did you mean n=" + slip.second + "?";
    EXPECT_THAT([&] { parse_value(number, slip.first); }, ThrowsMessage<UsageError>(message));
  }
}

TEST(Parameters, ToStringUsesBinaryUnits) {
  EXPECT_EQ(to_string({{"n", 32 << 20}, {"stride", 32}, {"rows", 1024}}),
            "n=32Mi stride=32 rows=1024");
  EXPECT_EQ(to_string(Value(1 << 20)), "1Mi");
  EXPECT_EQ(to_string(Value(2 << 20)), "2Mi");
  EXPECT_EQ(to_string(Value(16896 << 10)), "16.5Mi");
  EXPECT_EQ(to_string(Value(1280 << 10)), "1280Ki");
  EXPECT_EQ(to_string(Value(6144)), "6Ki");
  EXPECT_EQ(to_string(Value(1536)), "1536");
}

TEST(Parameters, WhatIsPrintedIsRead) {
  for (std::int64_t value = 1; value < number.maximum; value += value / 3 + 1)
    for (const std::int64_t n : {value, value / 512 * 512, value / (1 << 19) * (1 << 19)})
      EXPECT_EQ(parse_value(number, to_string(Value(n))), Value(n)) << n;
}

TEST(Parameters, HoldWords) {
  const Parameters p = {{"n", 4096}, {"data", "skewed"}};
  EXPECT_EQ(p.word("data"), "skewed");
  EXPECT_EQ(to_string(p), "n=4Ki data=skewed");
}

TEST(Parameters, UnknownNameIsAnErrorOfTheCatalogue) {
  EXPECT_THROW((Parameters{{"n", 1}})["m"], std::out_of_range);
}

TEST(Parameters, AreNumbersOfElementsToo) {
  EXPECT_EQ((Parameters{{"n", 7}}).as_size("n"), std::size_t{7});
  EXPECT_THROW((Parameters{{"n", 7}}).as_size("m"), std::out_of_range);
  EXPECT_THROW((Parameters{{"n", "many"}}).as_size("n"), std::bad_variant_access);
}

TEST(Parameters, EveryCombinationOfSomeValues) {
  EXPECT_THAT(every({{"n", {7}}, {"stride", {1, 2}}}),
              testing::ElementsAre(Parameters{{"n", 7}, {"stride", 1}},
                                   Parameters{{"n", 7}, {"stride", 2}}));
  EXPECT_THAT(
      every({{"data", {"uniform", "skewed"}}}),
      testing::ElementsAre(Parameters{{"data", "uniform"}}, Parameters{{"data", "skewed"}}));
  EXPECT_THAT(every({{"n", {7}}, {"stride", {}}}), testing::IsEmpty());
}

std::vector<std::int64_t> sizes(const std::vector<Parameters>& cases) {
  std::vector<std::int64_t> n;
  for (const Parameters& p : cases) n.push_back(p["n"]);
  return n;
}

TEST(Cases, OfAPresetAreThoseOfTheOneBeforeUnlessItHasItsOwn) {
  const Cases cases = {.quick = every({{"n", {1}}}), .more_in_full = every({{"n", {2}}})};
  for (const Platform platform : {Platform::host, Platform::cuda}) {
    EXPECT_THAT(sizes(cases(Preset::quick, platform)), testing::ElementsAre(1));
    EXPECT_THAT(sizes(cases(Preset::standard, platform)), testing::ElementsAre(1));
    EXPECT_THAT(sizes(cases(Preset::full, platform)), testing::ElementsAre(1, 2));
  }
}

TEST(Cases, OfHostsMayDiffer) {
  Cases cases = {.quick = every({{"n", {1}}}), .full = every({{"n", {2}}})};
  cases.host_quick = every({{"n", {3}}});
  EXPECT_THAT(sizes(cases(Preset::quick, Platform::host)), testing::ElementsAre(3));
  EXPECT_THAT(sizes(cases(Preset::full, Platform::host)), testing::ElementsAre(2));
  cases.host = every({{"n", {4}}});
  EXPECT_THAT(sizes(cases(Preset::quick, Platform::host)), testing::ElementsAre(3));
  EXPECT_THAT(sizes(cases(Preset::full, Platform::host)), testing::ElementsAre(4));
  EXPECT_THAT(sizes(cases(Preset::full, Platform::cuda)), testing::ElementsAre(2));
}

TEST(Parameters, RangesOfSizes) {
  const Parameter n = {"n", "elements", 1024, 1, 1 << 20};
  const auto sizes = [&](const char* text) {
    std::string all;
    for (const Value& value : parse_values(n, text)) all += to_string(value) + " ";
    return all;
  };
  EXPECT_EQ(sizes("4Ki"), "4Ki ");
  EXPECT_EQ(sizes("4Ki..32Ki"), "4Ki 8Ki 16Ki 32Ki ");
  EXPECT_EQ(sizes("3..20"), "3 6 12 ");
  EXPECT_EQ(sizes("1..1Mi:32"), "1 32 1024 32Ki 1Mi ");
  EXPECT_EQ(sizes("7..7"), "7 ");
  for (const char* wrong : {"8..4", "..4", "4..", "0..4", "1..4:1", "1..4:", "a..b", "1..2Mi"})
    EXPECT_THROW(parse_values(n, wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace tilebridge
