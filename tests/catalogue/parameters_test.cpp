#include "catalogue/parameters.hpp"

#include <gmock/gmock.h>

#include "catalogue/error.hpp"

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
}

TEST(ParseValue, ReadsWords) {
  EXPECT_EQ(parse_value(word, "skewed"), Value("skewed"));
  EXPECT_THAT([] { parse_value(word, "skewd"); },
              ThrowsMessage<UsageError>(HasSubstr("did you mean 'skewed'?")));
}

TEST(ParseValue, SaysWhatItTakes) {
  for (const char* text : {"abc", "1.5", "1e6", "10Ti", "99999999999999999999", "9999999999Gi", ""})
    EXPECT_THAT([&] { parse_value(number, text); },
                ThrowsMessage<UsageError>(HasSubstr("is not a whole number")))
        << text;
  for (const char* text : {"-5", "2048Gi"})
    EXPECT_THAT([&] { parse_value(number, text); },
                ThrowsMessage<UsageError>(HasSubstr("is out of range: -4 …")))
        << text;
}

TEST(Parameters, ToStringUsesBinaryUnits) {
  EXPECT_EQ(to_string({{"n", 32 << 20}, {"stride", 32}, {"rows", 1024}}),
            "n=32Mi stride=32 rows=1024");
}

TEST(Parameters, HoldWords) {
  const Parameters p = {{"n", 4096}, {"data", "skewed"}};
  EXPECT_EQ(p.word("data"), "skewed");
  EXPECT_EQ(to_string(p), "n=4Ki data=skewed");
}

TEST(Parameters, UnknownNameIsAnErrorOfTheCatalogue) {
  EXPECT_THROW((Parameters{{"n", 1}})["m"], std::out_of_range);
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
  const std::vector<std::string> known = {"stride", "transpose", "dot"};
  EXPECT_EQ(nearest("transpos", known), "transpose");
  EXPECT_EQ(nearest("srtide", known), "stride");
  EXPECT_EQ(nearest("histogram", known), "");
  EXPECT_THAT(unknown_name("experiment", "histogram", known).what(),
              HasSubstr("known are: stride, transpose, dot"));
}

}  // namespace
}  // namespace tilebridge
