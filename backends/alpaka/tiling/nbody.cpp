// SPDX-License-Identifier: Apache-2.0
// An index or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in shared memory.
#include "catalogue/tiling/nbody.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::nbody_experiment {
namespace {

/// Returns the number of elements of the larger array.
template <class T>
std::size_t largest(const Nbody<T>& p) {
  return 4 * static_cast<std::size_t>(p.n);
}

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc,
                                concepts::IMdSpan auto acceleration,
                                const concepts::IDataSource auto& bodies) const {
    using T = std::remove_cvref_t<decltype(*acceleration.data())>;
    using Index = index_t<decltype(bodies.getExtents())>;
    const Index n = bodies.getExtents().x();
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{Vec{n}})) {
      const PointMass<T> own = bodies[i];
      Acceleration<T> sum;
      for (Index j = 0; j < n; ++j) {
        const PointMass<T> other = bodies[j];
        add_pull(sum, own, other, math::rsqrt(softened_square(own, other)));
      }
      acceleration[Vec{Index{0}, i}] = sum.x;
      acceleration[Vec{Index{1}, i}] = sum.y;
      acceleration[Vec{Index{2}, i}] = sum.z;
    }
  }
};

template <class T, class Queue>
void direct(const Nbody<T>& p, const Queue& queue) {
  if (p.n == 0) return;
  with_index<T>(largest(p), [&](auto index) {
    using Index = decltype(index);
    const Vec<Index, 1> of_bodies(p.n);
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, of_bodies), Direct{},
                  makeView(queue, p.acceleration, Vec<Index, 2>(3, p.n)),
                  makeView(queue, p.bodies, of_bodies));
  });
}

/// A thread may have several bodies of a tile, and so their sums are in shared memory, too.
struct Tiled {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc,
                                concepts::IMdSpan auto acceleration,
                                const concepts::IDataSource auto& bodies,
                                concepts::CVector auto tile) const {
    using T = std::remove_cvref_t<decltype(*acceleration.data())>;
    using Index = index_t<decltype(tile)>;
    auto staged = onAcc::declareSharedMdArray<PointMass<T>, uniqueId()>(acc, tile);
    auto sum_x = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    auto sum_y = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    auto sum_z = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    const Index n = bodies.getExtents().x();

    for (auto [first_own] : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                              IdxRange{Vec{Index{0}}, Vec{n}, tile})) {
      for (auto [t] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile}))
        sum_x[t] = sum_y[t] = sum_z[t] = 0;
      for (Index first = 0; first < n; first += tile.x()) {
        for (auto [t] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile}))
          staged[t] = first + t < n ? PointMass<T>(bodies[first + t]) : PointMass<T>{};
        onAcc::syncBlockThreads(acc);
        for (auto [t] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile})) {
          if (first_own + t >= n) continue;
          const PointMass<T> own = bodies[first_own + t];
          Acceleration<T> sum = {sum_x[t], sum_y[t], sum_z[t]};
          for (Index j = 0; j < tile.x(); ++j) {
            const PointMass<T> other = staged[j];
            add_pull(sum, own, other, math::rsqrt(softened_square(own, other)));
          }
          sum_x[t] = sum.x;
          sum_y[t] = sum.y;
          sum_z[t] = sum.z;
        }
        onAcc::syncBlockThreads(acc);  // all reads must finish before the next tile is stored
      }
      for (auto [t] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile})) {
        if (first_own + t >= n) continue;
        acceleration[Vec{Index{0}, first_own + t}] = sum_x[t];
        acceleration[Vec{Index{1}, first_own + t}] = sum_y[t];
        acceleration[Vec{Index{2}, first_own + t}] = sum_z[t];
      }
    }
  }
};

template <std::uint32_t tile, class T, class Queue>
void tiled(const Nbody<T>& p, const Queue& queue) {
  if (p.n == 0) return;
  with_index<T>(largest(p), [&](auto index) {
    using Index = decltype(index);
    const Vec<Index, 1> of_bodies(p.n);
    const CVec<Index, tile> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(of_bodies, frame), frame}, Tiled{},
                  makeView(queue, p.acceleration, Vec<Index, 2>(3, p.n)),
                  makeView(queue, p.bodies, of_bodies), frame);
  });
}

template <class T, std::uint32_t block_size>
struct DirectByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Nbody<T> p) const {
    const int i = acc[layer::block].idx().x() * block_size + acc[layer::thread].idx().x();
    if (i >= p.n) return;
    const PointMass<T> own = p.bodies[i];
    Acceleration<T> sum;
    for (int j = 0; j < p.n; ++j) {
      const PointMass<T> other = p.bodies[j];
      add_pull(sum, own, other, math::rsqrt(softened_square(own, other)));
    }
    p.store(i, sum);
  }
};

template <class T, std::uint32_t tile>
struct TiledByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Nbody<T> p) const {
    auto staged =
        onAcc::declareSharedMdArray<PointMass<T>, uniqueId()>(acc, CVec<std::uint32_t, tile>{});

    const int thread = acc[layer::thread].idx().x();
    const int i = acc[layer::block].idx().x() * tile + thread;
    const PointMass<T> own = p.body_at(i);
    Acceleration<T> sum;
    for (int first = 0; first < p.n; first += tile) {
      staged[thread] = p.body_at(first + thread);
      onAcc::syncBlockThreads(acc);
      for (std::uint32_t j = 0; j < tile; ++j) {
        const PointMass<T> other = staged[j];
        add_pull(sum, own, other, math::rsqrt(softened_square(own, other)));
      }
      onAcc::syncBlockThreads(acc);  // all reads must finish before the next tile is stored
    }
    if (i < p.n) p.store(i, sum);
  }
};

template <template <class, std::uint32_t> class Kernel, std::uint32_t threads, class T, class Queue>
void launch_by_index(const Nbody<T>& p, const Queue& queue) {
  if (p.n == 0) return;
  const CVec<std::uint32_t, threads> in_block;
  const Vec<std::uint32_t, 1> bodies(p.n);
  queue.enqueue(onHost::ThreadSpec{divCeil(bodies, in_block), in_block}, Kernel<T, threads>{}, p);
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("nbody/direct", direct<T, Queue>);
    alpaka.add("nbody/tile64", tiled<64, T, Queue>);
    alpaka.add("nbody/tile128", tiled<128, T, Queue>);
    alpaka.add("nbody/tile256", tiled<256, T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("nbody/direct", launch_by_index<DirectByIndex, Nbody<T>::block_size, T, Queue>);
      by_index.add("nbody/tile64", launch_by_index<TiledByIndex, 64, T, Queue>);
      by_index.add("nbody/tile128", launch_by_index<TiledByIndex, 128, T, Queue>);
      by_index.add("nbody/tile256", launch_by_index<TiledByIndex, 256, T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::nbody_experiment
