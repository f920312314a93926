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
  usage = 2,        // wrong usage or unreadable input
  invalid = 3,      // a result failed validation
  undecided = 4,    // a comparison or a gate could not tell; else under --strict
  no_platform = 5,  // the requested platform is missing or failed
  not_written = 6,  // output was lost: a full disk; a closed pipe where SIGPIPE is ignored
  internal = 70,    // a bug in this program
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

/// A bug: no command line, file or device should be able to cause it.
struct InternalError : Error {
  explicit InternalError(const std::string& what)
      : Error(ExitStatus::internal, "internal error: " + what + "; please report it") {}
};

/// The device lacks what was requested: "needs compute capability 9.0". This is not a failure: the
/// model is skipped, with this reason.
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The platform has no equivalent: "HIP has no thread-block clusters". Not a failure either.
struct NoEquivalent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The known name that `name` misspells or abbreviates, ignoring case; "" if there is none.
std::string nearest(std::string_view name, std::span<const std::string> known);

/// "unknown experiment 'transpos'; did you mean 'transpose'?", or the known names if there are only
/// a few, else the command that lists them.
UsageError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string> known,
                        std::string_view lister = "tilebridge list");

}  // namespace tilebridge
