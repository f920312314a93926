// SPDX-License-Identifier: Apache-2.0
// A short text that a process leaves behind even if it is killed, and whether it came to its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tilebridge {

/// In memory that several processes share; one of them writes.
class SharedText {
 public:
  /// A new one, empty. Throws std::system_error if there can be none.
  SharedText();
  /// Another process's, by its place().
  explicit SharedText(const std::filesystem::path& place);
  ~SharedText();
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  /// Keeps as much of `text` as fits; takes nanoseconds.
  void write(std::string_view text) noexcept;
  std::string read() const;
  /// Says that nothing but the end of the process is left, and its exit status (0 to 255). Of
  /// several, the largest counts.
  void end(int status) noexcept;
  /// None until that is said.
  std::optional<int> ended() const;
  /// How often anything was written or said.
  std::uint64_t writes() const;
  /// Where other processes of this user find it as long as this one lives.
  std::filesystem::path place() const;

 private:
  struct Page;
  int descriptor_;
  Page* page_;
};

}  // namespace tilebridge
