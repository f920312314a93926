// SPDX-License-Identifier: Apache-2.0
#include "run/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge::run {
namespace {

using Length = std::uint64_t;  // of a message, in bytes, which comes before it

/// Whether the other end took all of it.
bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

int moved_up(int descriptor, int lowest) {
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
  if (moved < 0 && errno == EINVAL) errno = EMFILE;  // no such number is allowed
  if (moved < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  ::close(descriptor);
  return moved;
}

Connection::~Connection() { ::close(descriptor_); }

void Connection::send(const Json& message) noexcept {
  std::string bytes(sizeof(Length), '\0');
  Json::to_cbor(message, bytes);
  const Length length = bytes.size() - sizeof length;
  std::memcpy(bytes.data(), &length, sizeof length);
  is_closed_ = !send_all(descriptor_, bytes) || is_closed_;
}

std::optional<Json> Connection::next() {
  Length length = 0;
  if (received_.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, received_.data(), sizeof length);
  if (received_.size() - sizeof length < length) return std::nullopt;
  Json message = Json::from_cbor(received_.substr(sizeof length, length));
  received_.erase(0, sizeof length + length);
  return message;
}

std::optional<Json> Connection::receive(std::chrono::milliseconds patience) {
  std::optional<Json> message = next();
  while (!message) {
    pollfd waiting = {descriptor_, POLLIN, 0};
    if (is_closed_ || ::poll(&waiting, 1, static_cast<int>(patience.count())) <= 0)
      return std::nullopt;
    std::array<char, 1 << 16> part{};
    const ssize_t size = ::recv(descriptor_, part.data(), part.size(), MSG_DONTWAIT);
    is_closed_ = size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN);
    if (size > 0) received_.append(part.data(), static_cast<std::size_t>(size));
    message = next();
  }
  return message;
}

Channel Channel::inherited() {
  struct stat found {};
  if (::fstat(socket, &found) != 0 || !S_ISSOCK(found.st_mode))
    throw UsageError("tilebridge starts this program; by hand: tilebridge-run --request FILE");
  constexpr int lowest = 100;
  return {moved_up(socket, lowest), moved_up(heartbeat, lowest)};
}

Job Channel::job() {
  while (!connection_->is_closed())
    if (const auto message = connection_->receive(std::chrono::seconds(1)))
      return job_from_json(*message);
  throw UsageError("the process that started this one has ended");
}

std::string Heartbeat::text() const {
  if (label.empty()) return "";
  return fmt::format("{}\n{}\n{}", label, code, static_cast<int>(doing));
}

Heartbeat Heartbeat::of(const std::string& text) {
  const std::vector<std::string> lines = split(text, '\n');
  if (lines.size() != 3) return {};
  const auto doing = Doing(std::clamp(std::atoi(lines[2].c_str()), 0, 2));
  return {lines[0], lines[1], doing};
}

void Channel::write_heartbeat(const Heartbeat& heartbeat) const noexcept {
  if (!connection_) return;
  const std::string text = heartbeat.text();
  // If it cannot be written, the run is taken for one that hangs, and says so.
  [[maybe_unused]] const ssize_t written = ::pwrite(heartbeat_, text.c_str(), text.size() + 1, 0);
}

void Channel::end(const Json& outcome) {
  if (connection_) connection_->send(outcome);
}

}  // namespace tilebridge::run
