// SPDX-License-Identifier: Apache-2.0
#include "results/journal.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "base/error.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

class JournalTest : public testing::Test {
 protected:
  JournalTest() { fs::create_directories(folder_); }
  ~JournalTest() override { fs::remove_all(folder_); }

  std::string text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("tilebridge_journal_test_" + std::to_string(::getpid()));
  fs::path path_ = folder_ / "results.json.journal";
};

Results without_cases() {
  Results results = sample_results();
  results.cases.clear();
  results.self_check = SelfCheck{0.05, {}};
  return results;
}

/// One that sample_results() does not have.
CaseResult hot_case() {
  CaseResult c = sample_case("tile");
  c.cache = "hot";
  return c;
}

TEST_F(JournalTest, ALaterLineReplacesACase) {
  Results results = without_cases();
  const CaseResult first = sample_results().cases.at(0);
  CaseResult changed = first;
  changed.sampling.rounds = 77;
  {
    Journal journal(path_, results);
    journal.add(first);
    journal.add(hot_case());
    journal.replace(0, changed);
  }
  results.cases = {changed, hot_case()};
  EXPECT_EQ(to_json(read_results(path_)), to_json(results));
  std::ofstream(path_, std::ios::app) << R"({"case": {}, "in_place_of": 2})"
                                      << "\n";
  EXPECT_THROW(read_results(path_), UsageError);
}

TEST(JournalPath, IsBesideTheResultsAndLeadsBack) {
  EXPECT_EQ(journal_path("a/r.json"), "a/r.json.journal");
  EXPECT_EQ(results_path("a/r.json.journal"), "a/r.json");
  EXPECT_EQ(results_path("a/r.json"), "a/r.json");
}

TEST_F(JournalTest, IsReadAsTheResultsItHolds) {
  Results results = without_cases();
  Journal journal(path_, results);
  for (const CaseResult& c : sample_results().cases) {
    journal.add(c);
    results.cases.push_back(c);
    EXPECT_EQ(to_json(read_results(path_)), to_json(results));
  }
  EXPECT_EQ(journal.failure(), "");
}

TEST_F(JournalTest, StartsWithWhatIsThereAlready) {
  Journal(path_, without_cases()).add(sample_case("tile"));
  Journal again(path_, sample_results());
  EXPECT_EQ(to_json(read_results(path_)), to_json(sample_results()));
}

TEST_F(JournalTest, CutOffAnywhereItHoldsTheLinesBefore) {
  Journal journal(path_, without_cases());
  const std::size_t head = text().size();
  journal.add(sample_case("tile"));
  const std::size_t one = text().size();
  journal.add(sample_case("padded_tile"));
  const std::string whole = text();
  for (std::size_t length = head; length < whole.size(); length += 53)
    EXPECT_EQ(results_from_journal(whole.substr(0, length)).cases.size(), length >= one ? 1U : 0U)
        << length;
  EXPECT_EQ(results_from_journal(whole).cases.size(), 2U);
  for (std::size_t length = 0; length < head - 1; length += 97)
    EXPECT_ANY_THROW(results_from_journal(whole.substr(0, length))) << length;
}

/// Files grow to this many bytes at most, for as long as it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::size_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);  // write() then says that the file is too large
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_ = {};
};

TEST_F(JournalTest, AFullDiskIsToldAndNoError) {
  const FileSizeLimit full(10);
  {
    Journal journal(path_, without_cases());
    EXPECT_THAT(journal.failure(), testing::HasSubstr("too large"));
    journal.add(sample_case("tile"));
    EXPECT_NE(journal.failure(), "");
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(JournalTest, TheOneThatItReplacesStaysUntilItsContentsAreOnDiskAgain) {
  { Journal(path_, sample_results()); }
  const std::string before = text();
  std::optional<Journal> journal;
  {
    const FileSizeLimit full(before.size() / 2);
    journal.emplace(path_, sample_results());
    EXPECT_NE(journal->failure(), "");
    EXPECT_EQ(text(), before);
  }
  journal->add(hot_case());
  EXPECT_EQ(journal->failure(), "");
  EXPECT_EQ(read_results(path_).cases.size(), sample_results().cases.size() + 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(JournalTest, TextThatIsNoUtf8IsReplaced) {
  Results results = without_cases();
  results.program["command_line"] = {"tilebridge", "r\xe9s.json"};
  CaseResult odd = sample_case("tile");
  odd.kernels.begin()->second.reason = "\xff";
  Journal(path_, results).add(odd);
  const Results read = read_results(path_);
  EXPECT_EQ(read.program["command_line"][1], "r\ufffds.json");
  EXPECT_EQ(read.cases.at(0).kernels.begin()->second.reason, "\ufffd");
}

TEST_F(JournalTest, AFileThatCannotBeCreatedIsToldAndCreatedLater) {
  const fs::path later = folder_ / "later" / "r.json.journal";
  Journal journal(later, without_cases());
  EXPECT_EQ(journal.failure(), "No such file or directory");
  journal.add(sample_case("tile"));
  EXPECT_EQ(journal.failure(), "No such file or directory");
  fs::create_directory(later.parent_path());
  journal.add(sample_case("padded_tile"));
  EXPECT_EQ(journal.failure(), "");
  EXPECT_EQ(read_results(later).cases.size(), 2U);
}

TEST_F(JournalTest, HoldsTheComparisonsOfASelfCheck) {
  Results results = without_cases();
  const SelfComparison comparison = {.experiment = "stride",
                                     .variant = "copy",
                                     .parameters = {},
                                     .cache = "hot",
                                     .seconds = 1e-3,
                                     .ratio = {1, 0.99, 1.01},
                                     .verdict = Verdict::parity};
  {
    Journal journal(path_, results);
    journal.add(comparison);
    journal.add(comparison);
  }
  results.self_check->comparisons = {comparison, comparison};
  EXPECT_EQ(to_json(read_results(path_)), to_json(results));
}

TEST_F(JournalTest, HoldsTheKernelsOfATuning) {
  TuningResults results;
  results.program = {{"version", "1"}};
  const Tuning kernel = {.experiment = "settings",
                         .variant = "copy",
                         .kernel = native_code,
                         .size = {},
                         .cache = "cold",
                         .initial = {{"threads", std::int64_t{256}}}};
  {
    Journal journal(path_, results);
    journal.add(kernel);
  }
  results.kernels = {kernel};
  EXPECT_EQ(to_json(*read_tuning(path_)), to_json(results));
  const std::string whole = text();
  std::ofstream(path_) << whole.substr(0, whole.size() - 9);
  EXPECT_EQ(read_tuning(path_)->kernels.size(), 0U) << "its last line was cut off";
}

TEST_F(JournalTest, OfALinkIsThatOfTheFile) {
  fs::create_symlink("r.json", folder_ / "link.json");
  EXPECT_EQ(journal_path(folder_ / "link.json"), folder_ / "r.json.journal");
}

TEST_F(JournalTest, WhatCouldNotBeWrittenIsWrittenWithTheNextLine) {
  Journal journal(path_, without_cases());
  const std::string head = text();
  {
    const FileSizeLimit full(head.size() + 100);
    journal.add(sample_case("tile"));
    EXPECT_THAT(journal.failure(), testing::HasSubstr("too large"));
    EXPECT_EQ(text(), head);  // whole lines only
  }
  journal.add(sample_case("padded_tile"));
  EXPECT_EQ(journal.failure(), "");
  const Results read = read_results(path_);
  ASSERT_EQ(read.cases.size(), 2U);
  EXPECT_EQ(read.cases[0].variant, "tile");
  EXPECT_EQ(read.cases[1].variant, "padded_tile");
}

TEST_F(JournalTest, ALineThatIsBrokenInTheMiddleIsRefusedInOneLine) {
  Journal(path_, without_cases()).add(sample_case("tile"));
  const std::string whole = text();
  const std::string head = whole.substr(0, whole.find('\n') + 1);
  const std::string line = whole.substr(head.size());
  for (const std::string broken : {"{\"case\": {}}\n", "{\"case\": 7}\n", "[1,\n", "\n"}) {
    std::ofstream(path_) << head << broken << line;
    EXPECT_THAT(
        [&] { read_results(path_); },
        testing::ThrowsMessage<UsageError>(testing::HasSubstr("cannot read '" + path_.string())))
        << broken;
  }
}

TEST_F(JournalTest, LinesThatItDoesNotKnowAreLeftOut) {
  Journal(path_, without_cases()).add(sample_case("tile"));
  std::ofstream(path_, std::ios::app) << "{\"later\": 1}\n";
  EXPECT_EQ(read_results(path_).cases.size(), 1U);
}

TEST_F(JournalTest, AnotherFileBehindItIsRefused) {
  const std::string file = to_text(to_json(sample_results())) + "\n";
  for (const std::string& second : {file, file.substr(0, file.size() / 2)}) {
    std::ofstream(path_) << file << second;
    EXPECT_THAT(
        [&] { read_results(path_); },
        testing::ThrowsMessage<UsageError>(testing::HasSubstr("line 2: another file begins here")));
  }
  std::ofstream(path_) << file << "[1]\n";
  EXPECT_THROW(read_results(path_), UsageError);
}

TEST_F(JournalTest, AnErrorNamesItsLine) {
  Journal(path_, without_cases()).add(sample_case("tile"));
  std::ofstream(path_, std::ios::app) << R"({"case": {"experiment": 7}})"
                                      << "\n";
  EXPECT_THAT([&] { read_results(path_); },
              testing::ThrowsMessage<UsageError>(
                  testing::HasSubstr("line 3.experiment: type must be string, but is number")));
}

}  // namespace
}  // namespace tilebridge
