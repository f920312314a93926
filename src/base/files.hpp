// SPDX-License-Identifier: Apache-2.0
// Text files: read whole, written whole or not at all.
#pragma once

#include <filesystem>
#include <string>

namespace tilebridge {

/// The whole of a file. Throws UsageError (which file, why).
std::string read_text(const std::filesystem::path& path);

/// Writes `text`, and all of it, to a file or a device. Throws UsageError (which file, why) where
/// it cannot be opened, WriteError where not all could be written.
void write_text(const std::filesystem::path& path, const std::string& text);

/// A device, a pipe: what is written to as it is, and has nothing beside it.
bool is_special(const std::filesystem::path& path);

/// Throws UsageError where a file cannot be made at `path`. Leaves nothing behind.
void check_writable(const std::filesystem::path& path);

/// Writes to a temporary name beside `path` and renames, so that `path` is never half a file; a
/// device or a pipe is written to as it is. Throws as write_text().
void replace_text(const std::filesystem::path& path, const std::string& text);

}  // namespace tilebridge
