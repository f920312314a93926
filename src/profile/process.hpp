// Starting another program and waiting for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilebridge {

/// A folder of its own among the temporary files, gone with the object.
class TemporaryFolder {
 public:
  /// Throws std::filesystem::filesystem_error where none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs `command`, looked up along PATH where its first word has no slash, with its standard output
/// going to the file `output`. Ctrl-C is the command's to handle meanwhile. Returns its exit
/// status, 128 + the signal where one ended it. Throws std::system_error where it cannot be
/// started.
int run_process(const std::vector<std::string>& command, const std::filesystem::path& output);

/// The whole of a file; "" where it cannot be read.
std::string text_of(const std::filesystem::path& path);

}  // namespace tilebridge
