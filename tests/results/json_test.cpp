// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ResultsJson, FollowsTheSchema) {
  EXPECT_EQ(schema_error(to_json(sample_results()).dump()), "");
  EXPECT_EQ(schema_error(to_json(Results()).dump()).empty(), false);  // an empty program section
}

TEST(ResultsJson, TheSchemaRefusesATimeOfAnInvalidResult) {
  Json json = to_json(sample_results());
  Json& wrong = json["cases"][1]["models"]["kokkos"];
  wrong["seconds"] = json["cases"][0]["models"]["kokkos"]["seconds"];
  EXPECT_NE(schema_error(json.dump()), "");
}

TEST(ResultsJson, ReadsBackWhatItWrote) {
  const Json written = to_json(sample_results());
  EXPECT_EQ(to_json(results_from_json(Json::parse(written.dump()))), written);
}

TEST(ResultsJson, CountersStandInPlaceOfATime) {
  const Json written = to_json(sample_profile());
  EXPECT_EQ(schema_error(written.dump()), "");
  EXPECT_EQ(to_json(results_from_json(Json::parse(written.dump()))), written);
  Json neither = written;
  neither["cases"][0]["models"]["native"].erase("counters");
  EXPECT_NE(schema_error(neither.dump()), "");
}

TEST(ResultsJson, TheSchemaDescribesEveryCounterAndNoOther) {
  Json json = to_json(sample_profile());
  Json& counters = json["cases"][0]["models"]["native"]["counters"];
  for (const CounterInfo& info : counter_infos()) counters[std::string(info.name)] = 1;
  EXPECT_EQ(schema_error(json.dump()), "");
  counters["another"] = 1;
  EXPECT_NE(schema_error(json.dump()), "");
}

TEST(ResultsJson, NotANumberIsNull) {
  Results results = sample_results();
  results.cases[1].models[Model::kokkos].validation->max_error = std::nan("");
  const Json json = to_json(results);
  EXPECT_TRUE(json["cases"][1]["models"]["kokkos"]["validation"]["max_error"].is_null());
  EXPECT_EQ(schema_error(json.dump()), "");
  EXPECT_TRUE(
      std::isnan(results_from_json(json).cases[1].models[Model::kokkos].validation->max_error));
}

TEST(ResultsJson, RefusesOtherVersionsInOneLine) {
  Json json = to_json(sample_results());
  json["schema_version"] = 2;
  EXPECT_THAT([&] { results_from_json(json); },
              ThrowsMessage<UsageError>(HasSubstr("read it with a newer tilebridge")));
  json["schema_version"] = "1";
  EXPECT_THROW(results_from_json(json), UsageError);
  EXPECT_THAT([] { results_from_json(Json::array()); },
              ThrowsMessage<UsageError>(HasSubstr("not a tilebridge result file")));
}

/// Every object member of `json`, at any depth, as a JSON pointer.
void collect_members(const Json& json, const Json::json_pointer& at,
                     std::vector<Json::json_pointer>& members) {
  if (json.is_object())
    for (const auto& [name, value] : json.items()) {
      members.push_back(at / name);
      collect_members(value, at / name, members);
    }
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) collect_members(json[i], at / i, members);
}

TEST(ResultsJson, ReplacingAnyMemberReadsOrThrowsUsageErrorButNeverAnythingElse) {
  Results results = sample_results();
  results.cases.push_back(sample_profile().cases.front());
  const Json original = to_json(results);
  std::vector<Json::json_pointer> members;
  collect_members(original, Json::json_pointer(), members);
  ASSERT_GT(members.size(), 100U);
  int refused = 0;
  for (const auto& member : members)
    for (const Json& hostile : {Json(nullptr), Json("<script>"), Json(-1), Json(1e308),
                                Json::array({1}), Json::object()}) {
      Json json = original;
      json[member] = hostile;
      try {
        results_from_json(json);
      } catch (const UsageError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace tilebridge
