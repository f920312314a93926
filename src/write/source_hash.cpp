// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdint>

#include "write/assets.hpp"

namespace tilebridge::write {
namespace {

/// Converts hexadecimal digits to base 64.
std::string to_base64(std::string_view digits) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char& digit : digits) {
    std::uint32_t value = 0;
    std::from_chars(&digit, &digit + 1, value, 16);
    bits = bits << 4U | value;
    for (count += 4; count >= 6; count -= 6) result += alphabet[bits >> (count - 6) & 63U];
  }
  if (count > 0) result += alphabet[bits << (6 - count) & 63U];
  return result + std::string((4 - result.size() % 4) % 4, '=');
}

}  // namespace

std::string source_hash(const Asset& asset) { return "'sha256-" + to_base64(asset.sha256) + "'"; }

}  // namespace tilebridge::write
