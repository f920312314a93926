// SPDX-License-Identifier: Apache-2.0
#include "base/shared_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace tilebridge {

struct SharedText::Page {
  std::atomic<std::uint64_t> writes;
  std::atomic<int> beyond_status;  // 0, or one more than the exit status
  std::array<char, 1000> text;
};

namespace {

/// Throws std::system_error if `result` is that of a failed call.
int checked(int result, const char* doing) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), doing);
  return result;
}

void* mapped(int descriptor, std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(), "mapping shared memory");
  return memory;
}

}  // namespace

SharedText::SharedText()
    : descriptor_(checked(::memfd_create("tilebridge", MFD_CLOEXEC), "making shared memory")) {
  checked(::ftruncate(descriptor_, sizeof(Page)), "sizing shared memory");
  page_ = static_cast<Page*>(mapped(descriptor_, sizeof(Page)));
}

SharedText::SharedText(const std::filesystem::path& place)
    : descriptor_(checked(::open(place.c_str(), O_RDWR | O_CLOEXEC), "opening shared memory")),
      page_(static_cast<Page*>(mapped(descriptor_, sizeof(Page)))) {}

SharedText::~SharedText() {
  ::munmap(page_, sizeof(Page));
  ::close(descriptor_);
}

void SharedText::write(std::string_view text) noexcept {
  const std::size_t size = std::min(text.size(), page_->text.size() - 1);
  std::memcpy(page_->text.data(), text.data(), size);
  page_->text[size] = '\0';
  page_->writes.fetch_add(1, std::memory_order_release);
}

std::string SharedText::read() const {
  return {page_->text.data(), ::strnlen(page_->text.data(), page_->text.size())};
}

void SharedText::end(int status) noexcept {
  page_->beyond_status = std::max(page_->beyond_status.load(), status + 1);
  page_->writes.fetch_add(1, std::memory_order_release);
}

std::optional<int> SharedText::ended() const {
  const int beyond = page_->beyond_status;
  return beyond == 0 ? std::nullopt : std::optional(beyond - 1);
}

std::filesystem::path SharedText::place() const {
  return fmt::format("/proc/{}/fd/{}", ::getpid(), descriptor_);
}

std::uint64_t SharedText::writes() const { return page_->writes.load(std::memory_order_acquire); }

}  // namespace tilebridge
