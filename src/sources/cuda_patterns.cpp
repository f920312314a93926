// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_patterns.hpp"

#include <algorithm>
#include <array>

#include "sources/cuda_exchanges.hpp"

namespace tilebridge::sources {
namespace {

using depends_on::Set;

class Patterns {
 public:
  Patterns(const CudaValues& values, std::string_view kernel)
      : values_(values), code_(values.code()), exchanges_(values, kernel) {
    for (const CudaAccess& access : values.accesses()) {
      const bool is_global = access.space == CudaSpace::global;
      if (is_global && !access.is_atomic) indices_ |= access.depends;
      if (is_global && access.stores && !access.is_atomic) stored_ |= access.depends;
      has_global_ = has_global_ || is_global || access.space == CudaSpace::constant;
    }
  }

  CudaPattern pattern() const {
    if (names_one_of(code_, {"wmma", "mma_sync"})) return CudaPattern::tile;
    if (is_row_per_warp()) return CudaPattern::row_per_warp;
    if (exchanges_.is_scan()) return CudaPattern::scan;
    if (exchanges_.is_block_sum())
      return exchanges_.is_tile_beside() ? CudaPattern::tile : CudaPattern::block_sum;
    if (has_atomics() && !exchanges_.is_tile_in_loop()) return CudaPattern::atomics;
    if (exchanges_.is_tile() || exchanges_.is_exchanged_in_warp()) return CudaPattern::tile;
    if (!has(indices_ | of_all_variables(), depends_on::index)) return CudaPattern::other;
    const std::size_t depth = nested_loops();
    if (values_.has_matrices() && depth > 1) return CudaPattern::small_matrices;
    const bool scatters = has(stored_, depends_on::loaded | depends_on::atomic);
    if (!scatters && is_stencil()) return CudaPattern::stencil;
    if (has_row_loop()) return CudaPattern::row_per_thread;
    if (depth > 2 && has(indices_, depends_on::fixed_loop)) return CudaPattern::small_matrices;
    if (has_row_of_block()) return CudaPattern::row_per_block;
    if (scatters) return CudaPattern::scatter;
    if (gathers()) return CudaPattern::gather;
    return range();
  }

  bool has_shuffles() const { return exchanges_.has_shuffle() || exchanges_.calls_cub(); }

  /// Counts the axes of the threads' indices that accesses depend on; 0 if none does.
  std::size_t dimensions() const {
    const Set all = indices_of_range();
    std::size_t axes = 0;
    for (const Set axis :
         {depends_on::thread_x | depends_on::block_x, depends_on::thread_y | depends_on::block_y,
          depends_on::thread_z | depends_on::block_z})
      axes += has(all, axis) ? 1 : 0;
    return axes == 0 && has(all, depends_on::index) ? 1 : axes;
  }

 private:
  const std::vector<CudaAccess>& accesses() const { return values_.accesses(); }

  bool is_row_per_warp() const {
    if (has(indices_, depends_on::warp) &&
        has(indices_, depends_on::lane | depends_on::warp_stride))
      return exchanges_.has_shuffle() || exchanges_.reduces_by_call() ||
             (has(indices_, depends_on::warp_stride) && !exchanges_.is_tile());
    const bool has_rows_of_threads = has(indices_, depends_on::thread_y) &&
                                     has(indices_, depends_on::thread_x) &&
                                     exchanges_.has_shuffle();
    return has_rows_of_threads && !exchanges_.has_shared_arrays();
  }

  bool has_atomics() const { return std::ranges::any_of(accesses(), &CudaAccess::is_atomic); }

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
      const bool has_window = has(load.depends, depends_on::window) && !is_stored_beside(load);
      return is_read && (has_window || has_neighbour(load));
    });
  }

  /// The innermost loop around an access; none where it is in no loop.
  const CudaLoop* loop_around(const CudaAccess& access) const {
    const CudaLoop* innermost = nullptr;
    for (const CudaLoop& loop : values_.loops())
      if (loop.body.holds(access.index.begin) &&
          (innermost == nullptr || innermost->body.holds(loop.body.begin)))
        innermost = &loop;
    return innermost;
  }

  /// Whether each turn of the loop around a load stores an element of its own: a thread has several
  /// elements then, no window.
  bool is_stored_beside(const CudaAccess& load) const {
    const CudaLoop* const loop = loop_around(load);
    return loop != nullptr && std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
             return store.stores && store.space == CudaSpace::global &&
                    has(store.depends, depends_on::window) && loop_around(store) == loop;
           });
  }

  /// Whether the threads of a block go on by their number, other than in a loop of constant length
  /// in which each thread stores several elements.
  bool has_row_of_block() const {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
      if (access.is_atomic || access.space != CudaSpace::global ||
          !has(access.depends, depends_on::block_stride))
        return false;
      const CudaLoop* const loop = loop_around(access);
      const bool is_fixed = loop != nullptr && !loop->is_run_time && !loop->is_strided;
      return !is_fixed || !has(stored_, depends_on::block_stride);
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

  Set indices_of_range() const {
    return has(indices_, depends_on::index) || has_global_ ? indices_ : of_all_variables();
  }

  /// Quotients and remainders of an index are dimensions, too.
  CudaPattern range() const {
    constexpr std::array<CudaPattern, 4> ranges = {CudaPattern::other, CudaPattern::flat,
                                                   CudaPattern::range_2d, CudaPattern::range_3d};
    const std::size_t axes = dimensions();
    const bool is_divided = axes > 0 && has(indices_of_range(), depends_on::part);
    return ranges[std::clamp<std::size_t>(is_divided ? values_.parts() : axes, axes, 3)];
  }

  Set of_all_variables() const {
    Set set = 0;
    for (std::size_t i = 0; i < code_.size(); ++i)
      if (code_.is_name(i)) set |= values_.depends(code_[i]);
    return set;
  }

  const CudaValues& values_;
  const Code& code_;
  CudaExchanges exchanges_;
  Set indices_ = 0, stored_ = 0;
  bool has_global_ = false;
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

void add_pattern(CudaKernel& kernel, const CudaValues& values) {
  const Patterns patterns(values, kernel.name);
  kernel.pattern = patterns.pattern();
  kernel.dimensions = patterns.dimensions();
  kernel.has_shuffles = patterns.has_shuffles();
}

}  // namespace tilebridge::sources
