// SPDX-License-Identifier: Apache-2.0
// Where a run's results go while it runs, and at its end.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "results/journal.hpp"

namespace tilebridge {

/// Keeps a journal beside the result file until that is written. No disk that is full ends a run.
class RunOutput {
 public:
  explicit RunOutput(std::filesystem::path path);

  /// Puts what `results` holds more than at the last call on the disk. Says so, once, where it
  /// cannot.
  void keep(const Results& results);

  /// Writes the file; where it cannot be written, says where the results are instead. Fine or
  /// not_written.
  ExitStatus finish(const Results& results);

  const std::filesystem::path& path() const { return path_; }

 private:
  void say_where(const Error& error, const Results& results) const;
  bool is_in_journal(const Results& results) const;

  std::filesystem::path path_;
  std::optional<Journal> journal_;
  std::size_t cases_ = 0;  // in the journal
  std::size_t comparisons_ = 0;
  bool has_complained_ = false;
};

}  // namespace tilebridge
