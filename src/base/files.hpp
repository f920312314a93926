// SPDX-License-Identifier: Apache-2.0
// Text files: read completely, written completely or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tilebridge {

constexpr std::uintmax_t largest_file = std::uintmax_t(4) << 30;  // bytes

/// The contents of a file. Throws UsageError (which file, why), also for a device or a pipe, which
/// may have no end, and for a file of more than `most` bytes.
std::string read_text(const std::filesystem::path& path, std::uintmax_t most = largest_file);

/// "results-20261120-103000.json" for the stem "results", in UTC.
std::string name_with_time(std::string_view stem);

/// Whether `path` is a device or a pipe, which is written directly, without a temporary file.
bool is_special(const std::filesystem::path& path);

/// The file that `path` leads to through symbolic links, which need not exist.
std::filesystem::path target_of(std::filesystem::path path);

/// Throws UsageError if no file can be created at `path`. Leaves nothing behind.
void check_writable(const std::filesystem::path& path);

/// Writes a temporary file next to `path` and renames it, so that `path` is never a partial file,
/// and waits until it is on disk. A symbolic link stays one: the file it leads to is replaced. A
/// device or a pipe is written directly. Throws UsageError (which file, why) if it cannot be
/// opened, WriteError if not everything could be written.
void replace_text(const std::filesystem::path& path, const std::string& text);

/// A file that was created under a name that nobody can foresee.
struct NewFile {
  int descriptor;  // -1, with errno set, if it cannot be created
  std::filesystem::path path;
};

/// Creates "<before><random digits><behind>": never opens an existing file, follows no link.
NewFile create_new(const std::string& before, std::string_view behind);

/// Writes all of `text` and waits until it is on disk. Returns false, with errno set, if it cannot.
bool write_to_disk(int descriptor, std::string_view text);

/// Renames a file and waits until that is on disk. Returns false, with errno set, if it cannot.
bool rename_on_disk(const std::filesystem::path& from, const std::filesystem::path& to);

/// Holds a file against other processes for its lifetime, by whichever name they reach it; a
/// process that is killed no longer holds it. Holds nothing on a file system that has no locks.
class FileLock {
 public:
  /// Locks the target of `path` by a file next to it, with ".lock" at the end of its name, which
  /// exists as long as this does. Throws UsageError if another process holds it.
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace tilebridge
