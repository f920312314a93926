// SPDX-License-Identifier: Apache-2.0
#include "ranks/local.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace tilebridge::ranks {
namespace {

PlatformError system_error(const char* what) {
  return PlatformError(fmt::format("{}: {}", what, std::strerror(errno)));
}

bool send_bytes(int socket, const char* from, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t sent = ::send(socket, from, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_bytes(int socket, char* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t received = ::recv(socket, to, bytes, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    to += received;
    bytes -= static_cast<std::size_t>(received);
  }
  return true;
}

/// Sends a text as its length and its bytes. Returns false if the other end is closed.
bool send_text(int socket, const std::string& text) {
  const std::uint64_t length = text.size();
  std::array<char, sizeof length> head{};
  std::memcpy(head.data(), &length, sizeof length);
  return send_bytes(socket, head.data(), head.size()) &&
         send_bytes(socket, text.data(), text.size());
}

/// Returns nothing if the other end is closed.
std::optional<std::string> receive_text(int socket) {
  std::uint64_t length = 0;
  std::array<char, sizeof length> head{};
  if (!receive_bytes(socket, head.data(), head.size())) return std::nullopt;
  std::memcpy(&length, head.data(), sizeof length);
  std::string text(length, '\0');
  if (!receive_bytes(socket, text.data(), text.size())) return std::nullopt;
  return text;
}

constexpr std::string_view is_text = "text";
constexpr std::string_view is_failure = "failure";

/// Sends what the next text is, and the text or why there is none.
void send_outcome(int socket, const std::function<std::string()>& text) {
  std::string kind(is_text);
  std::string outcome;
  try {
    outcome = text();
  } catch (const std::exception& error) {
    kind = is_failure;
    outcome = error.what();
  }
  if (send_text(socket, kind)) send_text(socket, outcome);
}

/// A started process, as its parent sees it.
struct Child {
  pid_t process;
  int socket;  // -1 once it has closed its end
};

class LocalRanks final : public Ranks {
 public:
  LocalRanks(int rank, int size, int socket) : rank_(rank), size_(size), socket_(socket) {}
  ~LocalRanks() override { ::close(socket_); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int local_rank() const override { return rank_; }
  int most_on_a_host() const override { return size_; }

  std::vector<std::string> exchange(const std::string& text) override {
    if (!send_text(socket_, text)) throw lost();
    std::vector<std::string> texts;
    for (int i = 0; i < size_; ++i) {
      auto received = receive_text(socket_);
      if (!received) throw lost();
      texts.push_back(std::move(*received));
    }
    return texts;
  }

 private:
  static PlatformError lost() {
    return PlatformError("the process that started the ranks has ended");
  }

  int rank_;
  int size_;
  int socket_;
};

// The state of the parent process that its signal handler needs.
std::array<pid_t, 1024> started_processes{};
volatile std::sig_atomic_t started_count = 0;

void pass_on(int signal) {
  for (int i = 0; i < started_count; ++i)
    ::kill(started_processes[static_cast<std::size_t>(i)], signal);
}

int count_or_none(const std::function<int()>& count) try {
  return std::clamp(count(), 0, 255);
} catch (const std::exception&) {
  return 0;
}

/// Receives one text from every living child and sends all of them to all; false once none is
/// alive.
bool relay(std::vector<Child>& children) {
  const auto lives = [](const Child& child) { return child.socket >= 0; };
  std::vector<std::string> texts;
  for (Child& child : children) {
    auto text = lives(child) ? receive_text(child.socket) : std::nullopt;
    if (!text && lives(child)) {
      ::close(child.socket);
      child.socket = -1;
    }
    texts.push_back(text.value_or(""));
  }
  for (const Child& child : children)
    for (const std::string& text : texts)
      if (lives(child) && !send_text(child.socket, text)) break;  // the next round will notice
  return std::any_of(children.begin(), children.end(), lives);
}

/// How a process ended, as waitpid() says it.
int end_of(pid_t process) {
  int end = 0;
  while (::waitpid(process, &end, 0) < 0)
    if (errno != EINTR) throw system_error("waiting for a rank");
  return end;
}

int exit_status_of(int end) {
  return WIFEXITED(end) ? WEXITSTATUS(end) : static_cast<int>(ExitStatus::no_platform);
}

/// Ends this process as a signal ended its ranks, without another core file.
void end_by(int signal) {
  const rlimit none{};
  ::setrlimit(RLIMIT_CORE, &none);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

[[noreturn]] void stay_behind(std::vector<Child> children) {
  while (relay(children)) {
  }
  std::vector<int> ends;
  for (const Child& child : children) ends.push_back(end_of(child.process));
  if (std::all_of(ends.begin(), ends.end(), [](int end) { return WIFSIGNALED(end); }))
    end_by(WTERMSIG(ends.front()));
  int worst = 0;
  for (const int end : ends) worst = std::max(worst, exit_status_of(end));
  std::exit(worst);
}

}  // namespace

std::unique_ptr<Ranks> fork_ranks(int size) {
  if (size < 1 || size > static_cast<int>(started_processes.size()))
    throw UsageError(
        fmt::format("--device: from 1 to {} devices, not {}", started_processes.size(), size));
  std::fflush(nullptr);  // otherwise every process would write what is still buffered
  std::signal(SIGINT, pass_on);
  std::signal(SIGTERM, pass_on);
  std::vector<Child> children;
  for (int rank = 0; rank < size; ++rank) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw system_error("connecting a rank");
    const pid_t process = ::fork();
    if (process < 0) throw system_error("starting a rank");
    if (process == 0) {
      started_count = 0;
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // one that hangs does not outlive a run that is given up
      ::close(ends[0]);
      for (const Child& sibling : children) ::close(sibling.socket);
      return std::make_unique<LocalRanks>(rank, size, ends[1]);
    }
    ::close(ends[1]);
    children.push_back({process, ends[0]});
    started_processes[static_cast<std::size_t>(rank)] = process;
    started_count = rank + 1;
  }
  stay_behind(std::move(children));
}

int count_apart(const std::function<int()>& count) {
  const pid_t process = ::fork();
  if (process < 0) throw system_error("starting a process");
  if (process == 0) ::_exit(count_or_none(count));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR) throw system_error("waiting for a process");
  if (!WIFEXITED(status)) throw PlatformError("the process that counts devices crashed");
  return WEXITSTATUS(status);
}

std::string text_apart(const std::function<std::string()>& text) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw system_error("connecting a process");
  const pid_t process = ::fork();
  if (process < 0) throw system_error("starting a process");
  if (process == 0) {
    ::close(ends[0]);
    send_outcome(ends[1], text);
    ::_exit(0);
  }
  ::close(ends[1]);
  const auto kind = receive_text(ends[0]);
  const auto outcome = kind ? receive_text(ends[0]) : std::nullopt;
  ::close(ends[0]);
  end_of(process);
  if (!outcome) throw PlatformError("the process that opens a device crashed");
  if (*kind == is_failure) throw PlatformError(*outcome);
  return *outcome;
}

}  // namespace tilebridge::ranks
