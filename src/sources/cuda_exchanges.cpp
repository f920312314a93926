// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_exchanges.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "sources/cuda_patterns.hpp"

namespace tilebridge::sources {

CudaExchanges::CudaExchanges(const CudaValues& values, std::string_view kernel)
    : values_(values),
      code_(values.code()),
      kernel_(kernel),
      has_barrier_(barriers_in(code_) > 0 || names_one_of(code_, {"__syncwarp"})),
      has_shuffle_(names_one_of(code_, {"__shfl"}) || calls_one_of(code_, {"shfl"})) {}

bool CudaExchanges::calls_cub() const {
  for (std::size_t i = 0; i < code_.size(); ++i)
    if (is_one_of(code_[i], {"cub", "hipcub", "rocprim"}) && code_[i + 1] == "::") return true;
  return false;
}

bool CudaExchanges::is_scan() const {
  if (calls_one_of(code_, {"shfl_up", "blockscan", "warpscan", "inclusivesum", "exclusivesum",
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

bool CudaExchanges::has_shared_arrays() const {
  return std::ranges::any_of(
      accesses(), [](const CudaAccess& access) { return is_array_of(access, CudaSpace::shared); });
}

bool CudaExchanges::has_shared_in(const CudaLoop& loop) const {
  return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
    return is_array_of(access, CudaSpace::shared) && loop.body.holds(access.index.begin);
  });
}

bool CudaExchanges::reads_lower(const CudaLoop& loop) const {
  return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
    if (access.space != CudaSpace::shared || !loop.body.holds(access.index.begin)) return false;
    for (std::size_t i = access.index.begin; i < access.index.end; ++i)
      if (code_[i] == "-" && code_.is_name(i + 1) && !code_.is_number(i + 1)) return true;
    return false;
  });
}

bool CudaExchanges::reduces_by_call() const {
  return names_one_of(code_, {"warp_reduce", "warpreduce", "warp_sum", "warpsum"}) ||
         calls_one_of(code_, {"__reduce_"}) || code_.contains(Span{0, code_.size()}, "reduce");
}

bool CudaExchanges::is_block_sum() const {
  if (has_shuffle_ && calls_one_of(code_, {"shfl_down", "shfl_xor"})) return true;
  if (names_one_of(
          code_, {"blockreduce", "warpreduce", "block_reduce", "warp_reduce", "reducer", "blocksum",
                  "__reduce_", "__syncthreads_count", "__syncthreads_or", "__syncthreads_and"}))
    return true;
  const bool has_shared = values_.has_static_shared() || values_.has_dynamic_shared();
  if (calls_reduction() && (has_shared || has_shuffle_)) return true;
  for (const CudaLoop& loop : values_.loops())
    if ((loop.halves || loop.doubles) && combines(loop)) return true;
  return has_unrolled_tree() || sums_by_atomics() || sums_by_one_thread();
}

bool CudaExchanges::calls_reduction() const {
  for (std::size_t i = 1; i < code_.size(); ++i) {
    if (!code_.is_name(i) || is_one_of(code_[i - 1], {".", "->"}) ||
        !mentions(code_[i], {"reduce"}))
      continue;
    const std::size_t behind = code_.after_arguments(i + 1);
    const bool has_member = code_[behind] == "::";  // reduce<T, 128>::run(values)
    if (code_.call(has_member ? behind + 1 : i) < code_.size()) return true;
  }
  return false;
}

bool CudaExchanges::combines(const CudaLoop& loop) const {
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

void CudaExchanges::add_other(std::vector<const CudaAccess*>& all, const CudaAccess& access) const {
  constexpr std::size_t most = 8;
  const bool is_known = std::ranges::any_of(
      all, [&](const CudaAccess* other) { return same_index(code_, *other, access); });
  if (!is_known && all.size() < most) all.push_back(&access);
}

bool CudaExchanges::has_unrolled_tree() const {
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

bool CudaExchanges::is_tile_beside() const {
  if (has_shuffle_) return false;
  std::set<std::string_view> summed;
  for (const CudaLoop& loop : values_.loops())
    if ((loop.halves || loop.doubles) && combines(loop))
      for (const CudaAccess& access : accesses())
        if (access.space == CudaSpace::shared && loop.body.holds(access.index.begin))
          summed.insert(access.root);
  return !summed.empty() && std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
    return store.space == CudaSpace::shared && !summed.contains(store.root) && is_exchanged(store);
  });
}

bool CudaExchanges::sums_by_atomics() const {
  constexpr depends_on::Set one = depends_on::argument | depends_on::fixed_loop;
  bool has_sum = false;
  for (const CudaAccess& access : accesses()) {
    if (!access.is_atomic) continue;
    if (access.is_result_used || (access.depends & ~one) != 0) return false;
    has_sum = has_sum || access.space == CudaSpace::global;
  }
  return has_sum;
}

bool CudaExchanges::sums_by_one_thread() const {
  if (!has_shared_arrays() || !has_barrier_) return false;
  return std::ranges::any_of(values_.loops(), [&](const CudaLoop& loop) {
    const Region* const branch = code_.around(RegionKind::branch, loop.head.begin);
    if (branch == nullptr) return false;
    const Span condition = {branch->span.begin + 2, code_.partner(branch->span.begin + 1)};
    const bool is_zero = has(values_.depends(condition), depends_on::thread) &&
                         ((code_[condition.end - 1] == "0" && code_[condition.end - 2] == "=") ||
                          (code_[condition.begin] == "0" && code_[condition.begin + 1] == "="));
    return is_zero && std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
             return is_array_of(load, CudaSpace::shared) && load.loads &&
                    loop.body.holds(load.index.begin) && is_stored_outside(load, branch->span);
           });
  });
}

bool CudaExchanges::is_stored_outside(const CudaAccess& load, const Span& branch) const {
  return std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
    return store.root == load.root && (store.stores || store.is_atomic) &&
           !branch.holds(store.index.begin);
  });
}

bool CudaExchanges::is_tile() const {
  if (!has_barrier_) return is_exchanged_by_pointers();
  return values_.has_shared_objects() || is_filled_by_calls() ||
         std::ranges::any_of(accesses(),
                             [&](const CudaAccess& store) { return is_exchanged(store); });
}

bool CudaExchanges::is_exchanged_in_warp() const {
  const auto places = code_.places("__shared__", {1, code_.size()});
  const bool is_volatile = std::ranges::any_of(places, [&](std::size_t i) {
    return code_[i - 1] == "volatile" || code_[i + 1] == "volatile";
  });
  return is_volatile &&
         (is_filled_by_calls() || std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
            return is_exchanged(store);
          }));
}

bool CudaExchanges::is_tile_in_loop() const {
  constexpr depends_on::Set own_loop = depends_on::fixed_loop | depends_on::run_time_loop;
  std::set<std::string_view> looped;
  for (const CudaAccess& load : accesses())
    if (is_array_of(load, CudaSpace::shared) && load.loads && has(load.depends, own_loop))
      looped.insert(load.root);
  for (const CudaAccess& access : accesses())
    if (access.is_atomic) looped.erase(access.array);
  return has_barrier_ && std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
           return looped.contains(store.root) && is_exchanged(store);
         });
}

bool CudaExchanges::is_exchanged_by_pointers() const {
  return std::ranges::any_of(accesses(), [&](const CudaAccess& store) {
    return is_array_of(store, CudaSpace::shared) && store.stores &&
           std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
             return load.loads && load.root == store.root && load.array != store.array;
           });
  });
}

bool CudaExchanges::is_exchanged(const CudaAccess& store) const {
  if (!is_array_of(store, CudaSpace::shared) || !store.stores) return false;
  return std::ranges::any_of(accesses(), [&](const CudaAccess& load) {
    return load.loads && load.root == store.root &&
           (load.array != store.array || !same_index(code_, load, store));
  });
}

bool CudaExchanges::is_filled_by_calls() const {
  const auto in_shared = [&](bool CudaAccess::*kind) {
    return std::ranges::any_of(accesses(), [&](const CudaAccess& access) {
      return is_array_of(access, CudaSpace::shared) && access.*kind;
    });
  };
  return in_shared(&CudaAccess::loads) != in_shared(&CudaAccess::stores);
}

}  // namespace tilebridge::sources
