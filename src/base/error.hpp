// SPDX-License-Identifier: Apache-2.0
// The ways a run can end, as one documented exit status each (docs/method.md lists them).
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tilebridge {

enum class ExitStatus {
  fine = 0,
  threshold_failed = 1,
  usage = 2,         // wrong usage or unreadable input
  invalid = 3,       // a result failed validation
  inconclusive = 4,  // under --strict
  no_platform = 5,   // the platform asked for is not there, or failed
  not_written = 6,   // output was lost: a full disk, a closed pipe
  internal = 70,     // a fault of this program's own
  interrupted = 130,
};

/// An error with a message for the user (what, where, what to do) and the status to exit with.
class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitStatus::usage, message) {}
};

/// Output that could not be written although its file could be opened.
struct WriteError : Error {
  explicit WriteError(const std::string& message) : Error(ExitStatus::not_written, message) {}
};

struct PlatformError : Error {
  explicit PlatformError(const std::string& message) : Error(ExitStatus::no_platform, message) {}
};

/// What no command line, file or device may bring about.
struct InternalError : Error {
  explicit InternalError(const std::string& what)
      : Error(ExitStatus::internal, "internal error: " + what + "; please report it") {}
};

/// What was asked is not there on this device: "needs compute capability 9.0". No failure: the
/// model is skipped, with this reason.
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The platform has nothing like what was asked: "HIP has no thread-block clusters". No failure
/// either.
struct NoEquivalent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The known name that `name` is a misspelling or the beginning of, whatever the case of its
/// letters;
/// "" where there is none.
std::string nearest(std::string_view name, std::span<const std::string> known);

/// "unknown experiment 'transpos'; did you mean 'transpose'?", or what is known: the names
/// themselves if they are few, else the command that lists them.
UsageError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string> known,
                        std::string_view lister = "tilebridge list");

}  // namespace tilebridge
