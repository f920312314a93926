// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of bank_conflict.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge::bank_conflict_accesses {

constexpr int word = 4;  // bytes

/// The word that belongs to a thread.
inline std::int64_t own(Thread thread, std::int64_t) { return std::int64_t{thread.rank} * word; }

/// Accesses an array that has `threads` elements for every block.
inline Address own_of_block(int threads, int bytes = word) {
  return
      [=](Thread thread, std::int64_t) { return (thread.block * threads + thread.rank) * bytes; };
}

// f(t) of SharedLoads.

inline std::int64_t strided_word(std::int64_t thread, std::int64_t stride) {
  return thread * stride % StridedLoads::span;
}

inline std::int64_t permuted_word(std::int64_t thread, std::int64_t) {
  const std::int64_t lane = thread % banks;
  return thread - lane + lane * (2 * lane + 1) % banks;
}

inline std::int64_t three_way_word(std::int64_t thread, std::int64_t) {
  const std::int64_t lane = thread % banks;
  return thread / banks * (3 * banks) + lane / 3 + lane % 3 * banks;
}

/// Filling shared memory, the loads of repeat step / loads, and the sum, with elements of `bytes`
/// bytes. The same in every form.
template <class FirstWord>
std::vector<Kernel> loads(const Parameters& p, const FirstWord& first_word, int bytes) {
  constexpr int block_size = StridedLoads::block_size;
  constexpr std::int64_t passes = StridedLoads::words / block_size;
  const Address fill = [=](Thread thread, std::int64_t pass) {
    return (thread.rank + pass * block_size) * bytes;
  };
  const Address take = [=, stride = p["stride"]](Thread thread, std::int64_t step) {
    const std::int64_t repeat = step / StridedLoads::loads;
    return (first_word(thread.rank, stride) + repeat % 32 + 32 * (step % StridedLoads::loads)) *
           bytes;
  };
  return {{p["blocks"],
           block_size,
           {load("in", bytes, fill, passes), in_shared(store("words", bytes, fill, passes)),
            in_shared(load("words", bytes, take, p["repeats"] * StridedLoads::loads)),
            store("out", bytes, own_of_block(block_size, bytes))}}};
}

inline std::vector<Kernel> strided(const ModelForm&, const Parameters& p, const HostArrays&) {
  return loads(p, strided_word, word);
}

inline std::vector<Kernel> permuted(const ModelForm&, const Parameters& p, const HostArrays&) {
  return loads(p, permuted_word, word);
}

inline std::vector<Kernel> three_way(const ModelForm&, const Parameters& p, const HostArrays&) {
  return loads(p, three_way_word, word);
}

inline std::vector<Kernel> strided_8_bytes(const ModelForm&, const Parameters& p,
                                           const HostArrays&) {
  return loads(p, strided_word, 2 * word);
}

/// The value that a plain Kokkos thread keeps across a barrier, in scratch memory.
inline void keep_in_scratch(Kernel& kernel, std::int64_t repeats) {
  kernel.accesses.push_back(in_shared(store("values", word, own, repeats + 1)));
  kernel.accesses.push_back(in_shared(load("values", word, own, repeats + 1)));
}

/// Thread (y, x) stores to word place(y, x) of the tile.
template <class Place>
std::vector<Kernel> exchange(const ModelForm& form, const Parameters& p, const Place& place) {
  constexpr int tile = TileExchange::tile;
  const std::int64_t repeats = p["repeats"];
  const Address put = [=](Thread thread, std::int64_t) {
    return place(thread.rank / tile, thread.rank % tile) * word;
  };
  const Address take = [=](Thread thread, std::int64_t) {
    return place((thread.rank / tile + 1) % tile, thread.rank % tile) * word;
  };
  Kernel kernel{p["blocks"],
                tile * tile,
                {load("in", word, own), in_shared(store("words", word, put, repeats)),
                 in_shared(load("words", word, take, repeats)),
                 store("out", word, own_of_block(tile * tile))}};
  if (form.is_plain_kokkos()) keep_in_scratch(kernel, repeats);
  return {kernel};
}

inline std::vector<Kernel> row_row(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return exchange(form, p,
                  [](std::int64_t y, std::int64_t x) { return y * TileExchange::tile + x; });
}

inline std::vector<Kernel> column_column(const ModelForm& form, const Parameters& p,
                                         const HostArrays&) {
  return exchange(form, p,
                  [](std::int64_t y, std::int64_t x) { return x * TileExchange::tile + y; });
}

inline std::vector<Kernel> padded_column(const ModelForm& form, const Parameters& p,
                                         const HostArrays&) {
  return exchange(form, p,
                  [](std::int64_t y, std::int64_t x) { return x * (TileExchange::tile + 1) + y; });
}

inline std::vector<Kernel> same_word_store(const ModelForm& form, const Parameters& p,
                                           const HostArrays&) {
  return exchange(form, p, [](std::int64_t y, std::int64_t) { return y; });
}

}  // namespace tilebridge::bank_conflict_accesses
