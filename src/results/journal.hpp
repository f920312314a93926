// SPDX-License-Identifier: Apache-2.0
// What a run has finished so far, on disk, so that a run that is cut off loses nothing.
#pragma once

#include <filesystem>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// "results.json.journal" for "results.json".
std::filesystem::path journal_path(const std::filesystem::path& results);

/// The result file that a run of this journal writes; `path` itself where it is no journal's name.
std::filesystem::path results_path(const std::filesystem::path& path);

/// A file of JSON lines: the results as they were at the start, then each case as it is finished.
/// read_results() reads it, also where its last line was cut off. A disk that is full holds no run
/// up: what could not be written is written together with what comes next.
class Journal {
 public:
  /// Replaces what is at `path`. Throws UsageError where no file can be made there.
  Journal(std::filesystem::path path, const Results& start);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Each returns once the line is on the disk, or cannot be written.
  void add(const CaseResult& result);
  void add(const SelfComparison& comparison);

  /// Why not all is written, in the system's words; "" where all is.
  const std::string& failure() const { return failure_; }

  /// For when the result file is written.
  void remove();

 private:
  void write(const std::string& line);
  void try_to_write();

  std::filesystem::path path_;
  int file_ = -1;
  std::size_t written_ = 0;  // bytes of whole lines
  std::string pending_;      // lines that are not on the disk
  std::string failure_;
};

/// The results that a journal's text holds. `text` ends anywhere. Throws UsageError or
/// nlohmann::json::exception where its first line is not whole.
Results results_from_journal(const std::string& text);

}  // namespace tilebridge
