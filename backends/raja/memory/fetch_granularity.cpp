// SPDX-License-Identifier: Apache-2.0
// One word per index of a forall, from places that are further apart than a sector. RAJA does not
// say how much L2 fetches: a program sets CUDA's limit around its kernels.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>

#include "backends/cache/fetch_limit.hpp"
#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::fetch_granularity_experiment {
namespace {

using Word = std::uint32_t;

template <class Resource>
void strided(const SparseReads& r, Resource resource) {
  const RAJA::Index_type stride = r.stride;
  const Vector<const Word> in(r.in, r.count * stride);
  const Vector<Word> out(r.out, r.count);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, r.count),
      [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(i * stride); });
}

template <class Resource>
void random(const SparseReads& r, Resource resource) {
  const RAJA::Index_type stride = r.stride;
  const Vector<const Word> in(r.in, r.count * stride), index(r.index, r.count);
  const Vector<Word> out(r.out, r.count);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, r.count),
      [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(index(i) * stride); });
}

/// On a host the limit has no meaning.
template <class Resource, void (*launch)(const SparseReads&, Resource)>
auto prepare(const SparseReads& r, Resource resource) {
  return [r, resource, limit = cache::fetch_limit(is_host<Resource> ? 0 : r.granularity)] {
    limit->ensure();
    launch(r, resource);
  };
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add_prepared("fetch_granularity/strided", prepare<Resource, strided<Resource>>);
  raja.add_prepared("fetch_granularity/random", prepare<Resource, random<Resource>>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::fetch_granularity_experiment
