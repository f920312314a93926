// SPDX-License-Identifier: Apache-2.0
// Text files: read completely, written completely or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tilebridge {

/// The contents of a file. Throws UsageError (which file, why).
std::string read_text(const std::filesystem::path& path);

/// Writes all of `text` to a file or a device. Throws UsageError (which file, why) if it cannot be
/// opened, WriteError if not everything could be written.
void write_text(const std::filesystem::path& path, const std::string& text);

/// "results-20261120-103000.json" for the stem "results", in UTC.
std::string name_with_time(std::string_view stem);

/// Whether `path` is a device or a pipe, which is written directly, without a temporary file.
bool is_special(const std::filesystem::path& path);

/// Throws UsageError if no file can be created at `path`. Leaves nothing behind.
void check_writable(const std::filesystem::path& path);

/// Writes a temporary file next to `path` and renames it, so that `path` is never a partial file; a
/// device or a pipe is written directly. Throws like write_text().
void replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace tilebridge
