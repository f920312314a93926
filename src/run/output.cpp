// SPDX-License-Identifier: Apache-2.0
#include "run/output.hpp"

#include <fmt/format.h>

#include "base/say.hpp"
#include "results/file.hpp"

namespace tilebridge::run {
namespace {

bool is_invalid(const CaseResult& c) {
  return std::ranges::any_of(
      c.kernels, [](const auto& entry) { return entry.second.status == Status::invalid; });
}

bool is_inconclusive(const CaseResult& c) {
  return std::ranges::count(c.comparisons, Verdict::inconclusive, &ComparisonResult::verdict) > 0;
}

}  // namespace

ExitStatus status_of(const Results& results, bool strict, bool is_interrupted) {
  if (std::ranges::any_of(results.cases, is_invalid)) return ExitStatus::invalid;
  if (is_interrupted) return ExitStatus::interrupted;
  if (results.self_check && results.self_check->fails()) return ExitStatus::threshold_failed;
  if (strict && std::ranges::any_of(results.cases, is_inconclusive))
    return ExitStatus::inconclusive;
  return ExitStatus::fine;
}

ExitStatus worse(ExitStatus of_results, ExitStatus written) {
  return written == ExitStatus::fine || of_results == ExitStatus::invalid ? of_results : written;
}

RunOutput::RunOutput(const std::filesystem::path& path)
    : path_(path), file_(std::filesystem::absolute(path)) {}

void RunOutput::keep(const Results& results) {
  if (is_special(file_)) return;
  if (!journal_)
    journal_.emplace(journal_path(file_), results);
  else
    for (std::size_t i = cases_; i < results.cases.size(); ++i) journal_->add(results.cases[i]);
  cases_ = results.cases.size();
  complain();
}

void RunOutput::keep_again(const Results& results, std::size_t index) {
  if (!journal_) return;
  journal_->replace(index, results.cases[index]);
  complain();
}

void RunOutput::complain() {
  if (journal_->failure().empty() || std::exchange(has_complained_, true)) return;
  say(fmt::format("cannot write '{}': {}; the run continues and keeps its results in memory\n",
                  journal_path(path_).string(), journal_->failure()));
}

ExitStatus RunOutput::finish(const Results& results) try {
  write_results(file_, results);
  std::error_code ignored;
  std::filesystem::remove(journal_path(file_), ignored);  // an earlier run's, too
  return ExitStatus::fine;
} catch (const Error& error) {
  say_where(error, results);
  return ExitStatus::not_written;
}

void RunOutput::say_where(const Error& error, const Results& results) const {
  if (is_in_journal(results)) {
    say(fmt::format("{}; all results are in '{}', which every command reads\n", error.what(),
                    journal_path(path_).string()));
    return;
  }
  const std::filesystem::path copy = write_elsewhere(path_, results);
  say(copy.empty() ? fmt::format("{}; no other place for the results was found\n", error.what())
                   : fmt::format("{}; the results are in '{}'\n", error.what(), copy.string()));
}

bool RunOutput::is_in_journal(const Results& results) const {
  return journal_ && journal_->failure().empty() && cases_ == results.cases.size() &&
         !results.self_check;
}

}  // namespace tilebridge::run
