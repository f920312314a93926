// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements: each thread of a team has one element, or walks along z with its queue
// in registers; or each plane is added to the sums of nine as it comes, by CUDA's instructions in a
// functor.
#include "catalogue/tiling/stencil_wide.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include "backends/instructions/wide_plane_copies.hpp"
#endif

namespace tilebridge::kokkos::rewritten::stencil_wide_experiment {
namespace {

using namespace techniques;

constexpr int radius = WideStencil<float>::radius;
constexpr int columns = WideStencil<float>::columns;
constexpr int rows = WideStencil<float>::rows;
constexpr int walked = WideStencil<float>::walked;

struct Corner {
  int z, y, x;
};
/// Teams have boxes of columns × rows × planes elements.
template <int columns, int rows>
struct Boxes {
  Divisor across, down;
  int planes;

  Boxes(int nx, int ny, int planes)
      : across((nx + columns - 1) / columns), down((ny + rows - 1) / rows), planes(planes) {}

  KOKKOS_FORCEINLINE_FUNCTION Corner corner(int box) const {
    const int line = across.quotient(box);
    const int layer = down.quotient(line);
    return {layer * planes, down.remainder(line, layer) * rows,
            across.remainder(box, line) * columns};
  }
};

/// The Views have one dimension: rows and planes have lengths of 32 bits, as in native code.
template <class T, class Exec>
struct FlatVolume {
  WideStencil<T> s;
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  explicit FlatVolume(const WideStencil<T>& s)
      : s(s), in(s.in, s.elements()), out(s.out, s.elements()) {}

  /// A single expression: of WideStencil's function the compiler would make a branch.
  KOKKOS_FORCEINLINE_FUNCTION bool is_inside(int z, int y, int x) const {
    return z >= radius && z < s.nz - radius && y >= radius && y < s.ny - radius && x >= radius &&
           x < s.nx - radius;
  }
  /// Returns 0 beyond the grid.
  KOKKOS_FORCEINLINE_FUNCTION T value(int z, int y, int x) const {
    return s.holds(z, y, x) ? in(s.at(z, y, x)) : 0;
  }
};

template <class T, class Exec>
struct Direct : FlatVolume<T, Exec> {
  static constexpr int tall = 4;
  static constexpr int planes = 2;
  static constexpr int block_size = columns * tall * planes;
  static constexpr int blocks_wanted = 8;
  Boxes<columns, tall> boxes;

  explicit Direct(const WideStencil<T>& s) : FlatVolume<T, Exec>(s), boxes(s.nx, s.ny, planes) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Corner corner = boxes.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int x = corner.x + thread % columns;
      const int y = corner.y + thread / columns % tall;
      const int z = corner.z + thread / columns / tall;
      const WideStencil<T>& s = this->s;
      const bool held = s.holds(z, y, x);
      const std::size_t i = s.at(z, y, x);
      const std::ptrdiff_t row = s.nx, plane = row * s.ny;
      T result = held ? this->in(i) : 0;
      if (this->is_inside(z, y, x)) {
        const T* in = this->in.data() + i;
        result *= s.weights[0];
        unrolled<radius>([&](int below) {
          const int k = below + 1;
          result += s.weights[k] *
                    (in[-k] + in[k] + in[-k * row] + in[k * row] + in[-k * plane] + in[k * plane]);
        });
      }
      if (held) this->out(i) = result;
    });
  }
};

template <class T, class Exec>
struct Stream : FlatVolume<T, Exec> {
  static constexpr int tall = rows;
  static constexpr int planes = walked;
  static constexpr int block_size = columns * rows;
  static constexpr int blocks_wanted = sizeof(T) == sizeof(float) ? 8 : 5;  // as many as native
  using Tiles = Scratch<T[2][rows + 2 * radius][columns + 2 * radius], Exec>;
  static std::size_t scratch_size() { return Tiles::shmem_size(); }
  Boxes<columns, rows> boxes;

  explicit Stream(const WideStencil<T>& s) : FlatVolume<T, Exec>(s), boxes(s.nx, s.ny, planes) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Corner corner = boxes.corner(team.league_rank());
    const int last = corner.z + planes < this->s.nz ? corner.z + planes : this->s.nz;
    const auto tiles = scratch<Tiles>(team);
    PerThread<Exec, Along, block_size> queues;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = corner.y + thread / columns, x = corner.x + thread % columns;
      unrolled<2 * radius>(
          [&](int k) { queues(thread).z[k] = this->value(corner.z - radius + k, y, x); });
    });
    for (int z = corner.z; z < last; ++z) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        const int y = corner.y + q, x = corner.x + c;
        queues(thread).z[2 * radius] = this->value(z + radius, y, x);
        stage(tiles, z, q, c, y, x, queues(thread).z[radius]);
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        Along& queue = queues(thread);
        weigh(tiles, z, q, c, corner.y + q, corner.x + c, queue);
        unrolled<2 * radius>([&](int k) { queue.z[k] = queue.z[k + 1]; });
      });
    }
  }

 private:
  struct Along {
    T z[2 * radius + 1];  // planes z - radius … z + radius
  };

  /// Stages a thread's element and, near the team's edge, the one beside it.
  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tiles& tiles, int z, int q, int c, int y, int x,
                                         T own) const {
    const int turn = z & 1;
    const int dy = q < radius ? -radius : q >= rows - radius ? radius : 0;
    const int dx = c < radius ? -radius : c >= columns - radius ? radius : 0;
    tiles(turn, q + radius, c + radius) = own;
    if (dy != 0) tiles(turn, q + radius + dy, c + radius) = this->value(z, y + dy, x);
    if (dx != 0) tiles(turn, q + radius, c + radius + dx) = this->value(z, y, x + dx);
  }

  KOKKOS_FORCEINLINE_FUNCTION void weigh(const Tiles& tiles, int z, int row, int column, int y,
                                         int x, const Along& queue) const {
    const int turn = z & 1, q = row + radius, c = column + radius;
    T result = queue.z[radius];
    if (this->is_inside(z, y, x)) {
      result *= this->s.weights[0];
      unrolled<radius>([&](int below) {
        const int k = below + 1;
        result += this->s.weights[k] *
                  (tiles(turn, q, c - k) + tiles(turn, q, c + k) + tiles(turn, q - k, c) +
                   tiles(turn, q + k, c) + queue.z[radius - k] + queue.z[radius + k]);
      });
    }
    if (this->s.holds(z, y, x)) this->out(this->s.at(z, y, x)) = result;
  }
};

/// A thread has one column along z per element of a Pack, side by side; a row and the part of
/// it that is copied at each end are whole numbers of Packs. A plane is loaded one step before it
/// is needed. The step is 0 at the grid's end, where nothing is loaded: for a constant step nvcc
/// would keep a pointer per row, in too many registers.
template <class T, int width, class Exec>
struct RegisterColumn {
  static constexpr int block_size = columns * rows;
  static constexpr int blocks_wanted = WideStencil<T>::blocks_wanted(width);
  static constexpr int halo = 2 * radius;  // planes that a team loads besides its own
  WideStencil<T> s;
  Boxes<columns, rows> boxes;

  RegisterColumn(const WideStencil<T>& s, int depth) : s(s), boxes(s.nx / width, s.ny, depth) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Corner corner = boxes.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      walk(corner.z, corner.y + thread / columns, corner.x + thread % columns);
    });
  }

 private:
  using Elements = Pack<T, width>;
  static constexpr int side = radius / width;  // Packs

  /// A column beyond the grid loads and stores nothing: an early return would make the rest of the
  /// function a divergent region of the league's loop.
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int v) const {
    const int nz = s.nz, row = s.nx / width;  // Packs
    const bool held = v < row && y < s.ny;
    const int last = first + boxes.planes < nz ? first + boxes.planes : nz;
    const int end = last + radius < nz ? last + radius : nz;
    const std::size_t plane = static_cast<std::size_t>(row) * static_cast<std::size_t>(s.ny);
    const std::size_t start = static_cast<std::size_t>(first) * plane +
                              static_cast<std::size_t>(y) * static_cast<std::size_t>(row) +
                              static_cast<std::size_t>(v);
    const auto* in = reinterpret_cast<const Elements*>(s.in) + start;
    auto* out = reinterpret_cast<Elements*>(s.out) + start;
    const bool in_middle = v >= side && v < row - side && y >= radius && y < s.ny - radius;

    Elements queue[2 * radius + 2];  // planes z - radius … z + radius, and the next one
    unrolled<2 * radius + 1>([&](int k) {
      const int z = first + k - radius;
      const bool is_loaded = held && z >= 0 && z < end;
      queue[k] = is_loaded ? *(in + static_cast<std::ptrdiff_t>(plane) * (k - radius)) : Elements{};
    });
    for (int z = first; z < last; ++z, out += plane) {
      const int next = z + radius + 1;
      queue[2 * radius + 1] = held && next < end ? in[plane * (radius + 1)] : Elements{};
      Elements result = queue[radius];
      if (in_middle && z >= radius && z < nz - radius) result = weighted(in, row, queue);
      if (held) *out = result;
      unrolled<2 * radius + 1>([&](int k) { queue[k] = queue[k + 1]; });
      in += z + 1 < nz ? plane : 0;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Elements weighted(const Elements* in, int row,
                                                const Elements* queue) const {
    Elements around[2 * side + 1], sums;
    unrolled<2 * side + 1>(
        [&](int i) { around[i] = i == side ? queue[radius] : *(in + i - side); });
    const auto along_x = [&](int i) { return around[i / width].values[i % width]; };
    unrolled<width>([&](int j) { sums.values[j] = s.weights[0] * queue[radius].values[j]; });
    unrolled<radius>([&](int below) {
      const int k = below + 1;
      const Elements front = *(in - k * row), back = in[k * row];
      const T weight = s.weights[k];
      unrolled<width>([&](int j) {
        sums.values[j] += weight * (along_x(radius + j - k) + along_x(radius + j + k));
        sums.values[j] += weight * (front.values[j] + back.values[j]);
        sums.values[j] += weight * (queue[radius - k].values[j] + queue[radius + k].values[j]);
      });
    });
    return sums;
  }
};

template <class Kernel, class Exec>
void launch_teams(const Kernel& kernel, std::size_t teams, const Exec& exec) {
  using Policy = TeamPolicy<Exec, Kernel::block_size, Kernel::blocks_wanted>;
  Policy policy = team_policy<Policy>(exec, teams, Kernel::block_size);
  if constexpr (requires { Kernel::scratch_size(); })
    policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_size()));
  Kokkos::parallel_for("stencil_wide", policy, kernel);
}

/// Returns how many boxes of wide × tall elements a layer has.
template <class T>
std::size_t boxes_across(const WideStencil<T>& s, int wide, int tall) {
  return ceil_div(static_cast<std::size_t>(s.nx), wide) *
         ceil_div(static_cast<std::size_t>(s.ny), tall);
}

template <class Kernel, class T, class Exec>
void launch_in_boxes(const WideStencil<T>& s, const Exec& exec) {
  const std::size_t teams = boxes_across(s, columns, Kernel::tall) *
                            ceil_div(static_cast<std::size_t>(s.nz), Kernel::planes);
  if (teams > 0) launch_teams(Kernel(s), teams, exec);
}

template <class Kernel, class T, class Exec>
void launch_columns(const WideStencil<T>& s, int width, const Exec& exec) {
  const std::size_t across = boxes_across(s, width * columns, rows);
  if (across == 0 || s.nz == 0) return;
  const int resident = exec.concurrency() / most_resident_threads * Kernel::blocks_wanted;
  const int depth =
      planes_per_block(static_cast<std::int64_t>(across), s.nz, Kernel::halo, resident);
  launch_teams(Kernel(s, depth), across * ceil_div(static_cast<std::size_t>(s.nz), depth), exec);
}

template <class T, class Exec>
void register_columns(const WideStencil<T>& s, const Exec& exec) {
  constexpr int width = pack_width<T>;
  if (s.nx % width == 0) return launch_columns<RegisterColumn<T, width, Exec>>(s, width, exec);
  launch_columns<RegisterColumn<T, 1, Exec>>(s, 1, exec);
}

#ifdef KOKKOS_ENABLE_CUDA
/// Two planes fit into the 48 KiB that Kokkos lets a team have. Its scratch memory is a View of
/// Packs, which begin at multiples of 16 bytes.
template <class T, template <class> class Rows>
struct PlaneCopies {
  using Box = instructions::PlaneBox<T>;
  using Tile = typename Box::Tile;
  static constexpr int places = 2;
  static constexpr int block_size = Box::threads;
  static constexpr int blocks_wanted = 1;
  using Tiles = Scratch<Pack<T>[places * sizeof(Tile) / sizeof(Pack<T>)], GpuExecution>;
  static std::size_t scratch_size() { return Tiles::shmem_size(); }

  WideStencil<T> s;
  int depth;
  Boxes<Box::columns, Box::rows> boxes;  // in layers of one plane

  PlaneCopies(const WideStencil<T>& s, int depth) : s(s), depth(depth), boxes(s.nx, s.ny, 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    [[maybe_unused]] auto* const tiles = reinterpret_cast<Tile*>(scratch<Tiles>(team).data());
    [[maybe_unused]] const Corner corner = boxes.corner(team.league_rank());
    [[maybe_unused]] const int thread = thread_rank(team);
    KOKKOS_IF_ON_DEVICE((const instructions::Walk walk(corner.z, depth, s.nz);
                         const instructions::PlaneThread place{
                             thread % Box::across, thread / Box::across, corner.x, corner.y};
                         instructions::walk_planes<T, Rows, places>(s, walk, place, tiles);))
  }
};

template <class T, template <class> class Rows>
void launch_plane_copies(const WideStencil<T>& s, const GpuExecution& exec) {
  using Kernel = PlaneCopies<T, Rows>;
  using Box = typename Kernel::Box;
  const std::size_t across = boxes_across(s, Box::columns, Box::rows);
  if (across == 0 || s.nz == 0) return;
  constexpr int halo = 2 * radius;
  const int multiprocessors = exec.concurrency() / most_resident_threads;  // a team on each
  const int depth = planes_of_shortest_walk(static_cast<std::int64_t>(across), s.nz, radius,
                                            multiprocessors, {1, s.nz / halo});
  launch_teams(Kernel(s, depth), across * ceil_div(static_cast<std::size_t>(s.nz), depth), exec);
}

/// Copies vectors if rows are whole numbers of them, and single elements otherwise.
template <class T>
void plane_copies(const WideStencil<T>& s, const GpuExecution& exec) {
  const bool has_vectors = s.nx % pack_width<T> == 0;
  if (has_vectors) return launch_plane_copies<T, instructions::RowsOfVectors>(s, exec);
  launch_plane_copies<T, instructions::RowsOfElements>(s, exec);
}
#elif defined(TILEBRIDGE_KOKKOS_GPU)
constexpr kernels::Feature async_copies = {
    false, "AMD's GPUs have no asynchronous copies to shared memory"};

template <class T>
void plane_copies(const WideStencil<T>&, const GpuExecution&) {}
#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("stencil_wide/direct_rewritten", launch_in_boxes<Direct<T, Exec>, T, Exec>);
    kokkos.add("stencil_wide/stream_rewritten", launch_in_boxes<Stream<T, Exec>, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("stencil_wide/register_column", register_columns<T, Exec>);
#ifdef KOKKOS_ENABLE_CUDA
      kokkos.add("stencil_wide/plane_copies", plane_copies<T>);
#elif defined(TILEBRIDGE_KOKKOS_GPU)
      kokkos.add("stencil_wide/plane_copies", plane_copies<T>, async_copies);
#endif
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::stencil_wide_experiment
