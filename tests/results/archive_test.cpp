// SPDX-License-Identifier: Apache-2.0
#include "results/archive.hpp"

#include <gmock/gmock.h>

#include <span>

#include "base/error.hpp"
#include "results/intervals.hpp"
#include "results/json.hpp"
#include "results/recomputation.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Results that meet every rule of *checked*.
Results good_results() {
  Results results = results_in_blocks();
  results.program["git"] = "0123456789ab";
  results.program["preset"] = "standard";
  results.builds["build_type"] = "Release";
  results.cases.front().sampling.throttle_reasons.clear();
  const SelfComparison comparison = results.self_check->comparisons.front();
  results.self_check->comparisons.assign(60, comparison);
  return results;
}

std::string archive_text(const Results& results) { return to_text(to_json(results)); }

Results reread_from_text(const Results& results) {
  return results_from_json(parse_json(archive_text(results)));
}

std::string why_not_archived(Results results) try {
  archived(std::move(results));
  return "";
} catch (const UsageError& error) {
  return error.what();
}

/// Puts the word into everything that tells whose machine it is.
Results with_secrets(Results results, const std::string& secret) {
  const std::string path = "/home/" + secret + "/x";
  results.program["command_line"] = {path, "run"};
  results.program["request"] = {{"model_from", path}};
  results.program["anything"] = secret;
  results.program["parts"] = {
      {{"file", path}, {"host", secret}, {"uuid", secret}, {"started", "2026-11-20T10:30:00Z"}}};
  results.program["load"] = {{"processes", 0}, {"utilised", 0.0}, {"user", secret}};
  results.host["name"] = results.host["system"] = secret;
  for (const char* name : {"uuid", "pci_bus", "serial"}) results.device[name] = secret;
  results.device["limits"]["Board"] = secret;
  results.builds["host"]["flags"] = "-O3 -I" + path + " -isystem " + path + " -DUSER=" + secret;
  results.builds["path"] = path;
  Json& kokkos = results.builds["models"]["kokkos@4.7.01"];
  kokkos["tools"] = path;
  kokkos["configuration"] = "  Kokkos Version: 4.7.1\nbuilt by " + secret + "\n  KOKKOS_A: " + path;
  KernelResult& kernel = results.cases.front().kernels[library_code];
  kernel.status = Status::skipped;
  kernel.reason = "cannot open " + path;
  return results;
}

TEST(Archive, RemovesWhatTellsWhoseMachineItWas) {
  const Archived archive = archived(with_secrets(good_results(), "mallory"));
  EXPECT_THAT(archive_text(archive.results), Not(HasSubstr("mallory")));
  for (const char* place :
       {"program.command_line: ", "program.request: ", "program.anything: mallory",
        "program.parts[0].host: mallory", "program.parts[0].uuid: ", "program.parts[0].file: ",
        "program.load.user: ", "host.name: mallory", "host.system: ", "device.uuid: ",
        "device.pci_bus: ", "device.serial: ", "device.limits.Board: ", "builds.path: ",
        "builds.host.flags: -I/home/mallory/x -isy", "builds.models.kokkos@4.7.01.tools: ",
        "builds.models.kokkos@4.7.01.configuration: built by ", "cases.reason: /home/mallory/x"})
    EXPECT_THAT(archive.removed, Contains(StartsWith(place)));
}

TEST(Archive, KeepsWhatMakesResultsComparable) {
  Results results = good_results();
  results.device["limits"]["ECC"] = "on";
  results.device["limits"]["Power cap"] = "700 W";
  results.builds["host"] = {{"compiler", "GNU 12.2.0"}, {"flags", "-O3 -x cuda -DWIDTH=32"}};
  const Results before = compacted(results);
  const Results after = archived(results).results;
  for (const char* name : {"name", "version", "git", "started", "preset", "seed"})
    EXPECT_EQ(after.program.at(name), before.program.at(name)) << name;
  for (const char* name : {"name", "architecture", "driver", "runtime", "memory_bytes", "limits"})
    EXPECT_EQ(after.device.at(name), before.device.at(name)) << name;
  EXPECT_EQ(after.builds["host"], before.builds["host"]);
  EXPECT_EQ(to_json(after)["cases"], to_json(before)["cases"]);
  EXPECT_EQ(to_json(after)["ceilings"], to_json(before)["ceilings"]);
}

TEST(Archive, OfWhatIsArchivedRemovesNothing) {
  const Archived once = archived(reread_from_text(with_secrets(good_results(), "mallory")));
  const Archived again = archived(reread_from_text(once.results));
  EXPECT_THAT(again.removed, IsEmpty());
  EXPECT_TRUE(archive_text(again.results) == archive_text(once.results));  // long texts
}

TEST(Archive, FollowsTheSchema) {
  EXPECT_EQ(schema_error(archive_text(archived(with_secrets(good_results(), "x")).results)), "");
}

TEST(Archive, IsCheckedIfItMeetsEveryRule) {
  const Archived archive = archived(good_results());
  EXPECT_EQ(archive.label, ArchiveLabel::checked);
  EXPECT_THAT(archive.reasons, IsEmpty());
  EXPECT_EQ(archive.results.program["archive"],
            Json({{"label", "checked"}, {"reasons", Json::array()}}));
}

TEST(Archive, IsReportedForEachRuleThatItBreaks) {
  using Change = void (*)(Results&);
  const std::vector<std::pair<const char*, Change>> changes = {
      {"it has no self-check", [](Results& r) { r.self_check.reset(); }},
      {"its self-check has 49 of the 50", [](Results& r) { r.self_check->comparisons.resize(49); }},
      {"native code differs from itself by up to 32%",
       [](Results& r) {
         for (SelfComparison& c : std::span(r.self_check->comparisons).first(2)) {
           c.samples.clear();
           c.block_medians = {1, 2, 1, 2, 1};
           c.ratio = ratio_over_blocks({{}, c.blocks, c.block_medians}, c.rounding, 0);
           c.verdict = verdict_of(c.ratio, r.self_check->parity_band);
         }
       }},
      {"1 result failed validation",
       [](Results& r) {
         r.cases[0].kernels[library_code] = {Status::invalid, "wrong", invalid()};
       }},
      {"100% of its cases were throttled",
       [](Results& r) { r.cases[0].sampling.throttle_reasons = {"software power cap"}; }},
      {"it is of the preset quick", [](Results& r) { r.program["preset"] = "quick"; }},
      {"it has no measured rates", [](Results& r) { r.ceilings.copy_bytes_per_s = 0; }},
      {"the GPU was busy",
       [](Results& r) {
         r.program["load"] = {{"processes", 2}, {"utilised", 0.9}};
       }},
      {"it is not of a release build", [](Results& r) { r.builds["build_type"] = "Debug"; }},
      {"it was built from sources of no commit",
       [](Results& r) { r.program["git"] = "0123456789ab-dirty"; }}};
  for (const auto& [reason, change] : changes) {
    Results results = good_results();
    change(results);
    const Archived archive = archived(results);
    EXPECT_EQ(archive.label, ArchiveLabel::reported) << reason;
    EXPECT_THAT(archive.reasons, ElementsAre(StartsWith(reason)));
    EXPECT_EQ(archive.results.program["archive"]["label"], "reported");
  }
}

TEST(Archive, RefusesWhatOthersCannotJudge) {
  Results results = good_results();
  results.builds["pairs"] = {{{"name", "mine"}, {"question", ""}}};
  EXPECT_THAT(why_not_archived(results), HasSubstr("a pair of your own"));
  results = good_results();
  results.cases.front().experiment = "no_such_experiment";
  EXPECT_THAT(why_not_archived(results),
              HasSubstr("'no_such_experiment' is no experiment of this"));
  results = good_results();
  results.cases.clear();
  EXPECT_THAT(why_not_archived(results), HasSubstr("it has no case"));
  results = good_results();
  results.cases.front().comparisons.front().ratio.high *= 1.001;
  EXPECT_THAT(why_not_archived(results), HasSubstr("it does not follow from its blocks"));
  EXPECT_THAT(why_not_archived(sample_results()), HasSubstr("an older tilebridge measured it"));
}

TEST(Archive, APathIsOfTheDeviceTheDayAndTheContents) {
  Results results = good_results();
  results.program["started"] = "2026-11-20T10:30:00Z";
  const auto path = [&](const char* platform, const std::string& device) {
    results.cases.front().platform = platform;
    results.device["name"] = device;
    return archive_path(results, "abc");
  };
  EXPECT_EQ(path("cuda", "NVIDIA H200"), "nvidia/h200/2026-11-20-ba7816bf.json");
  EXPECT_EQ(path("cuda", "Tesla V100-SXM2"), "nvidia/tesla-v100-sxm2/2026-11-20-ba7816bf.json");
  EXPECT_EQ(path("hip", "AMD Instinct MI300X"), "amd/instinct-mi300x/2026-11-20-ba7816bf.json");
  EXPECT_EQ(path("host", "AMD EPYC 9654"), "host/amd-epyc-9654/2026-11-20-ba7816bf.json");
  EXPECT_EQ(path("cuda", "../../etc/\xc3\xa4\n"), "nvidia/etc/2026-11-20-ba7816bf.json");
  results.program["started"] = "../../../x";
  EXPECT_EQ(path("elsewhere", "!"), "host/unknown/undated-ba7816bf.json");
}

}  // namespace
}  // namespace tilebridge
