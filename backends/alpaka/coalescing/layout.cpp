// SPDX-License-Identifier: Apache-2.0
// One particle per index; the variants differ in the layout of the data.
#include "catalogue/coalescing/layout.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::layout_experiment {
namespace {

constexpr std::uint32_t members = particle::members;

/// The members of a particle are stored together.
struct Aos {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using Index = index_t<decltype(out.getExtents())>;
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[Vec{i, Index{particle::x}}] + in[Vec{i, Index{particle::vx}}];
  }
};

template <class T, class Queue>
void aos(const Particles<T>& p, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(p.n, members), [&](const auto& extents) {
    const Vec n{extents[0]};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Aos{},
                  makeView(queue, p.out, n), makeView(queue, p.in, extents));
  });
}

/// Each member is stored contiguously for all particles.
struct Soa {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using Index = index_t<decltype(out.getExtents())>;
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[Vec{Index{particle::x}, i}] + in[Vec{Index{particle::vx}, i}];
  }
};

template <class T, class Queue>
void soa(const Particles<T>& p, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(members, p.n), [&](const auto& extents) {
    const Vec n{extents[1]};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Soa{},
                  makeView(queue, p.out, n), makeView(queue, p.in, extents));
  });
}

constexpr std::uint32_t tile = particle::tile;

struct Aosoa {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using Index = index_t<decltype(out.getExtents())>;
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[Vec{i / tile, Index{particle::x}, i % tile}] +
               in[Vec{i / tile, Index{particle::vx}, i % tile}];
  }
};

template <class T, class Queue>
void aosoa(const Particles<T>& p, const Queue& queue) {
  const std::size_t tiles = divCeil(p.n, std::size_t{tile});
  with_extents<T>(Vec<std::size_t, 3>(tiles, members, tile), [&](const auto& extents) {
    const Vec n{static_cast<index_t<decltype(extents)>>(p.n)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Aosoa{},
                  makeView(queue, p.out, n), makeView(queue, p.in, extents));
  });
}

template <class T>
constexpr T larger(T a, T b) {
  return a < b ? b : a;
}

struct UpdateAos {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc,
                                concepts::IMdSpan auto particles) const {
    using Index = index_t<decltype(particles.getExtents())>;
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid,
                                      IdxRange{Vec{particles.getExtents()[0]}}))
      particles[Vec{i, Index{particle::x}}] =
          larger(particles[Vec{i, Index{particle::x}}], particles[Vec{i, Index{particle::vx}}]);
  }
};

template <class T, class Queue>
void update_aos(const Updated<T>& u, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(u.n, members), [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, Vec{extents[0]}),
                  UpdateAos{}, makeView(queue, u.particles, extents));
  });
}

struct UpdateSoa {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc,
                                concepts::IMdSpan auto particles) const {
    using Index = index_t<decltype(particles.getExtents())>;
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid,
                                      IdxRange{Vec{particles.getExtents()[1]}}))
      particles[Vec{Index{particle::x}, i}] =
          larger(particles[Vec{Index{particle::x}, i}], particles[Vec{Index{particle::vx}, i}]);
  }
};

template <class T, class Queue>
void update_soa(const Updated<T>& u, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(members, u.n), [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, Vec{extents[1]}),
                  UpdateSoa{}, makeView(queue, u.particles, extents));
  });
}

struct Member {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[i].mass;
  }
};

template <class T, class Queue>
void member(const Masses<T>& m, const Queue& queue) {
  with_extents<Body<T>>(Vec{m.n}, [&](const auto& n) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Member{},
                  makeView(queue, m.out, n), makeView(queue, m.in, n));
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("layout/aos", aos<T, Queue>);
    alpaka.add("layout/soa", soa<T, Queue>);
    alpaka.add("layout/aosoa", aosoa<T, Queue>);
    alpaka.add("layout/update_aos", update_aos<T, Queue>);
    alpaka.add("layout/update_soa", update_soa<T, Queue>);
    alpaka.add("layout/member", member<T, Queue>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::layout_experiment
