// SPDX-License-Identifier: Apache-2.0
// The elements of arrays: random ones, and their values.
#pragma once

#include <bit>
#include <cstring>

#include "catalogue/half.hpp"
#include "harness/case.hpp"

namespace reproducer {

/// The random numbers of tilebridge: the i-th of a stream depends on stream and i alone.
class Random {
 public:
  Random(std::uint64_t stream, bool signs)
      : key_(mix(seed + golden) ^ mix(stream * golden + 1)), signs_(signs) {}

  std::uint64_t bits(std::uint64_t i) const { return mix(key_ + i * golden); }

  /// In [-1, 1), in as many bits as the type's significand has; or -1 or 1.
  template <class T>
  T uniform(std::uint64_t i, int digits) const {
    if (signs_) return bits(i) >> 63U == 0 ? T{1} : T{-1};
    const auto half = std::int64_t{1} << (digits - 1);
    const auto value = static_cast<std::int64_t>(bits(i) >> static_cast<unsigned>(64 - digits));
    return static_cast<T>(value - half) / static_cast<T>(half);
  }

 private:
  static constexpr std::uint64_t seed = 1;
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

  /// The finaliser of SplitMix64.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::uint64_t key_;
  bool signs_;
};

template <class T, class ValueOf>
void set_each(void* at, std::size_t bytes, const ValueOf& value_of) {
  for (std::size_t i = 0; i < bytes / sizeof(T); ++i) static_cast<T*>(at)[i] = value_of(i);
}

/// Fills the random input whose place among the arrays is `stream`.
inline void draw(void* at, const Array& array, std::uint64_t stream, bool signs) {
  using tilebridge::BFloat16, tilebridge::Half;
  const Random random(stream, signs);
  switch (array.element) {
    case Element::floats:
      return set_each<float>(at, array.bytes, [&](auto i) { return random.uniform<float>(i, 24); });
    case Element::doubles:
      return set_each<double>(at, array.bytes,
                              [&](auto i) { return random.uniform<double>(i, 53); });
    case Element::halves:
      return set_each<Half>(at, array.bytes,
                            [&](auto i) { return Half::of(random.uniform<float>(i, 11)); });
    case Element::bfloat16s:
      return set_each<BFloat16>(at, array.bytes,
                                [&](auto i) { return BFloat16::of(random.uniform<float>(i, 8)); });
    case Element::words:
    case Element::bytes:
      return set_each<std::uint32_t>(at, array.bytes, [&](auto i) {
        return static_cast<std::uint32_t>(random.bits(i) % array.below);
      });
  }
}

inline std::size_t size_of(Element element) {
  switch (element) {
    case Element::bytes:
      return 1;
    case Element::halves:
    case Element::bfloat16s:
      return 2;
    case Element::words:
    case Element::floats:
      return 4;
    case Element::doubles:
      return 8;
  }
  return 1;
}

template <class T>
double read(const unsigned char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

inline double value_of(const unsigned char* at, Element element) {
  switch (element) {
    case Element::bytes:
      return *at;
    case Element::words:
      return read<std::uint32_t>(at);
    case Element::halves:
      return read<tilebridge::Half>(at);
    case Element::bfloat16s:
      return read<tilebridge::BFloat16>(at);
    case Element::floats:
      return read<float>(at);
    case Element::doubles:
      return read<double>(at);
  }
  return 0;
}

}  // namespace reproducer
