// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of reorder.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/tiling/reorder.hpp"

namespace tilebridge::reorder_accesses {

constexpr std::int64_t words = Reorder::members;  // of a structure

/// Addresses where one thread per structure goes through m < words: the thread of structure i
/// accesses word word_of(i, m) of the array.
template <class WordOf>
Address each_structure(std::int64_t n, int block_size, const WordOf& word_of) {
  return [=](Thread thread, std::int64_t m) -> std::int64_t {
    const std::int64_t i = thread.block * block_size + thread.rank;
    return i < n ? word_of(i, m) * 4 : inactive;
  };
}

/// `out` is an array of n floats for each m.
inline Address into_arrays(std::int64_t n, int block_size) {
  return each_structure(n, block_size, [n](std::int64_t i, std::int64_t m) { return m * n + i; });
}

inline std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const int block_size = flat_block_size(form);
  const Address own =
      each_structure(n, block_size, [](std::int64_t i, std::int64_t m) { return i * words + m; });
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, own, words), store("out", 4, into_arrays(n, block_size), words)}}};
}

/// The position where word e of a block's structures is staged: see the kernels.
constexpr std::int64_t padded(std::int64_t e) { return e + e / 96; }

/// The threads of a block read its structures word by word into shared memory; then each takes its
/// own structure from there. Where the block's structures extend beyond n, plain Kokkos stages
/// nothing and the others stage zeros.
inline std::vector<Kernel> staged(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr int block_size = 256;
  const std::int64_t n = p["n"];
  const auto word = [](Thread thread, std::int64_t k) { return thread.rank + k * block_size; };
  const Address in = [=](Thread thread, std::int64_t k) {
    const std::int64_t e = thread.block * block_size * words + word(thread, k);
    return e < n * words ? e * 4 : inactive;
  };
  const Address fill = [=, with_zeros = !form.is_plain_kokkos()](Thread thread, std::int64_t k) {
    const bool is_staged = with_zeros || in(thread, k) != inactive;
    return is_staged ? padded(word(thread, k)) * 4 : inactive;
  };
  const Address take = each_structure(n, block_size, [](std::int64_t i, std::int64_t m) {
    return padded(i % block_size * words) + m;
  });
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, in, words), in_shared(store("staged", 4, fill, words)),
            in_shared(load("staged", 4, take, words)),
            store("out", 4, into_arrays(n, block_size), words)}}};
}

}  // namespace tilebridge::reorder_accesses
