// SPDX-License-Identifier: Apache-2.0
#include "results/file.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
#include "tests/base/environment.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class ResultFile : public testing::Test {
 protected:
  ResultFile() { fs::create_directories(folder_); }
  ~ResultFile() override { fs::remove_all(folder_); }

  void write_text(const std::string& text) const { std::ofstream(path_) << text; }

  fs::path folder_ =
      fs::temp_directory_path() / ("tilebridge_file_test_" + std::to_string(::getpid()));
  fs::path path_ = folder_ / "results.json";
};

TEST_F(ResultFile, ReadsBackWhatItWroteAndLeavesNothingElse) {
  write_results(path_, sample_results());
  EXPECT_EQ(to_json(read_results(path_)), to_json(sample_results()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(ResultFile, NestedTooDeepIsRefusedAsAFileAndAsAJournal) {
  std::string deep = R"({"schema_version": 3,"program":)";
  for (int i = 0; i < 60'000; ++i) deep += R"({"a":)";
  for (const std::string& text : {deep, to_json(sample_results()).dump() + "\n" + deep + "\n"}) {
    write_text(text);
    EXPECT_THAT([&] { read_results(path_); },
                ThrowsMessage<UsageError>(HasSubstr("nested more than 100 deep")));
  }
}

TEST_F(ResultFile, ReplacesAnOlderFile) {
  write_text("older");
  write_results(path_, sample_results());
  EXPECT_EQ(read_results(path_).cases.size(), 4U);
}

TEST_F(ResultFile, TextIsReplacedWhole) {
  write_text("older and longer");
  replace_text(path_, "new");
  std::ifstream file(path_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "new");
  EXPECT_THROW(replace_text(folder_ / "missing" / "x.txt", ""), UsageError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(ResultFile, SaysWhereItCannotWrite) {
  EXPECT_THAT([&] { check_writable(folder_ / "missing" / "results.json"); },
              ThrowsMessage<UsageError>(HasSubstr("cannot write")));
  EXPECT_THAT([&] { check_writable(folder_); },
              ThrowsMessage<UsageError>(HasSubstr("Is a directory")));
  EXPECT_THROW(write_results(folder_ / "missing" / "results.json", sample_results()), UsageError);
  EXPECT_NO_THROW(check_writable(path_));
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(ResultFile, ADeviceIsWrittenToAndStaysOne) {
  write_results("/dev/null", sample_results());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_NO_THROW(check_writable("/dev/full"));
  EXPECT_THAT([] { write_results("/dev/full", sample_results()); },
              ThrowsMessage<WriteError>(HasSubstr("cannot write '/dev/full': No space left")));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(ResultFile, WhatCannotBeReplacedIsLeftWithNothingBesideIt) {
  fs::create_directories(path_ / "full");
  EXPECT_THROW(replace_text(path_, "new"), WriteError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(ResultFile, AnotherPlaceIsFound) {
  const fs::path copy = write_elsewhere("/dev/full/r.json", to_json(sample_results()));
  EXPECT_EQ(copy.parent_path(), fs::temp_directory_path());
  EXPECT_EQ(to_json(read_results(copy)), to_json(sample_results()));
  const fs::path next = write_elsewhere("/dev/full/r.json", to_json(sample_results()));
  EXPECT_NE(next, copy);
  fs::remove(copy);
  fs::remove(next);
}

TEST_F(ResultFile, WhatIsThereIsToldOf) {
  EXPECT_NO_THROW(check_new(path_));
  write_text("");
  EXPECT_NO_THROW(check_new(path_));
  write_results(path_, sample_results());
  EXPECT_THAT([&] { check_new(path_); },
              ThrowsMessage<UsageError>(HasSubstr("already exists, and it holds 4 cases")));
  write_text("something else");
  EXPECT_THAT([&] { check_new(path_); }, ThrowsMessage<UsageError>(HasSubstr("holds 14 bytes")));
  fs::rename(path_, journal_path(path_));
  EXPECT_THAT([&] { check_new(path_); }, ThrowsMessage<UsageError>(HasSubstr("--resume")));
}

TEST_F(ResultFile, AFileCutOffAnywhereIsRefusedInOneLine) {
  const std::string whole = to_json(sample_results()).dump();
  for (std::size_t length = 0; length < whole.size(); length += 97) {
    write_text(whole.substr(0, length));
    EXPECT_THAT([&] { read_results(path_); },
                ThrowsMessage<UsageError>(HasSubstr("cannot read '" + path_.string())))
        << length;
  }
}

TEST_F(ResultFile, OtherFilesAreRefusedInOneLine) {
  for (const std::string& text :
       {std::string("{}"), std::string("[1, 2]"), std::string("\0\x01\x02", 3),
        std::string("hello"), std::string(100000, '['), std::string(R"({"schema_version": 3})")}) {
    write_text(text);
    EXPECT_THROW(read_results(path_), UsageError);
  }
  EXPECT_THAT([&] { read_results(folder_ / "none.json"); },
              ThrowsMessage<UsageError>(HasSubstr("No such file")));
  EXPECT_THAT([&] { read_results(folder_); },
              ThrowsMessage<UsageError>(HasSubstr("Is a directory")));
}

TEST_F(ResultFile, TheUsersHomeIsAnotherPlaceToo) {
  const EnvironmentVariable temporary("TMPDIR", "/no/such/folder");
  const EnvironmentVariable home("HOME", folder_);
  const fs::path copy = write_elsewhere("/dev/full/r.json", to_json(sample_results()));
  EXPECT_EQ(copy.parent_path(), folder_);
  EXPECT_EQ(to_json(read_results(copy)), to_json(sample_results()));
}

TEST_F(ResultFile, WithoutAnotherPlaceThereIsNone) {
  const EnvironmentVariable temporary("TMPDIR", "/no/such/folder");
  const EnvironmentVariable home("HOME", folder_ / "missing");
  EXPECT_EQ(write_elsewhere("/dev/full/r.json", to_json(sample_results())), "");
}

TEST_F(ResultFile, AJournalBesideANewFileIsToldOf) {
  { Journal(journal_path(path_), sample_results()); }
  EXPECT_THAT([&] { check_new(path_); },
              ThrowsMessage<UsageError>(HasSubstr("belongs to an interrupted run, and it holds 4 "
                                                  "cases of 2026-11-20T10:00:00Z")));
}

TEST_F(ResultFile, WhatAFileLacksIsNamed) {
  for (const char* section : {"program", "host", "device", "builds", "ceilings", "cases"}) {
    Json json = to_json(sample_results());
    json.erase(section);
    write_text(json.dump());
    EXPECT_THAT([&] { read_results(path_); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("cannot read '" + path_.string()),
                                                HasSubstr("'" + std::string(section) + "'"))));
  }
}

TEST_F(ResultFile, TheOutputIsWhatIsAskedForOrNamedAfterTheTime) {
  EXPECT_EQ(choose_output(path_, "profile", false).path, path_);
  EXPECT_THAT(choose_output("", "profile", false).path,
              testing::MatchesRegex("profile-[0-9]{8}-[0-9]{6}\\.json"));
  EXPECT_THROW(choose_output(folder_ / "missing" / "r.json", "profile", true), UsageError);
  write_results(path_, sample_results());
  EXPECT_THAT([&] { choose_output(path_, "profile", false); },
              ThrowsMessage<UsageError>(HasSubstr("--overwrite")));
  EXPECT_EQ(choose_output(path_, "profile", true).path, path_);
}

TEST_F(ResultFile, TwoRunsOfOneSecondHaveTwoFiles) {
  std::vector<Output> outputs;
  std::set<std::string> names;
  for (int run = 0; run < 3; ++run)
    names.insert(outputs.emplace_back(choose_output("", "profile", false)).path);
  EXPECT_EQ(names.size(), 3U);
}

TEST_F(ResultFile, AFileThatAnotherRunWritesIsRefused) {
  const Output first = choose_output(path_, "results", false);
  for (const bool overwrite : {false, true})
    EXPECT_THAT([&] { choose_output(path_, "results", overwrite); },
                ThrowsMessage<UsageError>(HasSubstr("is being written by another run")));
}

}  // namespace
}  // namespace tilebridge
