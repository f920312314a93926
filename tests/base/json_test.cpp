// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ParseJson, RefusesWhatIsNestedTooDeepForTheStack) {
  EXPECT_EQ(parse_json(nested(100)).size(), 1U);
  for (const std::size_t depth : {std::size_t{101}, std::size_t{200'000}})
    EXPECT_THAT([&] { parse_json(nested(depth)); },
                ThrowsMessage<UsageError>(HasSubstr("nested more than 100 deep")));
  std::string objects;
  for (int i = 0; i < 60'000; ++i) objects += R"({"a":)";
  EXPECT_THROW(parse_json(objects), UsageError);
}

TEST(ParseJson, BracketsInTextAreNoNesting) {
  const std::string brackets(200, '[');
  EXPECT_EQ(parse_json(R"(["\")" + brackets + R"("])")[0], "\"" + brackets);
  EXPECT_EQ(parse_json(R"(["\\"])")[0], "\\");
}

TEST(ParseJson, NamesAndTextInItArePrintable) {
  EXPECT_EQ(parse_json(R"({"a":["\u001b[31m","\u009b2J","two\nlines"]})")["a"],
            Json({"?[31m", "?2J", "two\nlines"}));
  EXPECT_EQ(parse_json(R"("\u202e")"), "?");
  EXPECT_EQ(parse_json(R"({"b":1,"\u001b[31m":[2],"a":3})").dump(), R"({"b":1,"?[31m":[2],"a":3})");
}

TEST(ParseJson, RefusesWhatIsNoJson) {
  EXPECT_THROW(parse_json("{"), nlohmann::json::parse_error);
  EXPECT_THROW(parse_json(""), nlohmann::json::parse_error);
  EXPECT_THROW(parse_json("[1e999]"), nlohmann::json::exception);
  EXPECT_THROW(parse_json("[\"\xff\"]"), nlohmann::json::exception);
}

void read_number(const Json& json) { static_cast<void>(json.get<double>()); }

TEST(InMember, ErrorsSayWhereInTheDocumentTheyAre) {
  const Json json = parse_json(R"({"cases": [{"times": {"low": 1}}, {"times": {"low": null}}]})");
  const auto read = [&] {
    in_member("cases", [&] {
      for_each_element(json["cases"], [](const Json& c) {
        in_member("times", [&] { in_member("low", [&] { read_number(c["times"].at("low")); }); });
      });
    });
  };
  EXPECT_THAT(read,
              ThrowsMessage<MemberError>("cases[1].times.low: type must be number, but is null"));
  EXPECT_THAT([&] { in_element(7, [&] { read_number(json.at("median")); }); },
              ThrowsMessage<MemberError>("[7]: it has no 'median'"));
  EXPECT_THAT([] { in_member("n", [] { throw UsageError("5 is out of range"); }); },
              ThrowsMessage<MemberError>("n: 5 is out of range"));
}

TEST(InMember, GivesWhatItsBodyDoes) {
  EXPECT_EQ(in_member("n", [] { return 7; }), 7);
}

}  // namespace
}  // namespace tilebridge
