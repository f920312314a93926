// SPDX-License-Identifier: Apache-2.0
#include "run/resume.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/escape.hpp"
#include "base/text.hpp"
#include "kernels/pair.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"

namespace tilebridge::run {
namespace {

std::string shown(const Json& value) {
  return one_printable_line(value.is_string() ? value.get<std::string>() : to_text(value), 60);
}

/// "device/name was NVIDIA H100 and is NVIDIA H200", for the first member that differs; "" if none
/// does.
std::string first_difference(const Json& was, const Json& is) {
  const Json changes = Json::diff(was, is);
  if (changes.empty()) return "";
  const auto path = Json::json_pointer(changes.front().at("path").get<std::string>());
  const auto value = [&](const Json& in) {
    return in.contains(path) ? shown(in.at(path)) : std::string("missing");
  };
  return fmt::format("{} was {} and is {}", path.to_string().substr(1), value(was), value(is));
}

Json identity(const TuningResults& results) {
  return {{"version", text_at(results.program, "version")},
          {"git", text_at(results.program, "git")},
          {"device", results.device},
          {"builds", results.builds}};
}

Json identity(const Results& results) {
  return {{"version", text_at(results.program, "version")},
          {"git", text_at(results.program, "git")},
          {"host", text_at(results.host, "name")},
          {"device", results.device},
          {"builds", results.builds}};
}

/// The text as a file gives it back: what is not printable is replaced.
template <class Text>
Text as_in_file(const Text& text) {
  return parse_json(to_text(text)).template get<Text>();
}

std::vector<std::string> shell_words(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_word(word);
  return words;
}

void check_objects(const RunRequest& asked, const RunRequest& earlier) {
  if (as_in_file(asked.models_folder) != earlier.models_folder)
    throw UsageError(
        earlier.models_folder.empty()
            ? fmt::format("--resume '{}': that run loaded no models from a folder", asked.resume)
            : fmt::format("--resume '{}': that run loaded models from a folder; name it again: "
                          "--model-from {}",
                          asked.resume, shell_word(earlier.models_folder)));
  std::vector<std::string> objects = earlier.selection.experiments;
  std::erase_if(objects, [](const std::string& name) { return !kernels::is_object(name); });
  if (as_in_file(asked.selection.experiments) == objects) return;
  throw UsageError(
      objects.empty()
          ? fmt::format("--resume '{}': that run loaded no shared object", asked.resume)
          : fmt::format(
                "--resume '{}': that run loaded shared objects; name them again: tilebridge "
                "run {} --resume {}",
                asked.resume, fmt::join(shell_words(objects), " "), shell_word(asked.resume)));
}

RunRequest request_in(const Json& program, const std::string& file, const char* command) {
  if (!program.contains("request"))
    throw UsageError(fmt::format(
        "--resume '{}': it has no request to continue: it was not written by `tilebridge {}`, or "
        "by an older one; start the run anew",
        file, command));
  const auto damaged = [&](const std::string& what) {
    return UsageError(fmt::format("--resume '{}': its request is damaged ({}); start the run anew",
                                  file, one_printable_line(what, 200)));
  };
  try {
    return request_from_json(program["request"]);
  } catch (const nlohmann::json::exception& error) {
    throw damaged(problem_of(error));
  } catch (const UsageError& error) {
    throw damaged(error.what());
  }
}

/// What a result file, or one of a tuning, says of the program that wrote it. Throws UsageError for
/// the other kind.
Json program_in(const std::string& file, bool tunes) {
  const std::string journal = journal_path(file).string();
  if (!std::filesystem::exists(file) && std::filesystem::exists(journal))
    throw UsageError(
        fmt::format("--resume '{}': there is no such file, but its journal: --resume {}", file,
                    shell_word(journal)));
  const std::optional<TuningResults> tuning = read_tuning(file);
  if (tuning.has_value() == tunes) return tunes ? tuning->program : read_results(file).program;
  throw UsageError(
      fmt::format("--resume '{}': it is {}; continue it with `tilebridge {} --resume {}`", file,
                  tunes ? "no tuning" : "a tuning", tunes ? "run" : "tune", shell_word(file)));
}

/// Throws UsageError unless it is the same build on the same device; else adds to `now` when it was
/// resumed, to the rest that the earlier one says of its program.
template <class Measured>
void continue_program(const Measured& earlier, Measured& now) {
  const std::string difference = first_difference(identity(earlier), identity(now));
  if (!difference.empty())
    throw UsageError(fmt::format(
        "--resume: {}; a file holds the results of one build on one device: resume there, or start "
        "a new run here",
        difference));
  Json resumed = earlier.program.value("resumed", Json::array());
  if (!resumed.is_array()) resumed = Json::array();
  resumed.push_back(now.program.at("started"));
  const Json started_now = std::exchange(now.program, earlier.program);
  keep_greater_load(now.program, started_now);
  now.program["resumed"] = std::move(resumed);
}

bool is_of(const Tuning& done, const measure::PlannedTuning& planned) {
  const measure::PlannedCase& c = planned.front();
  return done.experiment == c.experiment->name && done.variant == c.variant->name &&
         done.size == measure::asked_of_arrays(c) && done.cache == name_of(c.cache);
}

}  // namespace

RunRequest request_to_resume(const RunRequest& asked, bool tunes) {
  RunRequest request =
      request_in(program_in(asked.resume, tunes), asked.resume, tunes ? "tune" : "run");
  check_objects(asked, request);
  if (!asked.selection.experiments.empty())
    request.selection.experiments = asked.selection.experiments;
  request.models_folder = asked.models_folder;
  request.resume = asked.resume;
  request.output = results_path(asked.resume);
  request.overwrite = true;  // the new file holds all of the old one, and more
  return request;
}

void continue_from(const Results& earlier, Results& now) {
  continue_program(earlier, now);
  now.ceilings = earlier.ceilings;
  now.cases = earlier.cases;
  now.self_check = earlier.self_check;
}

void continue_from(const TuningResults& earlier, TuningResults& now) {
  continue_program(earlier, now);
  now.kernels = earlier.kernels;
}

NextTuning next_tuning(const std::vector<measure::PlannedTuning>& planned,
                       const std::vector<Tuning>& done,
                       const std::vector<measure::Failure>& failures) {
  NextTuning next = {0, {}};
  const auto has_failed = [&](const measure::PlannedCase& c) {
    return std::ranges::count(failures, c.label(), &measure::Failure::label) > 0;
  };
  for (std::size_t i = 0; i < planned.size(); ++i)
    if (std::ranges::any_of(done, [&](const Tuning& t) { return is_of(t, planned[i]); }) ||
        std::ranges::any_of(planned[i], has_failed))
      next.index = i;
  for (const Tuning& tuning : done)
    if (is_of(tuning, planned.at(next.index))) next.done.push_back(tuning);
  return next;
}

bool is_of(const SelfComparison& done, const measure::PlannedCase& planned) {
  return done.experiment == planned.experiment->name && done.variant == planned.variant->name &&
         done.parameters == planned.parameters && done.cache == name_of(planned.cache);
}

bool is_of(const CaseResult& done, const measure::PlannedCase& planned) {
  return done.experiment == planned.experiment->name && done.variant == planned.variant->name &&
         done.parameters == planned.parameters && done.cache == name_of(planned.cache);
}

std::vector<measure::PlannedCase> missing(const std::vector<measure::PlannedCase>& planned,
                                          const std::vector<CaseResult>& done) {
  std::vector<measure::PlannedCase> left = planned;
  std::erase_if(left, [&](const measure::PlannedCase& c) {
    return std::ranges::any_of(done, [&](const CaseResult& d) { return is_of(d, c); });
  });
  return left;
}

}  // namespace tilebridge::run
