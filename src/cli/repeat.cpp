// SPDX-License-Identifier: Apache-2.0
#include "cli/repeat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/say.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/options.hpp"
#include "judge/pool.hpp"
#include "results/file.hpp"
#include "terminal/answer.hpp"
#include "terminal/table.hpp"

namespace tilebridge::cli {
namespace {

void check_repeatable(const run::RunRequest& request) {
  if (!request.resume.empty() || !is_one_process(request))
    throw UsageError(
        "--processes repeats a run on one device; leave --resume, several devices and MPI out");
}

/// Whether `word` is one of these options, and whether its value is in the next word.
bool is_option(const std::string& word, bool& takes_next) {
  constexpr std::array<std::string_view, 3> options = {"--processes", "--output", "-o"};
  const auto found = std::find_if(options.begin(), options.end(), [&](std::string_view option) {
    return word == option || word.starts_with(fmt::format("{}=", option));
  });
  takes_next = found != options.end() && word == *found;
  return found != options.end() || (word.starts_with("-o") && word.size() > 2);
}

/// The command without what this one says of all runs together.
std::vector<std::string> one_run(const std::vector<std::string>& command_line,
                                 const std::filesystem::path& output) {
  std::vector<std::string> words = {"/proc/self/exe"};
  for (std::size_t i = 1; i < command_line.size(); ++i) {
    bool takes_next = false;
    if (!is_option(command_line[i], takes_next))
      words.push_back(command_line[i]);
    else if (takes_next)
      ++i;
  }
  words.insert(words.end(), {"-o", output.string()});
  return words;
}

/// "results.json" and 2: "results.2.json".
std::filesystem::path file_of_run(std::filesystem::path all, int run) {
  return all.replace_extension(fmt::format("{}{}", run, all.extension().string()));
}

std::string shown(const Results& all) {
  return all.self_check ? terminal::table(all, catalogue(), terminal::stdout_style())
                        : terminal::answer(all, catalogue());
}

class Repeated {
 public:
  Repeated(const run::RunRequest& request, const std::vector<std::string>& command_line)
      : request_(request),
        command_line_(command_line),
        chosen_(choose_output(request.output, "results", request.overwrite)),
        output_(chosen_.path) {
    for (int run = 1; run <= request.processes && !request.overwrite; ++run)
      check_new(file_of_run(output_, run));
  }

  int run() {
    for (int run = 1; run <= request_.processes; ++run)
      if (!add(run)) break;
    if (runs_.empty()) return status_;
    Results all = judge::pooled(runs_);
    all.program["command_line"] = command_line_;
    write_results(output_, all);
    fmt::print("{}results: {}, pooled of {} runs: {} …\n", shown(all), output_.string(),
               runs_.size(), runs_.front().file);
    return status_;
  }

 private:
  /// Whether the next run may follow.
  bool add(int run) {
    say(fmt::format("run {} of {}\n", run, request_.processes));
    const std::filesystem::path file = file_of_run(output_, run);
    std::filesystem::remove(file);  // with --overwrite: an older run's is no result of this one
    const int status = run_process(one_run(command_line_, file), "/dev/null");
    status_ = status_ == 0 ? status : status_;
    if (!std::filesystem::exists(file)) return false;
    runs_.push_back({file.string(), read_results(file)});
    return status != static_cast<int>(ExitStatus::interrupted);
  }

  const run::RunRequest& request_;
  const std::vector<std::string>& command_line_;
  Output chosen_;
  std::filesystem::path output_;
  std::vector<judge::ResultPart> runs_;
  int status_ = 0;
};

}  // namespace

int run_repeatedly(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  check_repeatable(request);
  return Repeated(request, command_line).run();
}

}  // namespace tilebridge::cli
