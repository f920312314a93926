// SPDX-License-Identifier: Apache-2.0
// Messages between a runner process and the process that started it.
#pragma once

#include <chrono>

#include "run/request.hpp"

namespace tilebridge::run {

/// Duplicates the file under a number of `lowest` or above, in place of its own. Throws
/// std::system_error if there is none.
int moved_up(int descriptor, int lowest);

/// One end of a connection. Messages are CBOR, since paths may have bytes that JSON text may not.
class Connection {
 public:
  explicit Connection(int descriptor) : descriptor_(descriptor) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const { return descriptor_; }
  /// Whether the other end is closed.
  bool is_closed() const { return is_closed_; }
  void send(const Json& message) noexcept;
  /// The next message, if all of it arrives within `patience`. A signal ends the wait.
  std::optional<Json> receive(std::chrono::milliseconds patience);

 private:
  std::optional<Json> next();

  int descriptor_;
  bool is_closed_ = false;
  std::string received_;
};

/// A runner's activity with the code that it names.
enum class Doing {
  running,     // prepares, launches or samples it
  discarding,  // discards what it prepared, before the case is finished
  discarding_finished,
};

/// The heartbeat's text, and what it says.
struct Heartbeat {
  std::string label = {};  // of the case; "" between cases
  std::string code = {};
  Doing doing = Doing::running;

  std::string text() const;
  /// Reads what text() returned; another text gives a heartbeat whose label is "".
  static Heartbeat of(const std::string& text);
};

/// The runner's end.
class Channel {
 public:
  /// Inherited from the process that started this one.
  static constexpr int socket = 3;
  static constexpr int heartbeat = 4;  // a memory file with what is about to run

  /// A channel that leads nowhere, of a runner that was started by hand or by a profiler.
  Channel() = default;
  /// Moves its descriptors to high numbers, which code that closes or writes to the lowest ones
  /// does not meet. Throws UsageError if this process has inherited none.
  static Channel inherited();
  bool is_connected() const { return connection_ != nullptr; }

  /// Waits for it.
  Job job();
  /// Says which code of which case is about to run. Costs a system call, since the file is written
  /// to and not mapped, and wakes nobody up.
  void write_heartbeat(const Heartbeat& heartbeat) const noexcept;
  /// Says that nothing but the end of the process is left, and what became of the job.
  void end(const Json& outcome);

 private:
  Channel(int socket, int heartbeat)
      : connection_(std::make_unique<Connection>(socket)), heartbeat_(heartbeat) {}

  std::unique_ptr<Connection> connection_;
  int heartbeat_ = -1;
};

}  // namespace tilebridge::run
