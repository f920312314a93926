// SPDX-License-Identifier: Apache-2.0
#include "run/several.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"
#include "run/interruption.hpp"
#include "run/runner.hpp"

namespace tilebridge::run {
namespace {

namespace fs = std::filesystem;

constexpr const char* label_stem = "gpu";

std::string label_of(int device) { return fmt::format("{}{}", label_stem, device); }

/// "out/results-gpu1.json" for "out/results.json"; a device or a pipe is that of all.
std::string file_of(const fs::path& path, const std::string& label) {
  if (is_special(path)) return path.string();
  fs::path file = path;
  file.replace_filename(path.stem().string() + "-" + label + path.extension().string());
  return file.string();
}

/// The number behind `before` in a name that ends with `behind`; none for another name.
std::optional<int> number_in(std::string_view name, std::string_view before,
                             std::string_view behind) {
  if (!name.starts_with(before) || !name.ends_with(behind)) return std::nullopt;
  name.remove_prefix(before.size());
  if (name.size() < behind.size()) return std::nullopt;
  name.remove_suffix(behind.size());
  return parse_number<int>(name);
}

/// Returns, by device, the files and journals that a run of several devices with the name `path`
/// left. Where a device has both, the journal is of the newer run.
std::map<int, fs::path> parts_of(const fs::path& path) {
  std::map<int, fs::path> parts;
  std::error_code none;
  const std::string before = path.stem().string() + "-" + label_stem;
  const std::string behind = path.extension().string();
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const fs::path name = entry.path().filename();
    const bool is_journal = results_path(name) != name;
    const auto device = number_in(results_path(name).string(), before, behind);
    if (device && (is_journal || !parts.contains(*device)))
      parts[*device] = path.parent_path() / name;
  }
  return parts;
}

/// The number of devices of the platform that the request's run would choose.
int count_devices(const RunRequest& request) {
  const Job job = {.task = "count", .request = request};
  return ask_runner(job, "the process that counts the devices failed").at("count").get<int>();
}

/// Throws std::system_error if `result` is that of a failed call.
int checked(int result) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  return result;
}

/// Keeps the signals that end a run, and those of the ends of child processes, from this process
/// as long as it exists, and tells which came.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t held;
    ::sigemptyset(&held);
    ::sigaddset(&held, SIGCHLD);
    for (const int signal : ending_signals) ::sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
    descriptor_ = ::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~HeldSignals() {
    next();
    ::close(descriptor_);
    release();
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  /// Lets the signals through again: a child process calls it.
  void release() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  int descriptor() const { return descriptor_; }

  /// Takes all that came. Returns one that ends a run; 0 if none did.
  int next() const {
    int ending = 0;
    for (signalfd_siginfo info{}; ::read(descriptor_, &info, sizeof(info)) == sizeof(info);)
      if (info.ssi_signo != SIGCHLD) ending = static_cast<int>(info.ssi_signo);
    return ending;
  }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

/// Copies what a process writes to a descriptor to standard error, line by line, after a label.
class LabelledLines {
 public:
  LabelledLines(std::string label, int descriptor)
      : label_(std::move(label)), descriptor_(descriptor) {}
  ~LabelledLines() {
    if (!text_.empty()) show(text_);
    ::close(descriptor_);
  }
  LabelledLines(const LabelledLines&) = delete;
  LabelledLines& operator=(const LabelledLines&) = delete;

  int descriptor() const { return descriptor_; }

  /// Shows the lines that have come; false once there will be no more.
  bool copy() {
    std::array<char, 4096> bytes;
    const ssize_t size = ::read(descriptor_, bytes.data(), bytes.size());
    if (size < 0) return errno == EINTR || errno == EAGAIN;
    text_.append(bytes.data(), static_cast<std::size_t>(size));
    for (std::size_t end; (end = text_.find('\n')) != std::string::npos; text_.erase(0, end + 1))
      show(text_.substr(0, end));
    return size > 0;
  }

 private:
  void show(const std::string& line) const { say(fmt::format("{}: {}\n", label_, line)); }

  std::string label_;
  int descriptor_;
  std::string text_;  // of a line that has not ended
};

/// The processes of in_processes().
class Processes {
 public:
  Processes(std::span<const std::string> labels, const std::function<int(std::size_t)>& body)
      : labels_(labels), body_(body), processes_(labels.size()), statuses_(labels.size()) {}

  void start(std::size_t number, bool is_labelled) {
    std::array<int, 2> lines = {-1, -1};
    if (is_labelled) checked(::pipe2(lines.data(), O_CLOEXEC));
    std::fflush(nullptr);
    std::cout.flush();
    const pid_t process = ::fork();
    if (process == 0) run(number, lines[1]);
    if (is_labelled) ::close(lines[1]);
    if (is_labelled) lines_.push_back(std::make_unique<LabelledLines>(labels_[number], lines[0]));
    processes_[number] = checked(process);
  }

  /// Waits until all that were started have ended.
  void wait() {
    while (std::ranges::any_of(processes_, [](pid_t process) { return process > 0; })) {
      std::vector<pollfd> descriptors = {{signals_.descriptor(), POLLIN, 0}};
      for (const auto& line : lines_) descriptors.push_back({line->descriptor(), POLLIN, 0});
      ::poll(descriptors.data(), descriptors.size(), 1000);
      copy_lines(descriptors);
      if (const int signal = signals_.next(); signal != 0) pass_on(signal);
      for (std::size_t i = 0; i < processes_.size(); ++i) collect(i);
    }
    lines_.clear();
  }

  bool was_ended() const { return was_ended_; }
  std::vector<std::optional<int>> take_statuses() { return std::move(statuses_); }

 private:
  [[noreturn]] void run(std::size_t number, int lines) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // what kills the whole is meant for its parts
    if (lines >= 0) ::dup2(lines, STDERR_FILENO);
    signals_.release();
    const int status = body_(number);
    std::cout.flush();
    std::fflush(nullptr);
    ::_exit(status);
  }

  /// `descriptors`: of the signals, then of the lines.
  void copy_lines(const std::vector<pollfd>& descriptors) {
    for (std::size_t i = descriptors.size(); i-- > 1;)
      if (descriptors[i].revents != 0 && !lines_[i - 1]->copy())
        lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i) - 1);
  }

  void pass_on(int signal) {
    was_ended_ = true;
    for (const pid_t process : processes_)
      if (process > 0) ::kill(process, signal);
  }

  void collect(std::size_t number) {
    int status = 0;
    if (processes_[number] <= 0 || ::waitpid(processes_[number], &status, WNOHANG) <= 0) return;
    processes_[number] = 0;
    statuses_[number] = exit_status(end_of(status));
  }

  HeldSignals signals_;
  std::span<const std::string> labels_;
  const std::function<int(std::size_t)>& body_;
  std::vector<pid_t> processes_;  // 0 before its start and after its end
  std::vector<std::optional<int>> statuses_;
  std::vector<std::unique_ptr<LabelledLines>> lines_;  // of those that may still write
  bool was_ended_ = false;                             // by the user
};

ExitStatus meaning_of(const std::optional<int>& status) {
  const bool is_of_user = !status || std::ranges::count(ending_signals, *status - 128) > 0;
  return is_of_user ? ExitStatus::interrupted : ExitStatus(*status);
}

}  // namespace

fs::path DeviceRun::file() const {
  return request.resume.empty() ? fs::path(request.output) : results_path(request.resume);
}

std::vector<DeviceRun> runs_on(const RunRequest& asked, std::vector<int> devices) {
  if (devices.empty())
    for (int device = 0, count = count_devices(asked); device < count; ++device)
      devices.push_back(device);
  const std::string name = asked.output.empty() ? name_with_time("results") : asked.output;
  std::vector<DeviceRun> runs;
  for (const int device : devices) {
    DeviceRun run = {label_of(device), asked};
    run.request.device = device;
    run.request.output = file_of(name, run.label);
    check_writable(run.request.output);
    if (!asked.overwrite) check_new(run.request.output);
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<DeviceRun> runs_to_resume(const RunRequest& asked) {
  std::vector<DeviceRun> runs;
  std::error_code none;
  if (fs::exists(asked.resume, none) || fs::exists(journal_path(asked.resume), none)) return runs;
  for (const auto& [device, part] : parts_of(asked.resume)) {
    DeviceRun run = {label_of(device), asked};
    run.request.resume = part.string();
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<std::optional<int>> in_processes(std::span<const std::string> labels, bool at_once,
                                             const std::function<int(std::size_t)>& body) {
  Processes processes(labels, body);
  for (std::size_t i = 0; i < labels.size() && !processes.was_ended(); ++i) {
    processes.start(i, at_once);
    if (!at_once) processes.wait();
  }
  processes.wait();
  return processes.take_statuses();
}

int worst_status(std::span<const std::optional<int>> statuses) {
  constexpr std::array worst_first = {
      ExitStatus::internal,         ExitStatus::invalid,     ExitStatus::not_written,
      ExitStatus::interrupted,      ExitStatus::no_platform, ExitStatus::usage,
      ExitStatus::threshold_failed, ExitStatus::undecided,   ExitStatus::fine};
  const auto rank = [&](const std::optional<int>& status) {
    const auto found = std::ranges::find(worst_first, meaning_of(status));
    return found == worst_first.end() ? worst_first.begin() : found;  // a crash
  };
  const auto worst = std::ranges::min_element(statuses, {}, rank);
  if (worst == statuses.end()) return 0;
  return worst->value_or(static_cast<int>(ExitStatus::interrupted));
}

}  // namespace tilebridge::run
