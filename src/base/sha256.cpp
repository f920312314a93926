// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tilebridge {
namespace {

using Words = std::array<std::uint32_t, 64>;

constexpr std::size_t block_bytes = 64;

/// The first 32 bits of the fraction of `root`, in [0, 2⁵).
std::uint32_t fraction(long double root) {
  return static_cast<std::uint32_t>((root - std::floor(root)) * 0x1p32L);
}

/// FIPS 180-4, 4.2.2 and 5.3.3: of the cube roots of the first 64 primes, and of the square roots
/// of the first eight.
struct Constants {
  Words rounds{};
  std::array<std::uint32_t, 8> start{};

  Constants() {
    std::size_t count = 0;
    for (int n = 2; count < rounds.size(); ++n) {
      if (!is_prime(n)) continue;
      if (count < start.size()) start[count] = fraction(std::sqrt(static_cast<long double>(n)));
      rounds[count++] = fraction(std::cbrt(static_cast<long double>(n)));
    }
  }

  static bool is_prime(int n) {
    for (int divisor = 2; divisor * divisor <= n; ++divisor)
      if (n % divisor == 0) return false;
    return true;
  }
};

std::uint32_t mixed(std::uint32_t x, int a, int b, int c) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

Words schedule(std::string_view block) {
  Words w{};
  for (std::size_t i = 0; i < block_bytes; ++i)
    w[i / 4] = w[i / 4] << 8U | static_cast<unsigned char>(block[i]);
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t near = w[i - 2], far = w[i - 15];
    w[i] = w[i - 16] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3U) + w[i - 7] +
           (std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10U);
  }
  return w;
}

void add_block(std::array<std::uint32_t, 8>& hash, std::string_view block, const Words& rounds) {
  const Words w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t chosen = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first = h + mixed(e, 6, 11, 25) + chosen + rounds[i] + w[i];
    const std::uint32_t second = mixed(a, 2, 13, 22) + majority;
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const std::array<std::uint32_t, 8> after = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += after[i];
}

/// Returns the rest behind the whole blocks, followed by a bit, zeros, and the length in bits.
std::string last_blocks(std::string_view bytes) {
  std::string last(bytes.substr(bytes.size() - bytes.size() % block_bytes));
  last += '\x80';
  last.resize((last.size() + 8 + block_bytes - 1) / block_bytes * block_bytes, '\0');
  const std::uint64_t bits = std::uint64_t{8} * bytes.size();
  for (unsigned i = 0; i < 8; ++i) last[last.size() - 1 - i] = static_cast<char>(bits >> 8 * i);
  return last;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  static const Constants constants;
  std::array<std::uint32_t, 8> hash = constants.start;
  std::string_view rest = bytes;
  for (; rest.size() >= block_bytes; rest.remove_prefix(block_bytes))
    add_block(hash, rest.substr(0, block_bytes), constants.rounds);
  const std::string last = last_blocks(bytes);
  for (std::size_t at = 0; at < last.size(); at += block_bytes)
    add_block(hash, std::string_view(last).substr(at, block_bytes), constants.rounds);
  std::string digits;
  for (const std::uint32_t word : hash) digits += fmt::format("{:08x}", word);
  return digits;
}

}  // namespace tilebridge
