// SPDX-License-Identifier: Apache-2.0
#include "cli/bisect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/process.hpp"
#include "base/say.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "cli/share.hpp"
#include "results/file.hpp"
#include "results/results.hpp"
#include "run/runner.hpp"

namespace tilebridge::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string repository;
  std::string good;
  std::string bad;
  std::string folder = "bisect";
  std::string build;
  double max_slowdown = 0.02;
  std::vector<std::string> run;  // as for `tilebridge run`
};

enum class Finding { fast, slow, unknown };

constexpr std::string_view name_of(Finding finding) {
  switch (finding) {
    case Finding::fast:
      return "fast";
    case Finding::slow:
      return "slow";
    case Finding::unknown:
      break;
  }
  return "cannot tell";
}

/// Null if `text` is no JSON that this program wrote.
Json parsed(const std::string& text) try {
  return parse_json(text);
} catch (const std::exception&) {
  return nullptr;
}

/// Runs `command`, and everything that it prints goes to `log`. Returns its exit status.
int logged(const std::vector<std::string>& command, const fs::path& log) {
  int status = 0;
  run_processes({{command, fs::current_path(), log}}, 1,
                [&](std::size_t, const JobEnd& end) { status = end.status; });
  return status;
}

/// What git prints. Throws UsageError with it if git fails.
std::string git(const fs::path& repository, std::vector<std::string> words) {
  const TemporaryFolder folder;
  words.insert(words.begin(), {"git", "-C", repository.string()});
  const int status = logged(words, folder / "out");
  const std::string text = text_of(folder / "out");
  if (status != 0)
    throw UsageError(fmt::format("git cannot read '{}': {}", repository.string(),
                                 text.substr(0, text.find('\n'))));
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// "transpose;stride" of "transpose/tile stride --set n=1"; "", which is all, where a word is none.
std::string experiments_of(const std::vector<std::string>& run) {
  std::vector<std::string> names;
  for (const std::string& word : run) {
    if (word.starts_with('-')) break;
    const std::string name = word.substr(0, word.find('/'));
    if (catalogue().find(name) == nullptr) return "";
    names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ";"));
}

/// A search that can be stopped and gone on with: what was found out is in its folder.
class Search {
 public:
  explicit Search(const Options& options) : options_(options), folder_(options.folder) {
    commits_ =
        lines_of(git(options.repository, {"rev-list", "--first-parent", "--reverse",
                                          fmt::format("{}..{}", options.good, options.bad)}));
    if (commits_.empty())
      throw UsageError(fmt::format("no commit leads from '{}' to '{}'", options.good, options.bad));
    commits_.insert(commits_.begin(),
                    git(options.repository, {"rev-parse", options.good + "^{commit}"}));
    make_folder();
    read_state();
  }

  int run() {
    say(fmt::format("{} commits from {} to {}\n", commits_.size() - 1, options_.good,
                    options_.bad));
    prepare_tree();
    if (!build(commits_.front()))
      throw UsageError(fmt::format("the good commit does not build: see '{}'",
                                   log_of(commits_.front()).string()));
    if (finding_of(commits_.size() - 1) != Finding::slow)
      throw Error(ExitStatus::threshold_failed,
                  fmt::format("'{}' is not slower than '{}': there is nothing to find",
                              options_.bad, options_.good));
    return say_first_slow(first_slow());
  }

 private:
  static std::string short_name(const std::string& commit) { return commit.substr(0, 12); }
  fs::path object_of(const std::string& commit) const {
    return folder_ / fmt::format("kokkos-{}.so", short_name(commit));
  }
  fs::path log_of(const std::string& commit) const {
    return folder_ / (short_name(commit) + ".log");
  }
  fs::path results_of(const std::string& commit) const {
    return folder_ / (short_name(commit) + ".json");
  }

  void make_folder() const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
      throw UsageError(fmt::format("cannot make the folder '{}': {}; name another with --folder",
                                   folder_.string(), error.message()));
  }

  fs::path builder() const {
    const fs::path program = options_.build.empty()
                                 ? run::runner_path().parent_path() / "build-kokkos"
                                 : fs::absolute(options_.build);
    if (!fs::exists(program))
      throw UsageError(fmt::format(
          "there is no '{}' to build with; run bisect from a build folder, or name another "
          "program with --build",
          program.string()));
    return program;
  }

  /// The question that findings are of.
  Json question() const {
    return {{"good", commits_.front()},
            {"bad", commits_.back()},
            {"run", options_.run},
            {"max_slowdown", options_.max_slowdown}};
  }

  void read_state() {
    const fs::path file = folder_ / "state.json";
    if (!fs::exists(file)) return;
    const Json state = parsed(text_of(file));
    if (!state.is_object() || state.value("question", Json()) != question())
      throw UsageError(fmt::format("'{}' holds another search; name another folder with --folder",
                                   folder_.string()));
    const Json findings = state.value("findings", Json::object());
    for (const auto& [commit, finding] : findings.items())
      findings_[commit] = finding == "slow"   ? Finding::slow
                          : finding == "fast" ? Finding::fast
                                              : Finding::unknown;
  }
  void write_state() const {
    Json findings = Json::object();
    for (const auto& [commit, finding] : findings_) findings[commit] = name_of(finding);
    replace_text(folder_ / "state.json",
                 Json{{"question", question()}, {"findings", findings}}.dump(1) + "\n");
  }

  /// A copy of the repository, in which commits are checked out.
  void prepare_tree() const {
    const fs::path tree = folder_ / "tree";
    if (fs::exists(tree)) return;
    if (logged({"git", "clone", "--quiet", "--shared", "--no-checkout",
                fs::absolute(options_.repository).string(), tree.string()},
               folder_ / "clone.log") != 0)
      throw UsageError(fmt::format("cannot copy '{}': see '{}'", options_.repository,
                                   (folder_ / "clone.log").string()));
  }

  /// Whether there is an object of this commit's Kokkos now.
  bool build(const std::string& commit) const {
    if (fs::exists(object_of(commit))) return true;
    const std::string program = builder().string();
    say(fmt::format("building {}\n", described(commit)));
    git(folder_ / "tree", {"checkout", "--quiet", "--force", "--detach", commit});
    const fs::path whole = fs::absolute(folder_);
    return logged({program, (whole / "tree").string(), (whole / "build").string(),
                   fs::absolute(object_of(commit)).string(), experiments_of(options_.run)},
                  log_of(commit)) == 0 &&
           fs::exists(object_of(commit));
  }

  /// Both Kokkos in the same rounds, then the gate.
  Finding measure(const std::string& commit) const {
    const std::string good = short_name(commits_.front());
    const std::string other = short_name(commit);
    const std::string results = results_of(commit).string();
    const std::string self = fs::canonical("/proc/self/exe").string();
    std::vector<std::string> command = {self, "run"};
    command.insert(command.end(), options_.run.begin(), options_.run.end());
    for (const std::string& word :
         {std::string("--kokkos"), fmt::format("{},{}", good, other), std::string("--kokkos-from"),
          folder_.string(), std::string("--overwrite"), std::string("-o"), results})
      command.push_back(word);
    const fs::path log = folder_ / (other + ".run.log");
    if (logged(command, log) != 0) return Finding::unknown;
    const int status =
        logged({self, "compare", results + "@" + good, results + "@" + other, "--vary", "kokkos",
                "--host-bound", "--max-slowdown", fmt::format("{}", options_.max_slowdown)},
               folder_ / (other + ".compare.log"));
    if (status == 0) return Finding::fast;
    if (status == static_cast<int>(ExitStatus::threshold_failed)) return Finding::slow;
    return commit == commits_.back() ? Finding::unknown : nearer_end(commit);
  }

  using Performance = std::map<std::string, double>;  // by case

  /// Of a commit's Kokkos ÷ that of the good one, in the same rounds.
  Performance performance_of(const std::string& commit) const {
    Performance performance;
    for (const CaseResult& c : read_results(results_of(commit)).cases) {
      const auto good = c.releases.find(short_name(commits_.front()));
      const auto other = c.releases.find(short_name(commit));
      if (good == c.releases.end() || other == c.releases.end()) continue;
      const auto& before = good->second.result.timing;
      const auto& after = other->second.result.timing;
      if (before && after)
        performance[case_text(c)] = before->seconds.median / after->seconds.median;
    }
    return performance;
  }

  /// Where the gate cannot decide: whether the kernels that the bad commit makes slower are nearer
  /// to their time before or to that after.
  Finding nearer_end(const std::string& commit) const {
    const Performance own = performance_of(commit);
    double log_of_bad = 0;
    double log_of_own = 0;
    for (const auto& [name, performance] : performance_of(commits_.back())) {
      const auto found = own.find(name);
      if (found == own.end() || performance >= 1 - options_.max_slowdown) continue;
      log_of_bad += std::log(performance);
      log_of_own += std::log(found->second);
    }
    if (log_of_bad == 0) return Finding::unknown;
    return log_of_own < log_of_bad / 2 ? Finding::slow : Finding::fast;
  }

  Finding finding_of(std::size_t index) {
    const std::string& commit = commits_[index];
    if (index == 0) return Finding::fast;
    const auto known = findings_.find(commit);
    if (known != findings_.end()) return known->second;
    const Finding found = build(commit) ? measure(commit) : Finding::unknown;
    findings_[commit] = found;
    write_state();
    say(fmt::format("{}: {}\n", described(commit), name_of(found)));
    return found;
  }

  /// The nearest to the middle between `fast` and `slow` that can be told, if there is one.
  std::optional<std::size_t> told_between(std::size_t fast, std::size_t slow) {
    const std::size_t middle = fast + (slow - fast) / 2;
    std::vector<std::size_t> between;
    for (std::size_t i = fast + 1; i < slow; ++i) between.push_back(i);
    const auto distance = [&](std::size_t i) { return i > middle ? i - middle : middle - i; };
    std::stable_sort(between.begin(), between.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
    const auto found = std::find_if(between.begin(), between.end(), [&](std::size_t i) {
      return finding_of(i) != Finding::unknown;
    });
    return found == between.end() ? std::nullopt : std::optional(*found);
  }

  /// The first that is slow, and the last before it that is not.
  std::pair<std::size_t, std::size_t> first_slow() {
    std::size_t fast = 0;
    std::size_t slow = commits_.size() - 1;
    while (const std::optional<std::size_t> told = told_between(fast, slow))
      (finding_of(*told) == Finding::slow ? slow : fast) = *told;
    return {fast, slow};
  }

  int say_first_slow(const std::pair<std::size_t, std::size_t>& found) const {
    const auto [fast, slow] = found;
    fmt::print("the first slow commit: {}\n", described(commits_[slow]));
    if (slow - fast > 1)
      fmt::print("or one of the {} before it, which could not be told\n", slow - fast - 1);
    const std::string results = results_of(commits_[slow]).string();
    fmt::print("what became slower: tilebridge compare {0}@{1} {0}@{2} --vary kokkos\n", results,
               short_name(commits_.front()), short_name(commits_[slow]));
    return 0;
  }

  std::string described(const std::string& commit) const {
    return git(options_.repository, {"log", "-1", "--format=%h %s", commit});
  }

  const Options& options_;
  fs::path folder_;
  std::vector<std::string> commits_;  // the good one first, the bad one last
  std::map<std::string, Finding> findings_;
};

}  // namespace

Command add_bisect(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "bisect", "Find the commit of Kokkos that made kernels slower: build, measure, halve");
  command->add_option("--kokkos", options->repository, "A git repository of Kokkos")
      ->type_name("FOLDER")
      ->required();
  command->add_option("--good", options->good, "A commit from before")
      ->type_name("COMMIT")
      ->required();
  command->add_option("--bad", options->bad, "A commit from after")
      ->type_name("COMMIT")
      ->required();
  command
      ->add_option("--folder", options->folder,
                   "Where builds, logs and results are kept; the same command continues with them")
      ->type_name("FOLDER")
      ->capture_default_str();
  add_share(command, "--max-slowdown", options->max_slowdown, {1e-6, 0.5},
            "A commit is slow if a kernel loses more of its performance: 2% or 0.02");
  command
      ->add_option("--build", options->build,
                   "Builds one, called as build-kokkos TREE BUILD_FOLDER OBJECT EXPERIMENTS "
                   "(default: that of this program's build)")
      ->type_name("PROGRAM");
  command
      ->add_option(
          "run", options->run,
          "Behind --: what to run, as for `tilebridge run`: transpose/tile --set rows=4096")
      ->required();
  return {command, [options] { return Search(*options).run(); }};
}

}  // namespace tilebridge::cli
