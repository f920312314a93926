// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>

#include "base/error.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

/// Whether `path` is still the name of the file that is open.
bool is_name_of(const fs::path& path, int descriptor) {
  struct stat named {};
  struct stat open {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 &&
         named.st_ino == open.st_ino && named.st_dev == open.st_dev;
}

NewFile create_beside(const fs::path& path) { return create_new(path.string() + ".", ".part"); }

UsageError cannot_open(const fs::path& path, int error) {
  return UsageError(
      fmt::format("cannot write '{}': {}; name another file", path.string(), std::strerror(error)));
}

WriteError cannot_write(const fs::path& path, int error) {
  return WriteError(fmt::format("cannot write '{}': {}", path.string(), std::strerror(error)));
}

/// Throws the error for the file at `path`, even if it is written under a temporary name.
void write_and_close(int descriptor, std::string_view text, const fs::path& path) {
  if (descriptor < 0) throw cannot_open(path, errno);
  const int error = write_to_disk(descriptor, text) ? 0 : errno;
  ::close(descriptor);
  if (error != 0) throw cannot_write(path, error);
}

}  // namespace

std::string read_text(const fs::path& path, std::uintmax_t most) {
  const auto refuse = [&](std::string_view why) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), why));
  };
  std::error_code ignored;
  if (is_special(path)) refuse("it is a device or a pipe; name a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path, ignored)) refuse(std::strerror(errno != 0 ? errno : EISDIR));
  std::string text;
  std::array<char, 1 << 16> part;
  while (file) {
    errno = 0;
    file.read(part.data(), part.size());
    if (file.bad()) refuse(std::strerror(errno != 0 ? errno : EIO));
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > most) refuse(fmt::format("it is larger than {} MiB", most >> 20));
  }
  return text;
}

std::string name_with_time(std::string_view stem) {
  return fmt::format("{}-{:%Y%m%d-%H%M%S}.json", stem, fmt::gmtime(std::time(nullptr)));
}

bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

fs::path target_of(fs::path path) {
  constexpr int most_links = 40;  // as the system follows
  std::error_code ignored;
  for (int i = 0; i < most_links && fs::is_symlink(path, ignored); ++i)
    path = path.parent_path() / fs::read_symlink(path, ignored);
  return path;
}

void check_writable(const fs::path& path) {
  if (fs::is_directory(path)) throw cannot_open(path, EISDIR);
  if (is_special(path)) {
    if (::access(path.c_str(), W_OK) != 0) throw cannot_open(path, errno);
    return;
  }
  const NewFile temporary = create_beside(target_of(path));
  if (temporary.descriptor < 0) throw cannot_open(path, errno);
  ::close(temporary.descriptor);
  fs::remove(temporary.path);
}

void replace_text(const fs::path& path, const std::string& text) {
  if (is_special(path))
    return write_and_close(::open(path.c_str(), O_WRONLY | O_CLOEXEC), text, path);
  const fs::path target = target_of(path);
  const NewFile temporary = create_beside(target);
  try {
    write_and_close(temporary.descriptor, text, path);
    if (!rename_on_disk(temporary.path, target)) throw cannot_write(path, errno);
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(temporary.path, ignored);
    throw;
  }
}

NewFile create_new(const std::string& before, std::string_view behind) {
  std::random_device random;
  NewFile file{-1, {}};
  do {
    file.path = fmt::format("{}{:08x}{}", before, random(), behind);
    file.descriptor =
        ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  } while (file.descriptor < 0 && errno == EEXIST);
  return file;
}

bool write_to_disk(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return ::fdatasync(descriptor) == 0 || errno == EINVAL || errno == EROFS;  // devices and pipes
}

bool rename_on_disk(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return false;
  const fs::path folder = to.has_parent_path() ? to.parent_path() : ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return true;  // a folder that is not readable cannot be waited for
  ::fsync(descriptor);
  ::close(descriptor);
  return true;
}

FileLock::FileLock(const fs::path& path) : file_(target_of(path).string() + ".lock") {
  // One that is removed between open() and flock() was another process's, which has ended.
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw cannot_open(file_, errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor_);
      throw UsageError(fmt::format(
          "'{}' is being written by another run; wait for its end, or name another file",
          path.string()));
    }
  } while (!is_name_of(file_, descriptor_));
}

FileLock::~FileLock() {
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

}  // namespace tilebridge
