// SPDX-License-Identifier: Apache-2.0
// The kernels of one variant as files that are compiled without this project's source tree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/sources.hpp"

namespace tilebridge::sources {

/// The text of a file without the registrations of other keys than this one, and without the
/// definitions that then nothing uses.
std::string excerpt(std::string_view text, std::string_view key);

/// The `files` that `text` includes, directly or not, each once. Paths that it includes are below
/// the project's folder or src/; others, such as those of libraries, are left out.
std::vector<SourceFile> included(std::span<const SourceFile> files, std::string_view text);

}  // namespace tilebridge::sources
