// SPDX-License-Identifier: Apache-2.0
#include "run/output.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"
#include "judge/cells.hpp"
#include "results/exercise.hpp"
#include "results/file.hpp"
#include "results/json.hpp"

namespace tilebridge::run {
namespace {

bool is_invalid(const CaseResult& c) {
  return std::ranges::any_of(
      c.kernels, [](const auto& entry) { return entry.second.status == Status::invalid; });
}

bool is_undecided(const CaseResult& c) {
  return std::ranges::count(c.comparisons, Verdict::undecided, &ComparisonResult::verdict) > 0;
}

/// "raja reaches 0.512 of native (0.508–0.515): 0.392 below 0.9", of each kernel that does not.
std::vector<std::string> short_kernels(std::span<const judge::Cell> cells, double share,
                                       bool& any_compared) {
  std::vector<std::string> texts;
  for (const judge::Cell& cell : cells) {
    if (cell.kernel.model.is_native() || !cell.against_native) continue;
    const auto& [ratio, verdict, against] = *cell.against_native;
    any_compared = true;
    if (!(ratio.low >= share))
      texts.push_back(fmt::format("{} reaches {:.3f} of {} ({:.3f}–{:.3f}): {:.2g} below {:g}",
                                  text_of(cell.kernel), ratio.median, against.model.name(),
                                  ratio.low, ratio.high, share - ratio.low, share));
  }
  for (const judge::Cell& cell : cells)
    if (cell.result->status == Status::skipped && cell.result->validation && !cell.of->work.empty())
      texts.push_back(fmt::format("{} has no time: {}", text_of(cell.kernel), cell.result->reason));
  return texts;
}

/// A line for each case with a kernel below that share.
std::vector<std::string> lines_below(const judge::Cells& cells, double share) {
  std::vector<std::string> lines;
  if (share <= 0) return lines;
  bool any_compared = false;
  for (const CaseResult& c : cells.cases())
    if (const auto texts = short_kernels(cells.of(c), share, any_compared); !texts.empty())
      lines.push_back(fmt::format("{}: {}", case_text(c), fmt::join(texts, "; ")));
  if (!any_compared) lines.emplace_back("no model is compared with a reference");
  return lines;
}

/// Lines for what keeps an exercise from being passed.
std::vector<std::string> lines_below(const Exercise& exercise, const Results& results,
                                     double share) {
  if (!is_untimed(results))
    return lines_below(results_of(exercise, results), share_asked(exercise, share));
  std::vector<std::string> lines;
  for (const CountedAmount& counted : counted_amounts(exercise, results))
    if (!counted.passes()) lines.push_back(fmt::format("{}: {}", exercise.name, text_of(counted)));
  return lines;
}

}  // namespace

std::vector<std::string> shortfalls(const Results& results, double share) {
  const std::vector<Exercise> exercises = exercises_of(results);
  const bool is_graded = !exercises.empty() && is_untimed(results);
  if (!is_graded && (share > 0 || is_profile(results))) return lines_below(results, share);
  std::vector<std::string> lines;
  for (const Exercise& exercise : exercises)
    std::ranges::move(lines_below(exercise, results, share), std::back_inserter(lines));
  return lines;
}

ExitStatus status_of(const Results& results, bool strict, bool is_interrupted, double at_least) {
  if (std::ranges::any_of(results.cases, is_invalid)) return ExitStatus::invalid;
  if (is_interrupted) return ExitStatus::interrupted;
  if (results.self_check && results.self_check->fails()) return ExitStatus::threshold_failed;
  if (!shortfalls(results, at_least).empty()) return ExitStatus::threshold_failed;
  if (strict && std::ranges::any_of(results.cases, is_undecided)) return ExitStatus::undecided;
  return ExitStatus::fine;
}

ExitStatus status_of(const TuningResults& results, bool is_interrupted) {
  const bool any_invalid = std::ranges::any_of(results.kernels, [](const Tuning& tuning) {
    return std::ranges::count(tuning.tried, Status::invalid, &TriedSetting::status) > 0;
  });
  if (any_invalid) return ExitStatus::invalid;
  return is_interrupted ? ExitStatus::interrupted : ExitStatus::fine;
}

ExitStatus worse(ExitStatus of_results, bool is_written) {
  return is_written || of_results == ExitStatus::invalid ? of_results : ExitStatus::not_written;
}

RunOutput::RunOutput(const std::filesystem::path& path)
    : path_(path), file_(std::filesystem::absolute(path)) {}

RunOutput::Kept RunOutput::all_of(const Results& results) {
  return {.cases = results.cases.size(),
          .comparisons = results.self_check ? results.self_check->comparisons.size() : 0};
}

RunOutput::Kept RunOutput::all_of(const TuningResults& results) {
  return {.kernels = results.kernels.size()};
}

void RunOutput::add_new(const Results& results) {
  const Kept all = all_of(results);
  for (std::size_t i = kept_.cases; i < all.cases; ++i) journal_->add(results.cases[i]);
  for (std::size_t i = kept_.comparisons; i < all.comparisons; ++i)
    journal_->add(results.self_check->comparisons[i]);
}

void RunOutput::add_new(const TuningResults& results) {
  for (std::size_t i = kept_.kernels; i < results.kernels.size(); ++i)
    journal_->add(results.kernels[i]);
}

template <class Measured>
void RunOutput::keep_new(const Measured& results) {
  if (is_special(file_)) return;
  if (journal_)
    add_new(results);
  else
    journal_.emplace(journal_path(file_), results);
  kept_ = all_of(results);
  complain();
}

void RunOutput::keep(const Results& results) { keep_new(results); }
void RunOutput::keep(const TuningResults& results) { keep_new(results); }

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

template <class Measured>
bool RunOutput::write(const Measured& results) try {
  write_results(file_, to_json(results));
  std::error_code ignored;
  std::filesystem::remove(journal_path(file_), ignored);  // an earlier run's, too
  return true;
} catch (const Error& error) {
  const bool is_in_journal =
      journal_ && journal_->failure().empty() && kept_ == all_of(results) &&
      std::filesystem::exists(journal_path(file_));  // its folder may have been removed
  say_where(error, to_json(results), is_in_journal);
  return false;
}

bool RunOutput::finish(const Results& results) { return write(results); }
bool RunOutput::finish(const TuningResults& results) { return write(results); }

void RunOutput::say_where(const Error& error, const Json& results, bool is_in_journal) const {
  if (is_in_journal) {
    say(fmt::format("{}; all results are in '{}', which every command reads\n", error.what(),
                    journal_path(path_).string()));
    return;
  }
  const std::filesystem::path copy = write_elsewhere(path_, results);
  say(copy.empty() ? fmt::format("{}; no other place for the results was found\n", error.what())
                   : fmt::format("{}; the results are in '{}'\n", error.what(), copy.string()));
}

}  // namespace tilebridge::run
