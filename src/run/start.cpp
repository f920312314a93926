// SPDX-License-Identifier: Apache-2.0
#include "run/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <limits>
#include <memory>
#include <utility>

#include "base/launcher.hpp"
#include "base/say.hpp"
#include "judge/pool.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "run/by_rank.hpp"
#include "run/guard.hpp"
#include "run/output.hpp"
#include "run/placement.hpp"
#include "run/resume.hpp"

namespace tilebridge::run {
namespace {

using Guards = std::vector<std::unique_ptr<Guard>>;

/// The fastest first, as a build has them.
constexpr std::array platforms = {Platform::cuda, Platform::hip, Platform::host};

Platform platform_of(const std::string& name) {
  return *std::ranges::find_if(platforms, [&](Platform p) { return name_of(p) == name; });
}

bool is_launched_rank() {
  const auto start = launched();
  return start && start->size > 1;
}

/// The platform that is named, or the fastest that can be opened here, and how many devices it has.
std::pair<Platform, int> count_devices(std::optional<Platform> named) {
  Job job = {.task = "count"};
  job.request.platform = named;
  const Json told = ask_runner(job, "the process that counts devices failed");
  return {platform_of(told.at("platform")), told.at("devices").get<int>()};
}

/// Lets the processes of a run, of this and all other ranks, take their turns until all have ended.
class Turns {
 public:
  Turns(const Guards& guards, Ranks& ranks, Order order, bool may_share)
      : guards_(guards),
        ranks_(ranks),
        may_share_(may_share),
        turns_(std::max<long>(ranks.most_on_a_host(), static_cast<long>(guards.size()))),
        in_turn_(order == Order::alternating) {}

  void run() {
    const SignalsForwarded forwarded;
    for (bool is_ending = false; !all_are(&Turns::is_done);) {
      wait_for_any(runners());
      for (const auto& guard : guards_) guard->update();
      if (!is_ending && all_are(&Turns::is_done_or_waits)) is_ending = take_turn() == interrupted;
    }
    while (ranks_.size() > 1 && !has_ended_) take_turn();
  }

 private:
  static constexpr long ended = std::numeric_limits<long>::max();
  static constexpr long interrupted = -1;

  static bool is_done(const Guard& guard) { return guard.is_done(); }
  static bool is_done_or_waits(const Guard& guard) {
    return guard.is_done() || (guard.runner() != nullptr && !guard.runner()->waits().is_null());
  }
  bool all_are(bool (*is)(const Guard&)) const {
    return std::ranges::all_of(guards_, [&](const auto& guard) { return is(*guard); });
  }

  std::vector<const Runner*> runners() const {
    std::vector<const Runner*> all;
    for (const auto& guard : guards_)
      if (guard->runner() != nullptr) all.push_back(guard->runner());
    return all;
  }

  /// The place in the order of all steps of all ranks at which this one waits.
  long place_of(std::size_t index) const {
    const Guard& guard = *guards_[index];
    if (guard.is_done()) return guard.outcome().is_interrupted ? interrupted : ended;
    const long turn = in_turn_ ? ranks_.local_rank() + static_cast<long>(index) : 0;
    return guard.runner()->waits().at("step").get<long>() * turns_ + turn;
  }

  /// What other ranks must know of this process's ranks.
  Json state() const {
    Json places = Json::array();
    Json devices = Json::array();
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      places.push_back(place_of(i));
      if (guards_[i]->is_done()) continue;
      const Json& waits = guards_[i]->runner()->waits();
      if (waits.contains("pci_bus"))
        devices.push_back({guards_[i]->rank(), waits.at("host"), waits.at("pci_bus")});
    }
    return {{"places", places}, {"devices", devices}};
  }

  /// All ranks are at their end or wait. Those that are furthest behind may continue; if one was
  /// interrupted, all are. Returns the place of those, which is the same on every rank.
  long take_turn() {
    long first = ended;
    std::vector<RankInfo> devices;
    for (const std::string& text : ranks_.exchange(to_text(state()))) {
      const Json json = Json::parse(text);
      for (const Json& place : json.at("places")) first = std::min(first, place.get<long>());
      for (const Json& device : json.at("devices"))
        devices.push_back({device.at(0), device.at(1), "", device.at(2), ""});
    }
    if (!may_share_) check_not_shared(devices);
    has_ended_ = first == ended || first == interrupted;
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      if (guards_[i]->is_done()) continue;
      if (first == interrupted) guards_[i]->runner()->stop();
      if (place_of(i) == first) guards_[i]->runner()->give_turn();
    }
    return first;
  }

  const Guards& guards_;
  Ranks& ranks_;
  bool may_share_;
  long turns_;
  bool in_turn_;
  bool has_ended_ = false;
};

/// A run that has one process.
Outcome run_alone(const RunRequest& request, const std::vector<std::string>& command_line,
                  Output output) {
  Guards guards;
  guards.push_back(std::make_unique<Guard>(Job{.request = request,
                                               .command_line = command_line,
                                               .device = request.device,
                                               .earlier = request.resume},
                                           std::move(output)));
  guards.front()->start();
  Ranks alone;
  Turns(guards, alone, Order::together, true).run();
  return guards.front()->outcome();
}

int run_on_one(const RunRequest& request, const std::vector<std::string>& command_line,
               const Show& show) {
  Output output = choose_output(request.output, "results", request.overwrite);
  const std::string file = output.path;
  const Outcome outcome = run_alone(request, command_line, std::move(output));
  if (!outcome.failure.empty()) throw Error(ExitStatus(outcome.status), outcome.failure);
  if (!outcome.results) return outcome.status;
  const ExitStatus written = outcome.is_written ? ExitStatus::fine : ExitStatus::not_written;
  show({*outcome.results, outcome.is_interrupted, file, written});
  return static_cast<int>(
      worse(status_of(*outcome.results, request.strict, outcome.is_interrupted), written));
}

/// As often as asked for, each time in a new process.
int run_repeatedly(const RunRequest& request, const std::vector<std::string>& command_line,
                   const Show& show) {
  if (!request.resume.empty() || !is_one_process(request))
    throw UsageError(
        "--processes repeats a run on one device; leave --resume, several devices and MPI out");
  const Output chosen = choose_output(request.output, "results", request.overwrite);
  const auto file_of = [&](int run) { return file_of_part(chosen.path, std::to_string(run)); };
  for (int run = 1; run <= request.processes && !request.overwrite; ++run) check_new(file_of(run));
  std::vector<judge::ResultPart> runs;
  std::vector<std::string> files;
  int status = 0;
  bool is_interrupted = false;
  for (int run = 1; run <= request.processes && !is_interrupted; ++run) {
    say(fmt::format("run {} of {}\n", run, request.processes));
    files.push_back(file_of(run));
    std::filesystem::remove(files.back());  // with --overwrite: an older run's
    const Outcome outcome = run_alone(request, command_line, choose_output(files.back(), "", true));
    if (!outcome.failure.empty()) say(fmt::format("tilebridge: {}\n", outcome.failure));
    is_interrupted = outcome.is_interrupted;
    const int own =
        outcome.results
            ? static_cast<int>(status_of(*outcome.results, request.strict, is_interrupted))
            : outcome.status;
    status = status == 0 ? own : status;
    if (!std::filesystem::exists(files.back())) break;
    runs.push_back({files.back(), read_results(files.back())});
  }
  if (runs.empty()) return status;
  Results all = judge::pooled(runs);
  write_results(chosen.path, all);
  files.resize(runs.size());
  show({all, is_interrupted, chosen.path, ExitStatus::fine, files});
  return status;
}

/// A run on several devices: of this host, a process here for each, or of the ranks that a launcher
/// started, each of which has one.
class Several {
 public:
  Several(Ranks& ranks, const RunRequest& request, const std::vector<std::string>& command_line)
      : ranks_(ranks), request_(request), command_line_(command_line) {
    if (!request_.order) request_.order = ranks.size() > 1 ? Order::together : Order::alternating;
    if (request.starts_own_ranks() && ranks.size() > 1)
      throw UsageError(
          "several devices, or all, are for a single process: under mpirun or srun leave --device "
          "out, and every rank takes a GPU of its own");
    if (!request.self_check) return;
    throw UsageError(ranks.size() > 1 ? "--self-check runs in one process; leave mpirun or srun out"
                                      : "--self-check runs on one device; name it");
  }

  int run(const Show& show) {
    choose_whole();
    start_all();
    const bool may_share = request_.share_device || request_.platform == Platform::host;
    Turns(guards_, ranks_, *request_.order, may_share).run();
    return merge(show);
  }

 private:
  /// The first rank does, and every rank throws if it cannot.
  void choose_whole() {
    Json told;
    if (ranks_.rank() == 0) try {
        whole_ = choose_output(request_.output, "results", request_.overwrite);
        told = {{"path", whole_.path}};
      } catch (const Error& error) {
        told = {{"failure", error.what()}, {"status", error.status()}};
      }
    std::string text;
    Json::to_cbor(told, text);  // paths may have any bytes
    told = Json::from_cbor(ranks_.exchange(text).front());
    if (told.contains("failure"))
      throw Error(ExitStatus(told.at("status").get<int>()), told.at("failure").get<std::string>());
    whole_.path = told.at("path").get<std::string>();
  }

  /// The named platform, or the fastest one that any rank can open: a rank that cannot open it
  /// fails rather than measure something else. Returns how many devices there are here.
  int agree_on_platform() {
    std::pair<Platform, int> here = {platforms.back(), 0};
    std::string failure;
    try {
      here = count_devices(request_.platform);
    } catch (const Error& error) {
      failure = error.what();
    }
    const auto place = std::ranges::find(platforms, here.first) - platforms.begin();
    long best = place;
    for (const std::string& text : ranks_.exchange(std::to_string(place)))
      best = std::min(best, std::stol(text));
    if (!failure.empty() && ranks_.size() == 1) throw PlatformError(failure);
    request_.platform = platforms.at(static_cast<std::size_t>(best));
    return best == place ? here.second : 0;
  }

  void start_all() {
    const int visible = agree_on_platform();
    std::vector<int> devices = request_.devices;
    if (request_.all_devices)  // at least one: its rank says why there is no device
      for (int device = 0; device < std::max(1, visible); ++device) devices.push_back(device);
    if (devices.empty()) devices = {request_.device};
    const int size = std::max(ranks_.size(), static_cast<int>(devices.size()));
    for (std::size_t i = 0; i < devices.size(); ++i)
      start_rank({.request = request_,
                  .command_line = command_line_,
                  .device = devices[i],
                  .rank = ranks_.rank() + static_cast<int>(i),
                  .ranks = size},
                 visible);
  }

  /// What goes wrong is that rank's failure: the others run without it.
  void start_rank(Job job, int visible) {
    const std::filesystem::path file = file_of_part(whole_.path, fmt::format("rank{}", job.rank));
    Guard* guard = nullptr;
    try {
      if (ranks_.size() > 1 && !request_.names_device)
        job.device = device_for(ranks_, visible, request_.share_device);
      if (!request_.resume.empty()) job.earlier = part_to_resume(file);
      Output output = choose_output(file, "", request_.overwrite);
      guard = guards_.emplace_back(std::make_unique<Guard>(job, std::move(output))).get();
      guard->start();
    } catch (const Error& error) {
      if (guard == nullptr)
        guard = guards_.emplace_back(std::make_unique<Guard>(job, Output())).get();
      guard->fail(error);
    }
  }

  /// What every rank says of its end.
  std::vector<Json> all_ends() {
    Json own = Json::array();
    for (const auto& guard : guards_) {
      const Outcome& outcome = guard->outcome();
      const std::string lost = outcome.is_written ? "" : "its results could not be written";
      own.push_back({{"rank", guard->rank()},
                     {"host", host_name()},
                     {"failure", outcome.failure.empty() ? lost : outcome.failure},
                     {"status", outcome.status},
                     {"interrupted", outcome.is_interrupted},
                     {"has_file", !guard->kept().empty()}});
    }
    std::vector<Json> all;
    for (const std::string& text : ranks_.exchange(to_text(own)))
      for (const Json& end : Json::parse(text)) all.push_back(end);
    return all;
  }

  RankPart part_of(const Json& end) const {
    RankPart part;
    part.info = {end.at("rank"), end.at("host"), "", "", end.at("failure")};
    if (!end.at("has_file").get<bool>()) return part;
    try {
      part.results = read_results(what_is_left_of(file_of(end)));
    } catch (const Error& error) {
      if (part.info.failure.empty()) part.info.failure = error.what();
    }
    return part;
  }

  std::filesystem::path file_of(const Json& end) const {
    return file_of_part(whole_.path, fmt::format("rank{}", end.at("rank").get<int>()));
  }

  int merge(const Show& show) {
    const std::vector<Json> ends = all_ends();
    if (ranks_.rank() > 0) return 0;
    std::vector<RankPart> parts;
    for (const Json& end : ends) parts.push_back(part_of(end));
    const auto has_failed = [](const RankPart& part) { return !part.info.failure.empty(); };
    const bool any_failed = std::ranges::any_of(parts, has_failed);
    const bool any_case = std::ranges::any_of(
        parts, [](const RankPart& part) { return part.results && !part.results->cases.empty(); });
    if (std::ranges::all_of(parts, has_failed) && !any_case) throw_first_failure(ends);
    if (std::ranges::none_of(parts, [](const RankPart& part) { return part.results.has_value(); }))
      return ends.front().at("status").get<int>();  // interrupted before it measured anything
    const bool is_interrupted = std::ranges::any_of(
        ends, [](const Json& end) { return end.at("interrupted").get<bool>(); });
    const Results all = of_all_ranks(parts, *request_.order);
    const ExitStatus written = RunOutput(whole_.path).finish(all);
    if (written == ExitStatus::fine && !any_failed && !is_interrupted)
      for (const Json& end : ends) std::filesystem::remove(file_of(end));
    show({all, is_interrupted, whole_.path, written});
    const ExitStatus status = status_of(all, request_.strict, is_interrupted);
    const bool is_worse = any_failed && status != ExitStatus::invalid && !is_interrupted;
    return static_cast<int>(worse(is_worse ? ExitStatus::no_platform : status, written));
  }

  [[noreturn]] static void throw_first_failure(const std::vector<Json>& ends) {
    const auto reason = ends.front().at("failure").get<std::string>();
    throw Error(ExitStatus(ends.front().at("status").get<int>()),
                ends.size() == 1 ? reason : "no rank works; rank 0: " + reason);
  }

  Ranks& ranks_;
  RunRequest request_;
  const std::vector<std::string>& command_line_;
  Output whole_;
  Guards guards_;
};

}  // namespace

bool is_one_process(const RunRequest& request) {
  return !request.starts_own_ranks() && !is_launched_rank();
}

std::filesystem::path file_of_part(std::filesystem::path whole, const std::string& part) {
  return whole.replace_extension(part + whole.extension().string());
}

int start(const RunRequest& asked, const std::vector<std::string>& command_line, const Show& show) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
  const RunRequest request = asked.resume.empty() ? asked : request_to_resume(asked);
  prepare_environment(request.platform, is_one_process(request));
  if (request.processes > 1) return run_repeatedly(request, command_line, show);
  const std::unique_ptr<Ranks> ranks = launched_ranks();
  if (ranks->size() == 1 && !request.starts_own_ranks())
    return run_on_one(request, command_line, show);
  try {
    return Several(*ranks, request, command_line).run(show);
  } catch (const Error&) {
    if (ranks->rank() == 0) throw;  // the same on every rank
    return 0;
  }
}

Json see_devices(std::optional<Platform> named, std::optional<int> index) {
  prepare_environment(named, true);
  Json devices = Json::array();
  const auto see = [&](std::optional<Platform> platform, int device) {
    Job job = {.task = "devices", .device = device};
    job.request.platform = platform;
    for (const Json& seen : ask_runner(job, "the process that opens a device failed")) {
      if (named && seen.contains("unavailable")) throw PlatformError(text_at(seen, "unavailable"));
      devices.push_back(seen);
    }
  };
  if (index) {
    see(named, *index);
    return devices;
  }
  for (const Platform platform : platforms) {
    if (named && platform != *named) continue;
    const int count = count_devices(platform).second;
    for (int device = 0; device < std::max(1, count); ++device)  // the first says why there is none
      see(platform, device);
  }
  return devices;
}

}  // namespace tilebridge::run
