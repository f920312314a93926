// SPDX-License-Identifier: Apache-2.0
// What the kernels of histogram.hpp read and write. Setting the counts to zero is left out.
#pragma once

#include <algorithm>
#include <span>

#include "access/kernel.hpp"
#include "catalogue/assumed_device.hpp"
#include "catalogue/block_sums.hpp"
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

/// A RangePolicy, and a ScatterView on a GPU: one byte per thread, one atomic each on the single
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

/// The input as a block reads it: whole pieces by 16-byte vectors, a block's pieces a grid stride
/// apart; then the vectors left over from the last piece, and the bytes left over from the last
/// vector.
class InPieces {
 public:
  explicit InPieces(std::int64_t n)
      : n_(n),
        blocks_(std::min(blocks_for(n, Histogram::piece),
                         Histogram::blocks_wanted * assumed_device::multiprocessors)) {}

  std::int64_t blocks() const { return blocks_; }
  /// A thread's reads of its block's whole pieces.
  std::int64_t vectors() const {
    if (blocks_ == 0) return 0;
    return blocks_for(n_ / Histogram::piece, static_cast<int>(blocks_)) * Histogram::loads;
  }

  Address whole() const {
    return [*this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t piece = thread.block + step / Histogram::loads * blocks_;
      const std::int64_t vector = step % Histogram::loads * Histogram::threads + thread.rank;
      if (piece >= n_ / Histogram::piece) return inactive;
      return piece * Histogram::piece + vector * 16;
    };
  }
  std::int64_t steps_of_rest() const {
    if (blocks_ == 0) return 0;
    return blocks_for(Histogram::loads, static_cast<int>(blocks_));
  }
  Address rest() const {
    return [*this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t first = n_ / Histogram::piece * Histogram::piece;
      const std::int64_t vector =
          (step * blocks_ + thread.block) * Histogram::threads + thread.rank;
      const std::int64_t at = first + vector * 16;
      return at + 16 <= n_ ? at : inactive;
    };
  }
  Address last() const {
    return [*this](Thread thread, std::int64_t) -> std::int64_t {
      const std::int64_t at = n_ / 16 * 16 + thread.rank;
      return thread.block == 0 && at < n_ ? at : inactive;
    };
  }

 private:
  std::int64_t n_;
  std::int64_t blocks_;
};

/// A lane's own bin for the byte at `at`, out of the `bytes` that one load fetches.
inline Address lanes_bin(const Address& at, int bytes, const BinOf& bin_of) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t first = at(thread, step / bytes);
    if (first == inactive) return inactive;
    const std::int64_t lane = thread.rank % Histogram::lanes;
    return bin_of(first + step % bytes) * Histogram::lanes + lane * 4;
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

/// 32 copies of the bins in shared memory, set to zero.
inline Access lanes_bins_cleared() {
  constexpr int steps = Histogram::bins * Histogram::lanes / Histogram::threads;
  const Address next = [](Thread thread, std::int64_t step) -> std::int64_t {
    return (step * Histogram::threads + thread.rank) * 4;
  };
  return in_shared(store("bins", 4, next, steps));
}

/// One load of `bytes` bytes, and an atomic for each of them.
inline std::vector<Access> read_and_count(const Address& at, int bytes, std::int64_t steps,
                                          const BinOf& bin_of) {
  return {load("in", bytes, at, steps),
          in_shared(atomic("bins", 4, lanes_bin(at, bytes, bin_of), steps * bytes))};
}

/// 256 threads each add up the copies of one bin, with every thread of a warp starting at another
/// bank.
inline std::vector<Access> lanes_bins_added_up() {
  constexpr int lanes = Histogram::lanes;
  const Address turned = [](Thread thread, std::int64_t step) -> std::int64_t {
    if (thread.rank >= Histogram::bins) return inactive;
    return (std::int64_t{thread.rank} * lanes + (thread.rank + step) % lanes) * 4;
  };
  const Address own = [](Thread thread, std::int64_t) -> std::int64_t {
    return thread.rank < Histogram::bins ? std::int64_t{thread.rank} * 4 : inactive;
  };
  return {in_shared(load("bins", 4, turned, lanes)), atomic("counts", 4, own)};
}

inline std::vector<Kernel> lane_private(const ModelForm&, const Parameters& p,
                                        const HostArrays& host) {
  using block_sums::append;
  const InPieces pieces(p["n"]);
  const BinOf bin_of(host);
  std::vector<Access> accesses = {lanes_bins_cleared()};
  append(accesses, read_and_count(pieces.whole(), 16, pieces.vectors(), bin_of));
  append(accesses, read_and_count(pieces.rest(), 16, pieces.steps_of_rest(), bin_of));
  append(accesses, read_and_count(pieces.last(), 1, 1, bin_of));
  append(accesses, lanes_bins_added_up());
  return {{pieces.blocks(), Histogram::threads, std::move(accesses)}};
}

}  // namespace tilebridge::histogram_accesses
