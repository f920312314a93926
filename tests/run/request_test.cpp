// SPDX-License-Identifier: Apache-2.0
#include "run/request.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"

namespace tilebridge::run {
namespace {

RunRequest unusual_request() {
  RunRequest request;
  request.selection.experiments = {"stride", "transpose/tile"};
  request.selection.models = {Model::native, Model::kokkos};
  request.selection.forms = {Form::rewritten};
  request.selection.assignments = {{"n", "64"}, {"n", "128"}};
  request.selection.caches = {Cache::hot, Cache::cold};
  request.selection.preset = Preset::full;
  request.also = {Model("kokkos@5.0.2")};
  request.platform = Platform::host;
  request.device = 2;
  request.budget_seconds = 0.25;
  request.seed = 1ULL << 63;
  request.output = "r.json";
  request.strict = true;
  return request;
}

TEST(Request, IsTheSameAfterAFile) {
  const RunRequest request = unusual_request();
  const Json json = Json::parse(to_json(request).dump());
  EXPECT_EQ(to_json(request_from_json(json)), json);
  EXPECT_EQ(request_from_json(json).seed, request.seed);
  EXPECT_EQ(request_from_json(json).selection.assignments, request.selection.assignments);
  EXPECT_EQ(to_json(request_from_json(to_json(RunRequest()))), to_json(RunRequest()));
}

TEST(Request, KeepsItsDefaultsWhereAMemberIsMissing) {
  EXPECT_EQ(to_json(request_from_json(Json::object())), to_json(RunRequest()));
}

TEST(Request, RejectsANameThatIsNotKnown) {
  EXPECT_THAT(
      [] {
        request_from_json({{"platform", "abacus"}});
      },
      testing::ThrowsMessage<UsageError>("platform: 'abacus' is not known here"));
}

TEST(AJob, IsTheSameInTheRunner) {
  const Job job = {.task = "launch-once",
                   .request = unusual_request(),
                   .command_line = {"tilebridge", "run"},
                   .output = "r\xe9s.json",
                   .earlier = "r.json.journal",
                   .failures = {{"stride/add n=1Ki", "kokkos", "it exited with status 7"}},
                   .seconds_before = 2.5};
  const Job same = job_from_json(Json::from_cbor(Json::to_cbor(to_json(job))));
  EXPECT_EQ(to_json(same), to_json(job));
  EXPECT_EQ(same.output, job.output);
  EXPECT_EQ(same.failures.at(0).reason, "it exited with status 7");
  EXPECT_EQ(same.seconds_before, 2.5);
}

TEST(AJob, MayBeARequestAlone) {
  const Job job = job_from_json(to_json(unusual_request()));
  EXPECT_EQ(job.task, "run");
  EXPECT_EQ(job.output, "r.json");
  EXPECT_EQ(job.request.seed, unusual_request().seed);
}

TEST(AJobInAFile, IsReadOrRefusedInOneLine) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    replace_text(folder / "j.json", text);
    return job_in(folder / "j.json");
  };
  EXPECT_EQ(read(to_json(unusual_request()).dump()).request.seed, unusual_request().seed);
  EXPECT_EQ(read(to_json(Job{.task = "tune"}).dump()).task, "tune");
  for (const char* text :
       {"", "{", "[]", "null", "5", "{}", R"({"experiments": 5})", R"({"experiments": null})",
        R"({"schema_version": 3, "cases": []})", R"({"request": {}})", R"({"request": null})",
        R"({"task": "x", "request": {"experiments": []}})",
        R"({"task": 1, "request": {"experiments": []}})",
        R"({"task": "words", "request": {"experiments": []}})", R"({"platform": "abacus"})"})
    EXPECT_THAT([&] { read(text); },
                testing::ThrowsMessage<UsageError>(testing::AllOf(
                    testing::StartsWith("'" + (folder / "j.json").string() + "' is no request"),
                    testing::Not(testing::HasSubstr("\n")))))
        << text;
}

}  // namespace
}  // namespace tilebridge::run
