// SPDX-License-Identifier: Apache-2.0
// The arrays that a case works on: their properties, their contents on the host, their device
// addresses.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "catalogue/half.hpp"

namespace tilebridge {

/// A loop of fewer steps than this finishes before other threads are awake.
constexpr std::size_t worth_threads = 1 << 13;

enum class Role { input, output };

/// The memory an array lies in. A host platform has only one kind, so all are the same there.
enum class Space {
  device,
  pageable,  // ordinary host memory
  pinned,    // host memory, page-locked and mapped into the device's address space
  managed,   // migrates between host and device on demand
};

/// Every byte of an output before a case runs. Four of them form a NaN, so an element that was
/// never written cannot pass for a result.
constexpr unsigned char poison = 0xff;

/// `uniform` draws numbers in [-1, 1), or -1 and 1 alone, whose sums are exact in any order.
enum class Draw { uniform, signs };

/// Counter-based random numbers: value i of a stream depends on (seed, stream, i) alone, so arrays
/// are filled in parallel and every run with the same seed sees the same data.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream, Draw draw = Draw::uniform);
  std::uint64_t bits(std::uint64_t i) const;
  /// Uniform in [-1, 1), with as many random bits as T holds exactly: 24 in a float, 53 in a
  /// double, 11 in a Half, 8 in a BFloat16; or -1 or 1.
  template <class T = float>
  T uniform(std::uint64_t i) const {
    if constexpr (is_short<T>)
      return T::of(uniform<float, T::digits>(i));
    else
      return uniform<T, std::numeric_limits<T>::digits>(i);
  }

 private:
  template <class T, int digits>
  T uniform(std::uint64_t i) const {
    if (draw_ == Draw::signs) return bits(i) >> 63U == 0 ? T{1} : T{-1};
    constexpr auto half = std::int64_t{1} << (digits - 1);
    const auto value = static_cast<std::int64_t>(bits(i) >> static_cast<unsigned>(64 - digits));
    return static_cast<T>(value - half) / static_cast<T>(half);
  }

  std::uint64_t key_;
  Draw draw_;
};

/// The type of an array's elements, as far as code outside the kernels reads them.
enum class ElementType : std::uint8_t { bytes, words, halves, bfloat16s, floats, doubles };

template <class T>
inline constexpr ElementType element_of = ElementType::bytes;
template <>
inline constexpr ElementType element_of<std::uint32_t> = ElementType::words;
template <>
inline constexpr ElementType element_of<Half> = ElementType::halves;
template <>
inline constexpr ElementType element_of<BFloat16> = ElementType::bfloat16s;
template <>
inline constexpr ElementType element_of<float> = ElementType::floats;
template <>
inline constexpr ElementType element_of<double> = ElementType::doubles;

struct ArraySpec {
  std::string name;
  std::size_t bytes = 0;
  Role role = Role::input;
  std::function<void(std::span<std::byte>, const Random&)> fill;  // inputs only
  Space space = Space::device;
  std::string begins_as = {};  // an output: the input, as large, that it is a copy of before a run
  /// Bytes of an element, where elements are drawn independently of one another and of their
  /// places, so that any two may change places; else 0.
  std::size_t exchangeable = 0;
  ElementType element =
      ElementType::bytes;   // of an output, and of an input with exchangeable elements
  std::uint64_t below = 0;  // exchangeable words are below this
};

/// Calls body(begin, end) for pieces of 0 … n, by several threads where that is worth it.
void in_parallel(std::size_t n, const std::function<void(std::size_t, std::size_t)>& body);

/// An input of n values: value i is value_of(i, random).
template <class T, class ValueOf>
ArraySpec filled(std::string name, std::size_t n, ValueOf value_of) {
  return {std::move(name), n * sizeof(T), Role::input,
          [=](std::span<std::byte> bytes, const Random& random) {
            auto* const values = reinterpret_cast<T*>(bytes.data());
            in_parallel(n, [&](std::size_t begin, std::size_t end) {
              for (std::size_t i = begin; i < end; ++i) values[i] = value_of(i, random);
            });
          }};
}

/// `spec`, whose elements are of type T and drawn independently.
template <class T>
ArraySpec exchangeable(ArraySpec spec) {
  spec.exchangeable = sizeof(T);
  spec.element = element_of<T>;
  return spec;
}

/// T is float, double, Half or BFloat16.
template <class T>
void fill_uniform(std::span<T> values, const Random& random);

template <class T = float>
ArraySpec uniform_input(std::string name, std::size_t elements);
/// Numbers below `limit`.
ArraySpec random_words(std::string name, std::size_t words,
                       std::uint64_t limit = std::uint64_t{1} << 32U);
template <class T>
ArraySpec output(std::string name, std::size_t elements) {
  ArraySpec spec = {std::move(name), elements * sizeof(T), Role::output, {}, Space::device};
  spec.element = element_of<T>;
  return spec;
}

/// `spec`, an output that kernels update: before a case runs it is a copy of the input `name`
/// instead of poison. What two launches do to it must be what one does.
ArraySpec updated(ArraySpec spec, std::string name);

ArraySpec placed_in(Space space, ArraySpec spec);

/// Counts all arrays, or those in `space`.
std::size_t total_bytes(std::span<const ArraySpec> specs, std::optional<Space> space = {});

/// Throws std::out_of_range for an array that the experiment did not declare.
template <class Map>
const typename Map::mapped_type& array_called(std::string_view name, const Map& arrays) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) throw std::out_of_range("no array '" + std::string(name) + "'");
  return found->second;
}

/// The arrays of one case in host memory: inputs filled, outputs as read back from the device.
class HostArrays {
 public:
  /// Host memory of so many bytes, with any contents.
  using Allocate = std::function<std::shared_ptr<std::byte[]>(std::size_t)>;

  HostArrays(std::span<const ArraySpec> specs, std::uint64_t seed, Draw draw = Draw::uniform,
             const Allocate& allocate = std::make_shared_for_overwrite<std::byte[]>);

  /// Arrays that are made when they are first requested: for what needs some of the inputs alone. A
  /// request throws UsageError for one of more than `most_bytes`.
  static HostArrays made_on_request(std::span<const ArraySpec> specs, std::uint64_t seed,
                                    std::size_t most_bytes);

  std::span<std::byte> bytes(std::string_view name);
  /// Forgets what once() computed from the inputs that there were.
  void forget_made();
  template <class T>
  std::span<const T> get(std::string_view name) const {
    const Array& array = array_called(name, arrays_);
    if (array.data == nullptr && array.make) array.data = array.make();
    return {reinterpret_cast<const T*>(array.data.get()), array.bytes / sizeof(T)};
  }

  /// The T called `name`, which depends on the inputs alone: make() computes it on the first
  /// request.
  template <class T, class Make>
  const T& once(std::string_view name, const Make& make) const {
    auto found = made_.find(name);
    if (found == made_.end()) found = made_.emplace(name, std::any(make())).first;
    return *std::any_cast<T>(&found->second);
  }

 private:
  struct Array {
    mutable std::shared_ptr<std::byte[]> data;
    std::size_t bytes;
    std::function<std::shared_ptr<std::byte[]>()> make = {};  // what is made on request
  };
  HostArrays() = default;

  std::map<std::string, Array, std::less<>> arrays_;
  mutable std::map<std::string, std::any, std::less<>> made_;
};

/// Says where the arrays are in the memory of the platform under test.
class ArrayPointers {
 public:
  void set(std::string name, void* pointer) { pointers_[std::move(name)] = pointer; }
  template <class T>
  T* get(std::string_view name) const {
    return static_cast<T*>(array_called(name, pointers_));
  }

 private:
  std::map<std::string, void*, std::less<>> pointers_;
};

}  // namespace tilebridge
