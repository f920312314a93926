// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_patterns.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "sources/kernels.hpp"

namespace tilebridge::sources {
namespace {

using depends_on::Set;

bool has(Set set, Set bits) { return (set & bits) != 0; }

bool same_index(const Code& code, const CudaAccess& a, const CudaAccess& b) {
  return are_same(code, a.index, b.index);
}

/// Whether a call of a name that contains one of the words is in the code.
bool calls_one_of(const Code& code, std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_name(i) && mentions(code[i], words) && code.call(i) < code.size()) return true;
  return false;
}

bool names_one_of(const Code& code, std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_name(i) && mentions(code[i], words)) return true;
  return false;
}

bool is_array_of(const CudaAccess& access, CudaSpace space) {
  return access.space == space && access.index.end > access.index.begin;
}

class Patterns {
 public:
  Patterns(const CudaValues& values, std::string_view kernel)
      : values_(values), code_(values.code()), kernel_(kernel) {
    for (const CudaAccess& access : values.accesses()) {
      const bool is_global = access.space == CudaSpace::global;
      if (is_global && !access.is_atomic) indices_ |= access.depends;
      if (is_global && access.stores && !access.is_atomic) stored_ |= access.depends;
      has_global_ = has_global_ || is_global || access.space == CudaSpace::constant;
    }
    has_barrier_ = barriers_in(code_) > 0 || names_one_of(code_, {"__syncwarp"});
    // A stencil or a sum needs no shared memory; a tile does.
    has_shuffle_ = names_one_of(code_, {"__shfl"}) || calls_one_of(code_, {"shfl"});
  }

  CudaPattern pattern() const {
    if (names_one_of(code_, {"wmma", "mma_sync"})) return CudaPattern::tile;
    if (is_row_per_warp()) return CudaPattern::row_per_warp;
    if (is_scan()) return CudaPattern::scan;
    if (is_block_sum()) return is_tile_beside() ? CudaPattern::tile : CudaPattern::block_sum;
    if (has_shared_atomics() || has_atomics()) return CudaPattern::atomics;
    if (is_tile()) return CudaPattern::tile;
    const std::size_t depth = nested_loops();
    if (values_.has_matrices() && depth > 1) return CudaPattern::small_matrices;
    const bool scatters = has(stored_, depends_on::loaded | depends_on::atomic);
    if (!scatters && is_stencil()) return CudaPattern::stencil;
    if (has_row_loop()) return CudaPattern::row_per_thread;
    if (depth > 2 && has(indices_, depends_on::fixed_loop)) return CudaPattern::small_matrices;
    if (scatters) return CudaPattern::scatter;
    if (gathers()) return CudaPattern::gather;
    if (has(indices_, depends_on::block_stride)) return CudaPattern::row_per_block;
    return range();
  }

 private:
  const std::vector<CudaAccess>& accesses() const { return values_.accesses(); }

  /// A loop with `a[i - offset]` in shared memory whose offset doubles, shuffles from lower lanes,
  /// or a call of a library's scan.
  bool is_scan() const {
    if (calls_one_of(code_,
                     {"shfl_up", "blockscan", "warpscan", "inclusivesum", "exclusivesum",
                      "inclusive_scan", "exclusive_scan", "inclusivescan", "exclusivescan"}) ||
        names_one_of(code_, {"blockscan", "warpscan"}))
      return true;
    const bool calls_scan = calls_one_of(code_, {"scan", "prefix"});
    const bool has_tree = std::ranges::any_of(values_.loops(), [&](const CudaLoop& loop) {
      return loop.doubles && has_shared_in(loop) && reads_lower(loop);
    });
    const bool has_levels = std::ranges::any_of(
        values_.loops(), [](const CudaLoop& loop) { return loop.halves || loop.doubles; });
    const bool is_called_scan = mentions(kernel_, {"scan", "prefix"});
    return has_tree ||
           (has_shared_arrays() && has_barrier_ && (calls_scan || (is_called_scan && has_levels)));
  }

  bool has_shared_arrays() const {
    return std::ranges::any_of(accesses(), [](const CudaAccess& access) {
      return is_array_of(access, CudaSpace::shared);
    });
  }

  bool has_shared_in(const CudaLoop& loop) const {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
      return is_array_of(access, CudaSpace::shared) && loop.body.holds(access.index.begin);
    });
  }

  /// Whether the loop reads `s[i - offset]`.
  bool reads_lower(const CudaLoop& loop) const {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
      if (access.space != CudaSpace::shared || !loop.body.holds(access.index.begin)) return false;
      for (std::size_t i = access.index.begin; i < access.index.end; ++i)
        if (code_[i] == "-" && code_.is_name(i + 1) && !code_.is_number(i + 1)) return true;
      return false;
    });
  }

  bool is_row_per_warp() const {
    if (has(indices_, depends_on::warp) &&
        has(indices_, depends_on::lane | depends_on::warp_stride))
      return has_shuffle_ || reduces_by_call() ||
             (has(indices_, depends_on::warp_stride) && !is_tile());
    const bool has_rows_of_threads =
        has(indices_, depends_on::thread_y) && has(indices_, depends_on::thread_x) && has_shuffle_;
    return has_rows_of_threads && !has_shared_arrays();
  }

  bool reduces_by_call() const {
    return names_one_of(code_, {"warp_reduce", "warpreduce", "warp_sum", "warpsum"}) ||
           calls_one_of(code_, {"__reduce_"}) || code_.contains(Span{0, code_.size()}, "reduce");
  }

  /// A tree in shared memory, shuffles, a call that reduces, or atomics on one address.
  bool is_block_sum() const {
    if (has_shuffle_ && calls_one_of(code_, {"shfl_down", "shfl_xor"})) return true;
    if (names_one_of(code_, {"blockreduce", "warpreduce", "block_reduce", "warp_reduce", "reducer",
                             "blocksum", "__reduce_", "__syncthreads_count", "__syncthreads_or",
                             "__syncthreads_and"}))
      return true;
    const bool has_shared = values_.has_static_shared() || values_.has_dynamic_shared();
    if (calls_reduction() && (has_shared || has_shuffle_)) return true;
    for (const CudaLoop& loop : values_.loops())
      if ((loop.halves || loop.doubles) && combines(loop)) return true;
    return has_unrolled_tree() || sums_by_atomics() || sums_by_one_thread();
  }

  /// Whether a function that is called reduces, and no member; or an object that is a reducer.
  bool calls_reduction() const {
    for (std::size_t i = 1; i < code_.size(); ++i)
      if (code_.is_name(i) && !is_one_of(code_[i - 1], {".", "->"}) &&
          mentions(code_[i], {"reduce"}) && code_.call(i) < code_.size())
        return true;
    return false;
  }

  /// Whether the loop combines two elements of shared memory in one of them: `s[t] += s[t + half]`.
  /// A sort or a butterfly stores both.
  bool combines(const CudaLoop& loop) const {
    std::map<std::string_view, std::vector<const CudaAccess*>> loads, stores;
    for (const CudaAccess& access : accesses()) {
      if (!is_array_of(access, CudaSpace::shared) || !loop.body.holds(access.index.begin)) continue;
      if (access.loads) add_other(loads[access.array], access);
      if (access.stores) add_other(stores[access.array], access);
    }
    return std::ranges::any_of(stores, [&](const auto& stored) {
      const CudaAccess& store = *stored.second.front();
      return stored.second.size() == 1 &&
             std::ranges::any_of(loads[stored.first], [&](const CudaAccess* load) {
               return !same_index(code_, *load, store);
             });
    });
  }

  void add_other(std::vector<const CudaAccess*>& all, const CudaAccess& access) const {
    constexpr std::size_t most = 8;
    const bool is_known = std::ranges::any_of(
        all, [&](const CudaAccess* other) { return same_index(code_, *other, access); });
    if (!is_known && all.size() < most) all.push_back(&access);
  }

  /// Whether statements like `s[t] += s[t + 32]` are there for several distances.
  bool has_unrolled_tree() const {
    std::set<std::string_view> distances;
    for (const CudaAccess& store : accesses()) {
      if (!is_array_of(store, CudaSpace::shared) || !store.stores) continue;
      const std::size_t end = code_.end_of_statement(store.index.begin);
      for (std::size_t i = store.index.end; i < std::min(end, store.index.end + 64); ++i)
        if (code_[i] == "+" &&
            is_one_of(code_[i + 1], {"1", "2", "4", "8", "16", "32", "64", "128", "256", "512"}))
          distances.insert(code_[i + 1]);
    }
    return distances.size() > 3;
  }

  /// Whether shared memory other than that of a tree is a tile.
  bool is_tile_beside() const {
    if (has_shuffle_) return false;
    std::set<std::string_view> summed;
    for (const CudaLoop& loop : values_.loops())
      if ((loop.halves || loop.doubles) && combines(loop))
        for (const CudaAccess& access : accesses())
          if (access.space == CudaSpace::shared && loop.body.holds(access.index.begin))
            summed.insert(access.root);
    return !summed.empty() && std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
      return store.space == CudaSpace::shared && !summed.contains(store.root) &&
             is_exchanged(store);
    });
  }

  bool sums_by_atomics() const {
    constexpr Set one = depends_on::argument | depends_on::fixed_loop;
    bool has_sum = false;
    for (const CudaAccess& access : accesses()) {
      if (!access.is_atomic) continue;
      if (access.is_result_used || (access.depends & ~one) != 0) return false;
      has_sum = has_sum || access.space == CudaSpace::global;
    }
    return has_sum;
  }

  /// Whether one thread adds what all have stored in shared memory, and stores it for the block.
  bool sums_by_one_thread() const {
    if (!has_shared_arrays() || !has_barrier_) return false;
    return std::ranges::any_of(values_.loops(), [&](const CudaLoop& loop) {
      const Region* const branch = code_.around(RegionKind::branch, loop.head.begin);
      if (branch == nullptr) return false;
      const Span condition = {branch->span.begin + 2, code_.partner(branch->span.begin + 1)};
      const bool is_zero = has(values_.depends(condition), depends_on::thread) &&
                           ((code_[condition.end - 1] == "0" && code_[condition.end - 2] == "=") ||
                            (code_[condition.begin] == "0" && code_[condition.begin + 1] == "="));
      return is_zero && has_shared_in(loop);
    });
  }

  bool has_shared_atomics() const {
    return std::ranges::any_of(accesses(), [](const CudaAccess& access) {
      return access.is_atomic && access.space == CudaSpace::shared;
    });
  }
  bool has_atomics() const {
    return std::ranges::any_of(accesses(), [](const CudaAccess& access) {
      return access.is_atomic && access.space == CudaSpace::global;
    });
  }

  bool is_tile() const {
    if (!has_barrier_) return is_exchanged_by_pointers();
    return values_.has_shared_objects() || is_filled_by_calls() ||
           std::ranges::any_of(accesses(),
                               [&](const CudaAccess& store) { return is_exchanged(store); });
  }

  /// Whether threads of a warp exchange elements by two pointers into shared memory.
  bool is_exchanged_by_pointers() const {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
      return is_array_of(store, CudaSpace::shared) && store.stores &&
             std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
               return load.loads && load.root == store.root && load.array != store.array;
             });
    });
  }

  /// Whether elements are stored in shared memory and loaded by other indices.
  bool is_exchanged(const CudaAccess& store) const {
    if (!is_array_of(store, CudaSpace::shared) || !store.stores) return false;
    return std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
      return load.loads && load.root == store.root &&
             (load.array != store.array || !same_index(code_, load, store));
    });
  }

  /// Whether shared memory is read, and something that was not seen filled it.
  bool is_filled_by_calls() const {
    const auto in_shared = [&](bool CudaAccess::*kind) {
      return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
        return is_array_of(access, CudaSpace::shared) && access.*kind;
      });
    };
    return in_shared(&CudaAccess::loads) != in_shared(&CudaAccess::stores);
  }

  /// How deep loops of constant length are nested.
  std::size_t nested_loops() const {
    std::size_t most = 0;
    std::vector<const CudaLoop*> open;
    for (const CudaLoop& loop : values_.loops()) {
      if (loop.is_run_time || loop.is_strided) continue;
      std::erase_if(open,
                    [&](const CudaLoop* outer) { return !outer->body.holds(loop.head.begin); });
      open.push_back(&loop);
      most = std::max(most, open.size());
    }
    return most;
  }

  bool is_stencil() const {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
      const bool is_read = load.loads && load.space == CudaSpace::global && !load.is_atomic &&
                           has(load.depends, depends_on::index | depends_on::grid_stride);
      return is_read && (has(load.depends, depends_on::window) || has_neighbour(load));
    });
  }

  /// Whether another element of the array is near the one that is loaded.
  bool has_neighbour(const CudaAccess& load) const {
    // offsets[row + 1] is the end of a row.
    const bool is_of_indices =
        mentions(load.type, {"int", "index", "size_t", "long", "offset", "idtype", "idx"}) ||
        mentions(load.array, {"ptr", "offset"});
    const bool is_behind = has(load.depends, depends_on::behind) && !is_of_indices &&
                           !has(load.depends, depends_on::run_time_loop);
    const bool is_offset = has(load.depends, depends_on::before) || is_behind;
    return std::ranges::any_of(accesses(), [&](const CudaAccess& other) {
      if (other.root != load.root || other.is_atomic || &other == &load) return false;
      const bool is_same = same_index(code_, load, other);
      if (other.array != load.array && load.is_offset != other.is_offset) return is_same;
      return is_offset && !is_same && has(other.depends, depends_on::index);
    });
  }

  bool has_row_loop() const {
    if (sums_over_grid()) return true;
    return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
      return (access.space == CudaSpace::global || access.space == CudaSpace::constant) &&
             has(access.depends, depends_on::run_time_loop) &&
             (has(access.depends, depends_on::index) || !has(indices_, depends_on::block_stride)) &&
             (!has(access.depends, depends_on::block_stride) || is_in_row(access));
    });
  }

  /// Whether the innermost of two loops around an access is a thread's own.
  bool is_in_row(const CudaAccess& access) const {
    const auto is_around = [&](const CudaLoop& loop) {
      return loop.body.holds(access.index.begin);
    };
    return std::ranges::any_of(values_.loops(), [&](const CudaLoop& row) {
      return row.is_run_time && !row.is_strided && is_around(row) &&
             std::ranges::any_of(values_.loops(), [&](const CudaLoop& outer) {
               return outer.is_strided && outer.body.holds(row.head.begin);
             });
    });
  }

  /// Whether a thread adds up elements at the distance of a grid, and stores one number.
  bool sums_over_grid() const {
    const auto strides = [](const CudaAccess& access) {
      return access.space == CudaSpace::global && has(access.depends, depends_on::grid_stride);
    };
    const auto is_store = [](const CudaAccess& access) {
      return access.space == CudaSpace::global && access.stores;
    };
    return std::ranges::any_of(accesses(), strides) && std::ranges::any_of(accesses(), is_store) &&
           std::ranges::none_of(accesses(), [&](const CudaAccess& access) {
             return is_store(access) &&
                    (strides(access) || has(access.depends, depends_on::loaded));
           });
  }

  bool gathers() const {
    return std::ranges::any_of(accesses(), [](const CudaAccess& access) {
      return access.space == CudaSpace::global && access.loads && !access.is_atomic &&
             has(access.depends, depends_on::loaded);
    });
  }

  CudaPattern range() const {
    Set all = indices_;
    if (!has(all, depends_on::index)) all = has_global_ ? all : of_all_variables();
    std::size_t axes = 0;
    for (const Set axis :
         {depends_on::thread_x | depends_on::block_x, depends_on::thread_y | depends_on::block_y,
          depends_on::thread_z | depends_on::block_z})
      axes += has(all, axis) ? 1 : 0;
    const std::size_t dimensions = std::max(axes, has(all, depends_on::part) ? values_.parts() : 0);
    if (dimensions >= 3) return CudaPattern::range_3d;
    if (dimensions == 2) return CudaPattern::range_2d;
    return has(all, depends_on::index) ? CudaPattern::flat : CudaPattern::other;
  }

  Set of_all_variables() const {
    Set set = 0;
    for (std::size_t i = 0; i < code_.size(); ++i)
      if (code_.is_name(i)) set |= values_.depends(code_[i]);
    return set;
  }

  const CudaValues& values_;
  const Code& code_;
  std::string_view kernel_;
  Set indices_ = 0, stored_ = 0;
  bool has_global_ = false, has_barrier_ = false, has_shuffle_ = false;
};

}  // namespace

std::string_view name_of(CudaPattern pattern) {
  constexpr std::array<std::string_view, 15> names = {
      "row per warp",   "scan",      "sum in a block", "atomics",   "tile",
      "small matrices", "stencil",   "row per thread", "scatter",   "gather",
      "row per block",  "3-D range", "2-D range",      "flat loop", "other"};
  return names[static_cast<std::size_t>(pattern)];
}

std::size_t barriers_in(const Code& code) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool is_barrier =
        is_one_of(code[i], {"__syncthreads", "__syncthreads_count", "__syncthreads_or",
                            "__syncthreads_and", "__barrier_sync", "arrive_and_wait"});
    const bool is_sync = code[i] == "sync" && code[i + 1] == "(" && i > 0 &&
                         is_one_of(code[i - 1], {".", "::", "->"}) &&
                         code[i - 2].find("grid") == std::string_view::npos;
    count += (is_barrier && code.call(i) < code.size()) || is_sync ? 1 : 0;
  }
  return count;
}

CudaPattern pattern_of(const CudaValues& values, std::string_view kernel) {
  return Patterns(values, kernel).pattern();
}

}  // namespace tilebridge::sources
