// SPDX-License-Identifier: Apache-2.0
#include "catalogue/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace tilebridge {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream, Draw draw)
    : key_(mix(seed + golden_gamma) ^ mix(stream * golden_gamma + 1)), draw_(draw) {}

std::uint64_t Random::bits(std::uint64_t i) const { return mix(key_ + i * golden_gamma); }

void in_parallel(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body) {
#pragma omp parallel for if (n >= worth_threads)
  for (std::size_t begin = 0; begin < n; begin += worth_threads)
    body(begin, std::min(begin + worth_threads, n));
}

template <class T>
void fill_uniform(std::span<T> values, const Random& random) {
  in_parallel(values.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) values[i] = random.uniform<T>(i);
  });
}
template void fill_uniform(std::span<float>, const Random&);
template void fill_uniform(std::span<double>, const Random&);
template void fill_uniform(std::span<Half>, const Random&);
template void fill_uniform(std::span<BFloat16>, const Random&);

template <class T>
ArraySpec uniform_input(std::string name, std::size_t elements) {
  return exchangeable<T>(
      filled<T>(std::move(name), elements,
                [](std::size_t i, const Random& random) { return random.uniform<T>(i); }));
}
template ArraySpec uniform_input<float>(std::string, std::size_t);
template ArraySpec uniform_input<double>(std::string, std::size_t);
template ArraySpec uniform_input<Half>(std::string, std::size_t);
template ArraySpec uniform_input<BFloat16>(std::string, std::size_t);

ArraySpec random_words(std::string name, std::size_t words, std::uint64_t limit) {
  ArraySpec spec = exchangeable<std::uint32_t>(
      filled<std::uint32_t>(std::move(name), words, [limit](std::size_t i, const Random& random) {
        return static_cast<std::uint32_t>(random.bits(i) % limit);
      }));
  spec.below = limit;
  return spec;
}

ArraySpec updated(ArraySpec spec, std::string name) {
  spec.begins_as = std::move(name);
  return spec;
}

ArraySpec placed_in(Space space, ArraySpec spec) {
  spec.space = space;
  return spec;
}

std::size_t total_bytes(std::span<const ArraySpec> specs, std::optional<Space> space) {
  std::size_t sum = 0;
  for (const ArraySpec& spec : specs)
    if (!space || spec.space == *space) sum += spec.bytes;
  return sum;
}

HostArrays::HostArrays(std::span<const ArraySpec> specs, std::uint64_t seed, Draw draw,
                       const Allocate& allocate) {
  for (std::size_t stream = 0; stream < specs.size(); ++stream) {
    const ArraySpec& spec = specs[stream];
    arrays_[spec.name] = {allocate(spec.bytes), spec.bytes};
    if (spec.fill) spec.fill(bytes(spec.name), Random(seed, stream, draw));
  }
}

HostArrays HostArrays::made_on_request(std::span<const ArraySpec> specs, std::uint64_t seed,
                                       std::size_t most_bytes) {
  HostArrays arrays;
  for (std::size_t stream = 0; stream < specs.size(); ++stream) {
    const auto make = [spec = specs[stream], seed, stream, most_bytes] {
      if (spec.bytes > most_bytes)
        throw UsageError(fmt::format(
            "what is accessed depends on the input '{}' of {} bytes, and no more than {} of it are "
            "made for that; choose a smaller size with --set",
            spec.name, spec.bytes, most_bytes));
      auto data = std::make_shared_for_overwrite<std::byte[]>(spec.bytes);
      if (spec.fill) spec.fill({data.get(), spec.bytes}, Random(seed, stream));
      return data;
    };
    arrays.arrays_[specs[stream].name] = {nullptr, specs[stream].bytes, make};
  }
  return arrays;
}

std::span<std::byte> HostArrays::bytes(std::string_view name) {
  const Array& array = array_called(name, arrays_);
  return {array.data.get(), array.bytes};
}

void HostArrays::forget_made() { made_.clear(); }

}  // namespace tilebridge
