// SPDX-License-Identifier: Apache-2.0
// The files that a run's results go to during and after the run, and the exit status that they
// deserve.
#pragma once

#include "base/error.hpp"
#include "results/journal.hpp"
#include "results/results.hpp"
#include "results/tuning.hpp"

namespace tilebridge::run {

/// A line for each case in which a model does not reach that share of the reference's performance
/// with the lower end of its interval; one where nothing is compared. For a share of 0, those of
/// exercises that are timed, each with the share that it asks for.
std::vector<std::string> shortfalls(const Results& results, double share);

/// The exit status that the results deserve. `strict`: undecided comparisons have their own.
/// `at_least`: so have shortfalls().
ExitStatus status_of(const Results& results, bool strict, bool is_interrupted, double at_least = 0);
ExitStatus status_of(const TuningResults& results, bool is_interrupted);

/// The exit status: lost output takes precedence over everything except an invalid result.
ExitStatus worse(ExitStatus of_results, bool is_written);

/// Keeps a journal next to the file of a run, a self-check or a tuning until that file is written.
/// A full disk, or a folder in which no file can be created any more, never ends it.
class RunOutput {
 public:
  /// A relative path is one of the present working directory, which a kernel may change.
  explicit RunOutput(const std::filesystem::path& path);

  /// Writes what was added to `results` since the last call to disk. Reports once if it cannot.
  void keep(const Results& results);
  void keep(const TuningResults& results);

  /// Writes the case at `index` again, which was kept and has changed.
  void keep_again(const Results& results, std::size_t index);

  /// Writes the file; if that fails, says where the results are instead, and returns false.
  bool finish(const Results& results);
  bool finish(const TuningResults& results);

 private:
  /// How much of the results is in the journal.
  struct Kept {
    std::size_t cases = 0, comparisons = 0, kernels = 0;
    bool operator==(const Kept&) const = default;
  };
  static Kept all_of(const Results& results);
  static Kept all_of(const TuningResults& results);
  void add_new(const Results& results);
  void add_new(const TuningResults& results);

  template <class Measured>
  void keep_new(const Measured& results);
  template <class Measured>
  bool write(const Measured& results);
  void complain();
  void say_where(const Error& error, const Json& results, bool is_in_journal) const;

  std::filesystem::path path_;  // as the user named it
  std::filesystem::path file_;  // absolute
  std::optional<Journal> journal_;
  Kept kept_;
  bool has_complained_ = false;
};

}  // namespace tilebridge::run
