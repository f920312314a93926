// SPDX-License-Identifier: Apache-2.0
// Loading a shared object, and what objects write where they fail.
#pragma once

#include <fmt/format.h>

#include <array>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/implementations.hpp"

namespace tilebridge::kernels {

/// An object's error message; empty if it wrote none.
using Reason = std::array<char, 1024>;

/// The first line of an object's message, without characters that control a terminal.
std::string line_of(std::string_view text);

/// Its first line as line_of() has it, or `otherwise` if it is empty.
std::string text_of(const Reason& reason, const char* otherwise = "it does not say why");

/// Returns what `call` returns, which calls a function of an object. None of them may throw; throws
/// a Failure, which says what it was doing and why, if one does.
template <class Failure, class Call>
auto called(const std::string& doing, const Call& call) try {
  return call();
} catch (const std::exception& error) {
  throw Failure(fmt::format("{}: it threw an exception: {}", doing, line_of(error.what())));
} catch (...) {
  throw Failure(fmt::format("{}: it threw something that is no std::exception", doing));
}

/// Launches what an object prepared, by its own function. Throws KernelFailed, with the object's
/// reason, where that fails.
Launch launch_of(std::shared_ptr<void> prepared, int (*launch)(void*, char*, std::size_t),
                 std::string launching);

std::string in_quotes(const std::filesystem::path& file);

/// Loads the file itself, no folder is searched, and returns its function `symbol`, or null if it
/// has none. It stays loaded: a Kokkos inside may have registered what runs at the program's end.
/// Throws UsageError, in one line that says why, if it is not there or cannot be loaded.
void* function_of(const std::filesystem::path& file, const char* symbol);

}  // namespace tilebridge::kernels
