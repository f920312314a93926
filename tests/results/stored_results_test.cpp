// SPDX-License-Identifier: Apache-2.0
// The files of docs/results: what they say follows from what they keep, and they are of commits.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/files.hpp"
#include "base/json.hpp"
#include "results/file.hpp"
#include "results/recomputation.hpp"

namespace tilebridge {
namespace {

/// Files whose times and ratios do not follow from them to the last digit, with the reason. A new
/// file does not belong here: make it with `tilebridge merge --compact`.
const std::map<std::string, std::string> not_recomputed = {
    {"h100-copies.json", "samples were cut"},
    {"h100-full.json", "samples were cut"},
    {"h100-models.json", "samples were cut"},
    {"h100-nbody.json", "samples were cut"},
    {"h100-patterns.json", "samples were cut"},
    {"h100-rows.json", "samples were cut"},
    {"h100-x2.json", "samples were cut"},
    {"h200-again.json", "measured before there were blocks"},
    {"h200-first.json", "measured before there were blocks"},
    {"h200-blocks-1.json", "measured before intervals covered another process"},
    {"h200-blocks-2.json", "measured before intervals covered another process"},
    {"h200-self-check.json", "the error by the steps of the timer is not in it"},
};

/// Files of builds with changes that no commit has.
const std::set<std::string> of_no_commit = {
    "h100-copies.json",   "h100-nbody.json",      "h100-patterns.json", "h100-profile-copies.json",
    "h100-rows.json",     "h100-tuning.json",     "h100-x2.json",       "h200-blocks-1.json",
    "h200-blocks-2.json", "h200-self-check.json",
};

/// {name: contents} of the result files, tunings and logs.
const std::map<std::string, Json>& stored() {
  static const std::map<std::string, Json> all = [] {
    std::map<std::string, Json> found;
    for (const auto& entry : std::filesystem::directory_iterator(TILEBRIDGE_RESULTS))
      if (entry.path().extension() == ".json")
        found[entry.path().filename()] = parse_json(read_text(entry.path()));
    return found;
  }();
  return all;
}

/// The commit of a build whose sources no commit has ends so; without git there is none.
bool is_commit(const std::string& git) { return !git.empty() && !git.ends_with("-dirty"); }

std::string first_of(const std::vector<std::string>& lines) {
  return lines.empty() ? "none" : fmt::format("{} as {}", lines.size(), lines.front());
}

bool has_intervals(const Results& results) { return has_times(results) || results.self_check; }

Results read_stored(const std::string& name) {
  return read_results(std::filesystem::path(TILEBRIDGE_RESULTS) / name);
}

/// Almost all follow from medians. A case that was cut off before its third block keeps its
/// samples.
bool follows_from_medians(const Recomputation& found) {
  return found.is_good() && found.from_samples <= found.from_medians / 100;
}

TEST(StoredResults, FollowFromTheirBlocks) {
  std::set<std::string> wrong;
  for (const auto& [name, json] : stored()) {
    if (!json.contains("schema_version")) continue;
    const Results results = read_stored(name);
    if (!has_intervals(results)) continue;
    const Recomputation found = recompute(results);
    if (found.from_medians > 0 && follows_from_medians(found)) continue;
    wrong.insert(name);
    if (!not_recomputed.contains(name))
      ADD_FAILURE() << name << ": " << found.from_samples << " of samples; "
                    << first_of(found.impossible) << "; " << first_of(found.different);
  }
  for (const auto& [name, reason] : not_recomputed)
    EXPECT_TRUE(wrong.contains(name)) << name << " is in the list in vain";
}

/// The two older files have all samples, and their intervals are of one process.
TEST(StoredResults, OlderOnesFollowFromTheirSamples) {
  for (const char* name : {"h200-blocks-1.json", "h200-blocks-2.json"}) {
    const Recomputation found = recompute(read_stored(name), 0);
    EXPECT_THAT(found.different, testing::IsEmpty()) << name;
    EXPECT_THAT(found.impossible, testing::IsEmpty()) << name;
    EXPECT_EQ(found.from_samples, 1535 + 712) << name;
  }
}

TEST(StoredResults, AreOfCommits) {
  std::set<std::string> found;
  for (const auto& [name, json] : stored())
    if (json.contains("program") && !is_commit(text_at(json["program"], "git"))) found.insert(name);
  EXPECT_EQ(found, of_no_commit);
}

}  // namespace
}  // namespace tilebridge
