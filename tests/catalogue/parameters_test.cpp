#include "catalogue/parameters.hpp"

#include <gmock/gmock.h>

#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

TEST(ParseAssignments, ReadsValuesAndBinaryUnits) {
  EXPECT_THAT(parse_assignments("n=32Mi,stride=2,rows=4Ki,cols=1Gi,x=-3"),
              ElementsAre(Pair("n", 32 << 20), Pair("stride", 2), Pair("rows", 4096),
                          Pair("cols", 1 << 30), Pair("x", -3)));
  EXPECT_TRUE(parse_assignments("").empty());
}

TEST(ParseAssignments, KeepsANameGivenTwice) {
  EXPECT_THAT(parse_assignments("s=1,s=2"), ElementsAre(Pair("s", 1), Pair("s", 2)));
}

TEST(ParseAssignments, SaysWhatIsNotUnderstood) {
  for (const char* text : {"n", "n=", "=3", "n=abc", "n=1.5", "n=1e6", "n=10Ti",
                           "n=99999999999999999999", "n=9999999999Gi", "n=1,,m=2"})
    EXPECT_THROW(parse_assignments(text), UsageError) << text;
  EXPECT_THAT([] { parse_assignments("n=abc"); },
              ThrowsMessage<UsageError>(HasSubstr("'abc' is not a whole number")));
}

TEST(Parameters, ToStringUsesBinaryUnits) {
  EXPECT_EQ(to_string({{"n", 32 << 20}, {"stride", 32}, {"rows", 1024}}),
            "n=32Mi stride=32 rows=1024");
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
