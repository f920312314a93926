// SPDX-License-Identifier: Apache-2.0
// Describes what the threads of a kernel read and write, instruction by instruction: the
// description that the access model works on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "access/warp.hpp"

namespace tilebridge {

/// A thread's place in a launch.
struct Thread {
  std::int64_t block = 0;
  int rank = 0;  // in its block, x fastest
};

enum class Memory { global, shared };

/// Returns where the instruction's `step`-th access of a thread is: bytes from the
/// beginning of the array (or of the block's shared array), or `inactive`.
using Address = std::function<std::int64_t(Thread thread, std::int64_t step)>;

/// A memory instruction of a kernel.
struct Access {
  std::string array;
  Memory memory = Memory::global;
  Operation operation = Operation::load;
  int bytes = 4;  // per lane
  Address at;
  std::int64_t steps = 1;  // how often a thread executes it
  bool past_l1 = false;    // a load that L1 serves nothing of
  bool by_copy = false;    // no load or store of the thread makes it: it is none of their requests
  Address into = {};       // where in shared memory an asynchronous copy past L1 puts what it loads
};

/// A kernel and its launch.
struct Kernel {
  std::int64_t blocks = 0;
  int threads = 0;  // per block
  std::vector<Access> accesses;
  std::string name = {};  // where a variant has several
};

inline Access load(std::string array, int bytes, Address at, std::int64_t steps = 1) {
  return {std::move(array), Memory::global, Operation::load, bytes, std::move(at), steps};
}
inline Access store(std::string array, int bytes, Address at, std::int64_t steps = 1) {
  return {std::move(array), Memory::global, Operation::store, bytes, std::move(at), steps};
}
inline Access atomic(std::string array, int bytes, Address at, std::int64_t steps = 1) {
  return {std::move(array), Memory::global, Operation::atomic, bytes, std::move(at), steps};
}
/// Accesses the block's shared memory, a team's scratch.
inline Access in_shared(Access access) {
  access.memory = Memory::shared;
  return access;
}

/// Marks what an asynchronous copy does: its store to shared memory; and its load too, if no thread
/// makes it but the copy engine.
inline Access by_copy(Access access) {
  access.by_copy = true;
  return access;
}
/// Says by which means shared memory is filled.
enum class Filling { by_stores, by_copies, by_engine };

constexpr std::int64_t blocks_for(std::int64_t threads, int block_size) {
  return (threads + block_size - 1) / block_size;
}

/// The address in an array of `bytes`-byte elements where thread i of the launch, i < count,
/// accesses element index_of(i), or index_of(i, step).
template <class IndexOf>
Address each(std::int64_t count, int block_size, int bytes, const IndexOf& index_of) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t i = thread.block * block_size + thread.rank;
    if (i >= count) return inactive;
    if constexpr (std::is_invocable_v<IndexOf, std::int64_t, std::int64_t>)
      return index_of(i, step) * bytes;
    else
      return index_of(i) * bytes;
  };
}

inline std::int64_t in_order(std::int64_t i) { return i; }

/// A block's shared array has a word for each thread.
inline std::int64_t own_word(Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; }

/// The request of warp `warp` of `block` at `step`.
WarpAccess of_warp(const Access& access, const Kernel& kernel, std::int64_t block, int warp,
                   std::int64_t step, const Architecture& on = nvidia());

}  // namespace tilebridge
