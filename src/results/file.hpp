// The result file on disk.
#pragma once

#include <filesystem>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// Writes `text`, and all of it, to a file or a device. Throws UsageError (which file, why) where
/// it cannot be opened, WriteError where not all could be written.
void write_text(const std::filesystem::path& path, const std::string& text);

/// A device, a pipe: what is written to as it is, and has nothing beside it.
bool is_special(const std::filesystem::path& path);

/// Throws UsageError where a file cannot be made at `path`. Leaves nothing behind.
void check_writable(const std::filesystem::path& path);

/// Throws UsageError, which says what is there, where `path` is a file that holds anything, or a
/// run's journal is beside it. Measured results take time to make again.
void check_new(const std::filesystem::path& path);

/// Writes to a temporary name beside `path` and renames, so that `path` is never half a file; a
/// device or a pipe is written to as it is. Throws as write_text().
void replace_text(const std::filesystem::path& path, const std::string& text);

/// The same, of results.
void write_results(const std::filesystem::path& path, const Results& results);

/// Writes the results somewhere else: to the folder for temporary files or the user's own, under
/// the name that `path` has. The new file's path, or "" where that failed too.
std::filesystem::path write_elsewhere(const std::filesystem::path& path, const Results& results);

/// Of a result file or a run's journal. Throws UsageError, one line with the path, for a file that
/// cannot be read or understood.
Results read_results(const std::filesystem::path& path);

}  // namespace tilebridge
