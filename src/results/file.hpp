// The result file on disk.
#pragma once

#include <filesystem>

#include "results/results.hpp"

namespace tilebridge {

/// Writes `text`, and all of it. Throws UsageError (which file, why) otherwise.
void write_text(const std::filesystem::path& path, const std::string& text);

/// Throws UsageError where a file cannot be made beside `path`. Leaves nothing behind.
void check_writable(const std::filesystem::path& path);

/// Writes to a temporary name beside `path` and renames, so that `path` is never half a file.
/// Throws UsageError where it cannot.
void replace_text(const std::filesystem::path& path, const std::string& text);

/// The same, of results.
void write_results(const std::filesystem::path& path, const Results& results);

/// Throws UsageError, one line with the path, for a file that cannot be read or understood.
Results read_results(const std::filesystem::path& path);

}  // namespace tilebridge
