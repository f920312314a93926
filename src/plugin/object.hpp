// SPDX-License-Identifier: Apache-2.0
// Loading a shared object, and what objects write where they fail.
#pragma once

#include <array>
#include <filesystem>
#include <string>

namespace tilebridge::plugin {

/// What an object wrote; empty if nothing.
using Reason = std::array<char, 1024>;

/// Its first line, or `otherwise` if there is none.
std::string text_of(const Reason& reason, const char* otherwise = "it does not say why");

std::string in_quotes(const std::filesystem::path& file);

/// Loads the file itself, no folder is searched, and returns its function `symbol`, or null if it
/// has none. It stays loaded: a Kokkos inside may have registered what runs at the program's end.
/// Throws UsageError, in one line that says why, if it is not there or cannot be loaded.
void* function_of(const std::filesystem::path& file, const char* symbol);

}  // namespace tilebridge::plugin
