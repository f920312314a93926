// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of histogram.hpp. Setting the counts to zero is left out.
#pragma once

#include <algorithm>
#include <span>

#include "access/kernel.hpp"
#include "catalogue/assumed_device.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::histogram_accesses {

constexpr int block_size = 256;
static_assert(block_size == Histogram::bins, "each thread clears and sums one bin");

/// The offset in bytes of the bin for byte i.
class BinOf {
 public:
  explicit BinOf(const HostArrays& host) : in_(host.get<unsigned char>("in")) {}

  std::int64_t operator()(std::int64_t i) const {
    return std::int64_t{in_[static_cast<std::size_t>(i)]} * 4;
  }

 private:
  std::span<const unsigned char> in_;
};

/// A RangePolicy: one byte per thread, one atomic each on the single
/// set of bins.
inline Kernel one_byte_per_thread(std::int64_t n, const BinOf& bin_of) {
  constexpr int threads = 128;
  return {blocks_for(n, threads),
          threads,
          {load("in", 1, each(n, threads, 1, [](std::int64_t i) { return i; })),
           atomic("counts", 4, each(n, threads, 1, bin_of))}};
}

/// A launch of as many blocks as the device holds, in which a thread reads one byte at a time.
struct ByteByByte {
  std::int64_t blocks;
  std::int64_t steps;
  Address byte;
};

inline std::int64_t resident_blocks(std::int64_t n) {
  return std::min(blocks_for(n, block_size), assumed_device::resident_threads / block_size);
}

/// A thread's bytes are a grid stride apart.
inline ByteByByte a_grid_apart(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n);
  const std::int64_t grid_size = std::max(blocks, std::int64_t{1}) * block_size;
  return {blocks, (n + grid_size - 1) / grid_size, [=](Thread thread, std::int64_t step) {
            const std::int64_t i = step * grid_size + thread.block * block_size + thread.rank;
            return i < n ? i : inactive;
          }};
}

/// A block's bytes are contiguous.
inline ByteByByte in_shares(std::int64_t n) {
  const std::int64_t blocks = resident_blocks(n);
  const std::int64_t share = blocks == 0 ? 0 : (n + blocks - 1) / blocks;
  return {blocks, blocks_for(share, block_size), [=](Thread thread, std::int64_t step) {
            const std::int64_t in_share = step * block_size + thread.rank;
            const std::int64_t i = thread.block * share + in_share;
            return in_share < share && i < n ? i : inactive;
          }};
}

/// The bin for the byte that a thread reads.
inline Address bin_of_byte(const ByteByByte& bytes, const BinOf& bin_of) {
  return [=, byte = bytes.byte](Thread thread, std::int64_t step) {
    const std::int64_t i = byte(thread, step);
    return i == inactive ? inactive : bin_of(i);
  };
}

inline std::vector<Kernel> global_atomic(const ModelForm& form, const Parameters& p,
                                         const HostArrays& host) {
  const BinOf bin_of(host);
  if (form.is_plain_kokkos()) return {one_byte_per_thread(p["n"], bin_of)};
  const ByteByByte bytes = a_grid_apart(p["n"]);
  return {{bytes.blocks,
           block_size,
           {load("in", 1, bytes.byte, bytes.steps),
            atomic("counts", 4, bin_of_byte(bytes, bin_of), bytes.steps)}}};
}

inline std::vector<Kernel> block_private(const ModelForm& form, const Parameters& p,
                                         const HostArrays& host) {
  const BinOf bin_of(host);
  const ByteByByte bytes = form.is_plain_kokkos() ? in_shares(p["n"]) : a_grid_apart(p["n"]);
  const Address own = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  return {{bytes.blocks,
           block_size,
           {in_shared(store("bins", 4, own)), load("in", 1, bytes.byte, bytes.steps),
            in_shared(atomic("bins", 4, bin_of_byte(bytes, bin_of), bytes.steps)),
            in_shared(load("bins", 4, own)), atomic("counts", 4, own)}}};
}

}  // namespace tilebridge::histogram_accesses
