// SPDX-License-Identifier: Apache-2.0
// The finished part of a run or a tuning, on disk, so that one that is cut off loses nothing.
#pragma once

#include "base/files.hpp"
#include "results/results.hpp"
#include "results/tuning.hpp"

namespace tilebridge {

/// "results.json.journal" for "results.json", or for a symbolic link to it: a file has one journal,
/// whatever it is called.
std::filesystem::path journal_path(const std::filesystem::path& results);

/// The result file that belongs to this journal; `path` itself if it is not a journal's name.
std::filesystem::path results_path(const std::filesystem::path& path);

/// A file of JSON lines: the results as they were at the start, then each finished case, which a
/// later line may replace, each comparison of a self-check, or each kernel that was tuned.
/// read_results() and read_tuning() read it, even if its last line was cut off. What cannot be
/// written, since the disk is full or no file can be created, ends no run: it is written together
/// with the next line.
class Journal {
 public:
  /// Replaces the file at `path` once `start` is on disk; until then that file stays as it is.
  Journal(std::filesystem::path path, const Results& start);
  Journal(std::filesystem::path path, const TuningResults& start);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Each returns once the line is on disk or cannot be written.
  void add(const CaseResult& result);
  void add(const SelfComparison& comparison);
  void add(const Tuning& kernel);
  /// In place of the one at `index`.
  void replace(std::size_t index, const CaseResult& result);

  /// Why not everything is written, in the system's words; "" if everything is.
  const std::string& failure() const { return failure_; }

 private:
  Journal(std::filesystem::path path, const Json& start);
  void write(const Json& line);
  void try_to_write();

  std::filesystem::path path_;
  NewFile file_ = {-1, {}};   // not created yet
  bool is_in_place_ = false;  // under its own name
  std::size_t written_ = 0;   // bytes of whole lines
  std::string pending_;       // lines not yet on disk
  std::string failure_;
};

/// The results that a journal's text holds. `text` may be cut off anywhere. Throws UsageError or
/// nlohmann::json::exception if its first line is incomplete.
Results results_from_journal(const std::string& text);
TuningResults tuning_from_journal(const std::string& text);

}  // namespace tilebridge
