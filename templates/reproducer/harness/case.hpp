// SPDX-License-Identifier: Apache-2.0
// A case that both kernels run: cases.hpp has some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reproducer {

enum class Space { device, pageable, pinned, managed };
enum class Element { bytes, words, halves, bfloat16s, floats, doubles };
enum class Contents {
  random,  // an input, drawn as numbers.hpp says
  file,    // an input, as in a file of inputs/
  unset,   // an output
  copy,    // an output that the kernels update: it begins as a copy of an input
};

struct Array {
  const char* name;
  std::size_t bytes;
  Space space;
  Element element;
  Contents contents;
  std::uint64_t below = 0;  // random words are
  const char* from = "";    // the file, or the input that it is a copy of
};

/// An array's address in the struct that kernels take.
struct Address {
  std::size_t at;     // of the struct's bytes
  std::size_t array;  // its index
  std::size_t after;  // bytes from the array's beginning
};

struct Case {
  const char* parameters;
  std::vector<Array> arrays;
  const char* type;  // of the struct, as the compiler names it
  std::vector<unsigned char> arguments;
  std::vector<Address> addresses;
  bool signs;           // random numbers are -1 or 1, whose sums are exact in any order
  bool has_one_result;  // of two runs, which may otherwise differ
  double tolerance;     // by which results may differ, relative to the largest of the array
};

}  // namespace reproducer
