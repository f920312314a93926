// SPDX-License-Identifier: Apache-2.0
#include "run/output.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"
#include "results/exercise.hpp"
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

/// "raja reaches 0.512 of native (0.508…0.515): 0.392 below 0.9", of each kernel that does not.
std::vector<std::string> short_kernels(const CaseResult& c, double share, bool& any_compared) {
  std::vector<std::string> texts;
  const KernelResult* reference = reference_of(c);
  for (const auto& [kernel, against, ratio, verdict, within] : c.comparisons) {
    if (kernel.model.is_native() || reference == nullptr || c.kernels.find(against) != reference)
      continue;
    any_compared = true;
    if (!(ratio.low >= share))
      texts.push_back(fmt::format("{} reaches {:.3f} of {} ({:.3f}…{:.3f}): {:.2g} below {:g}",
                                  text_of(kernel), ratio.median, against.model.name(), ratio.low,
                                  ratio.high, share - ratio.low, share));
  }
  for (const auto& [kernel, result] : c.kernels)
    if (result.status == Status::skipped && result.validation && !c.work.empty())
      texts.push_back(fmt::format("{} has no time: {}", text_of(kernel), result.reason));
  return texts;
}

/// A line for each case with a kernel below that share.
std::vector<std::string> lines_below(const Results& results, double share) {
  std::vector<std::string> lines;
  if (share <= 0) return lines;
  bool any_compared = false;
  for (const CaseResult& c : results.cases)
    if (const auto texts = short_kernels(c, share, any_compared); !texts.empty())
      lines.push_back(fmt::format("{}: {}", case_text(c), fmt::join(texts, "; ")));
  if (!any_compared) lines.emplace_back("no model is compared with a reference");
  return lines;
}

}  // namespace

std::vector<std::string> shortfalls(const Results& results, double share) {
  if (share > 0 || is_profile(results)) return lines_below(results, share);
  std::vector<std::string> lines;
  for (const Exercise& exercise : exercises_of(results))
    std::ranges::move(
        lines_below(results_of(exercise, results), share_asked(exercise, results, share)),
        std::back_inserter(lines));
  return lines;
}

ExitStatus status_of(const Results& results, bool strict, bool is_interrupted, double at_least) {
  if (std::ranges::any_of(results.cases, is_invalid)) return ExitStatus::invalid;
  if (is_interrupted) return ExitStatus::interrupted;
  if (results.self_check && results.self_check->fails()) return ExitStatus::threshold_failed;
  if (!shortfalls(results, at_least).empty()) return ExitStatus::threshold_failed;
  if (strict && std::ranges::any_of(results.cases, is_inconclusive))
    return ExitStatus::inconclusive;
  return ExitStatus::fine;
}

ExitStatus worse(ExitStatus of_results, bool is_written) {
  return is_written || of_results == ExitStatus::invalid ? of_results : ExitStatus::not_written;
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

bool RunOutput::finish(const Results& results) try {
  write_results(file_, results);
  std::error_code ignored;
  std::filesystem::remove(journal_path(file_), ignored);  // an earlier run's, too
  return true;
} catch (const Error& error) {
  say_where(error, results);
  return false;
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
