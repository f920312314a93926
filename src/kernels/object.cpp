// SPDX-License-Identifier: Apache-2.0
#include "kernels/object.hpp"

#include <dlfcn.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge::kernels {

std::string line_of(std::string_view text) {
  return one_printable_line(std::string(text.substr(0, text.find('\n'))),
                            std::tuple_size_v<Reason>);
}

std::string text_of(const Reason& reason, const char* otherwise) {
  const std::string_view text(reason.data(), ::strnlen(reason.data(), reason.size()));
  return text.empty() ? otherwise : line_of(text);
}

Launch launch_of(std::shared_ptr<void> prepared, int (*launch)(void*, char*, std::size_t),
                 std::string launching) {
  return [prepared = std::move(prepared), launch, launching = std::move(launching)] {
    Reason why{};
    const int failed = called<KernelFailed>(
        launching, [&] { return launch(prepared.get(), why.data(), why.size() - 1); });
    if (failed != 0) throw KernelFailed(fmt::format("{}: {}", launching, text_of(why)));
  };
}

std::string in_quotes(const std::filesystem::path& file) {
  return fmt::format("'{}'", file.string());
}

void* function_of(const std::filesystem::path& file, const char* symbol) {
  if (!std::filesystem::exists(file))
    throw UsageError(fmt::format("there is no file {}", in_quotes(file)));
  void* const handle = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw UsageError(fmt::format("cannot load {}: {}", in_quotes(file), ::dlerror()));
  return ::dlsym(handle, symbol);
}

}  // namespace tilebridge::kernels
