// SPDX-License-Identifier: Apache-2.0
// One particle per index, or by index one per thread of blocks of 256; the variants differ in the
// layout of the data.
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

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("layout/aos", aos<T, Queue>);
  alpaka.add("layout/soa", soa<T, Queue>);
  alpaka.add("layout/aosoa", aosoa<T, Queue>);
  alpaka.add("layout/update_aos", update_aos<T, Queue>);
  alpaka.add("layout/update_soa", update_soa<T, Queue>);
  alpaka.add("layout/member", member<T, Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

constexpr std::uint32_t block_size = 256;

/// The index of the thread in the grid.
constexpr std::size_t index_of(const onAcc::concepts::Acc auto& acc) {
  return acc[layer::block].idx().x() * std::size_t{block_size} + acc[layer::thread].idx().x();
}

struct Aos {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Particles<T> p) const {
    const std::size_t i = index_of(acc);
    if (i >= p.n) return;
    const T* particle = p.in + i * members;
    p.out[i] = particle[particle::x] + particle[particle::vx];
  }
};

struct Soa {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Particles<T> p) const {
    const std::size_t i = index_of(acc);
    const T* x = p.in + particle::x * p.n;
    const T* vx = p.in + particle::vx * p.n;
    if (i < p.n) p.out[i] = x[i] + vx[i];
  }
};

struct Aosoa {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Particles<T> p) const {
    const std::size_t i = index_of(acc);
    if (i >= p.n) return;
    const T* particle = p.in + i / tile * (tile * members) + i % tile;
    p.out[i] = particle[particle::x * tile] + particle[particle::vx * tile];
  }
};

struct UpdateAos {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Updated<T> u) const {
    const std::size_t i = index_of(acc);
    if (i >= u.n) return;
    T* particle = u.particles + i * members;
    particle[particle::x] = larger(particle[particle::x], particle[particle::vx]);
  }
};

struct UpdateSoa {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Updated<T> u) const {
    const std::size_t i = index_of(acc);
    T* x = u.particles + particle::x * u.n;
    const T* vx = u.particles + particle::vx * u.n;
    if (i < u.n) x[i] = larger(x[i], vx[i]);
  }
};

struct Member {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Masses<T> m) const {
    const std::size_t i = index_of(acc);
    if (i < m.n) m.out[i] = m.in[i].mass;
  }
};

template <class Kernel, class Bodies, class Queue>
void launch(const Bodies& bodies, const Queue& queue) {
  if (bodies.n == 0) return;
  const auto blocks = static_cast<std::uint32_t>(divCeil(bodies.n, std::size_t{block_size}));
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, block_size>{}}, Kernel{},
                bodies);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("layout/aos", launch<Aos, Particles<T>, Queue>);
  by_index.add("layout/soa", launch<Soa, Particles<T>, Queue>);
  by_index.add("layout/aosoa", launch<Aosoa, Particles<T>, Queue>);
  by_index.add("layout/update_aos", launch<UpdateAos, Updated<T>, Queue>);
  by_index.add("layout/update_soa", launch<UpdateSoa, Updated<T>, Queue>);
  by_index.add("layout/member", launch<Member, Masses<T>, Queue>);
}

}  // namespace
}  // namespace by_index

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  add_of<float>(alpaka);
  add_of<double>(alpaka);
  if constexpr (!is_host<Queue>) {
    by_index::add_of<float>(alpaka);
    by_index::add_of<double>(alpaka);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::layout_experiment
