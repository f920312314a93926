// SPDX-License-Identifier: Apache-2.0
// Exchanges between the threads of a kernel: prefix sums, sums, tiles in shared memory.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "sources/cuda_values.hpp"
#include "sources/kernels.hpp"

namespace tilebridge::sources {

inline bool has(depends_on::Set set, depends_on::Set bits) { return (set & bits) != 0; }

inline bool same_index(const Code& code, const CudaAccess& a, const CudaAccess& b) {
  return are_same(code, a.index, b.index);
}

/// Whether a call of a name that contains one of the words is in the code.
inline bool calls_one_of(const Code& code, std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_name(i) && mentions(code[i], words) && code.call(i) < code.size()) return true;
  return false;
}

inline bool names_one_of(const Code& code, std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_name(i) && mentions(code[i], words)) return true;
  return false;
}

inline bool is_array_of(const CudaAccess& access, CudaSpace space) {
  return access.space == space && access.index.end > access.index.begin;
}

class CudaExchanges {
 public:
  /// The values must outlive this.
  CudaExchanges(const CudaValues& values, std::string_view kernel);

  bool has_shuffle() const { return has_shuffle_; }
  /// Or its counterparts for HIP.
  bool calls_cub() const;
  /// A loop with `a[i - offset]` in shared memory whose offset doubles, shuffles from lower lanes,
  /// or a call of a library's scan.
  bool is_scan() const;
  /// A tree in shared memory, shuffles, a call that reduces, or atomics on one address.
  bool is_block_sum() const;
  /// Whether shared memory other than that of a tree is a tile.
  bool is_tile_beside() const;
  bool is_tile() const;
  /// Whether it is one without barriers, as codes were where the lanes of a warp were in step:
  /// `volatile __shared__ float s[32];`.
  bool is_exchanged_in_warp() const;
  /// Whether each thread goes through what others have stored in shared memory, other than what
  /// atomics count there.
  bool is_tile_in_loop() const;
  bool has_shared_arrays() const;
  bool reduces_by_call() const;

 private:
  const std::vector<CudaAccess>& accesses() const { return values_.accesses(); }
  bool has_shared_in(const CudaLoop& loop) const;
  /// Whether the loop reads `s[i - offset]`.
  bool reads_lower(const CudaLoop& loop) const;
  /// Whether a function that is called reduces, and no member; or an object that is a reducer.
  bool calls_reduction() const;
  /// Whether the loop combines two elements of shared memory in one of them: `s[t] += s[t + half]`.
  /// A sort or a butterfly stores both.
  bool combines(const CudaLoop& loop) const;
  void add_other(std::vector<const CudaAccess*>& all, const CudaAccess& access) const;
  /// Whether statements like `s[t] += s[t + 32]` are there for several distances.
  bool has_unrolled_tree() const;
  bool sums_by_atomics() const;
  /// Whether one thread adds what all have stored in shared memory, and stores it for the block.
  bool sums_by_one_thread() const;
  bool is_stored_outside(const CudaAccess& load, const Span& branch) const;
  /// Whether threads of a warp exchange elements by two pointers into shared memory.
  bool is_exchanged_by_pointers() const;
  /// Whether elements are stored in shared memory and loaded by other indices.
  bool is_exchanged(const CudaAccess& store) const;
  /// Whether shared memory is read, and something that was not seen filled it.
  bool is_filled_by_calls() const;

  const CudaValues& values_;
  const Code& code_;
  std::string_view kernel_;
  bool has_barrier_ = false, has_shuffle_ = false;
};

}  // namespace tilebridge::sources
