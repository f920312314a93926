// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/stencil_wide.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/volume.hpp"

namespace tilebridge::stencil_wide_experiment {

using namespace volume;
using Of = Blocks::Of;

constexpr int radius = WideStencil<float>::radius;
constexpr int walked = WideStencil<float>::walked;

std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {volume::direct(form, p, radius, "in", "out")};
}

/// The elements below and above come from a queue of planes in shared memory, without a halo, the
/// others from a tile with one.
std::vector<Kernel> stream_in_loops(const Parameters& p) {
  constexpr Element threads = {1, WideStencil<float>::rows, WideStencil<float>::columns};
  constexpr int turns = 2 * radius + 2;
  const Blocks blocks(p, threads, {walked, threads.y, threads.x}, radius);
  const int bytes = blocks.bytes();
  const Tile tile = {threads.y + 2 * radius, threads.x + 2 * radius, bytes};
  const Tile queue = {threads.y, threads.x, bytes};
  const auto own = [=](Thread thread, std::int64_t step) {
    return blocks.own(thread) + Element{step, 0, 0};
  };
  const auto in_queue = [=](Thread thread, std::int64_t z) {
    return queue(blocks.place(thread.rank) + Element{(z + turns) % turns, 0, 0});
  };
  const Address read = [=](Thread thread, std::int64_t step) {
    return blocks.address_if_held(own(thread, step - radius));
  };
  const Address keep = [=](Thread thread, std::int64_t step) {
    const Element e = own(thread, step - radius);
    return blocks.holds(e) ? in_queue(thread, e.z) : inactive;
  };
  const auto from_queue = [=](std::int64_t above, Of which) {
    const Address at = [=](Thread thread, std::int64_t step) {
      const Element e = own(thread, step);
      return blocks.is_of(e, which) ? in_queue(thread, e.z + above) : inactive;
    };
    return in_shared(load("queue", bytes, at, walked));
  };
  const auto from_tile = [=](const Element& by) {
    const Address at = [=](Thread thread, std::int64_t step) {
      const Element e = own(thread, step);
      const Element place = blocks.place(thread.rank) + Element{e.z % 2, radius, radius} + by;
      return blocks.is_of(e, Of::interior) ? tile(place) : inactive;
    };
    return in_shared(load("tile", bytes, at, walked));
  };
  constexpr int filled = walked + 2 * radius;
  std::vector<Access> accesses = staged_by_range(blocks, {0, -radius, -radius}, tile, walked, 2);
  accesses.push_back(load("in", bytes, read, filled));
  accesses.push_back(in_shared(store("queue", bytes, keep, filled)));
  accesses.push_back(from_queue(0, Of::all));
  for (const Element& by : neighbours(radius))
    accesses.push_back(by.z == 0 ? from_tile(by) : from_queue(by.z, Of::interior));
  accesses.push_back(store("out", bytes, blocks.of_column({}, Of::all), walked));
  return blocks.kernel(std::move(accesses));
}

std::vector<Kernel> stream(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return form.is_kokkos_in_loops() ? stream_in_loops(p) : streamed(p, radius, walked);
}

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters box(std::int64_t nx, std::int64_t ny, std::int64_t nz) {
  return {{"nx", nx}, {"ny", ny}, {"nz", nz}};
}

/// Returns the weights of the second derivative (Fornberg, Math. Comp. 51, 1988), times 1/20 for
/// the step in time; the element itself has its weight along three axes.
template <class T>
std::array<T, radius + 1> weights() {
  constexpr double rate = 0.05;
  constexpr std::array second_derivative = {-205. / 72, 8. / 5, -1. / 5, 8. / 315, -1. / 560};
  std::array<T, radius + 1> all = {};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<T>(rate * second_derivative[k]);
  all[0] = static_cast<T>(1 + 3 * rate * second_derivative[0]);
  return all;
}

template <class T>
struct WideProblem {
  WideStencil<T> make(ArrayList& arrays, const Parameters& p) const {
    WideStencil<T> stencil = {.in = arrays.uniform<T>("in", elements(p)),
                              .out = arrays.output<T>("out", elements(p)),
                              .nx = p.as_int("nx"),
                              .ny = p.as_int("ny"),
                              .nz = p.as_int("nz"),
                              .weights = {}};
    const std::array<T, radius + 1> by_distance = weights<T>();
    std::copy(by_distance.begin(), by_distance.end(), stencil.weights);
    return stencil;
  }

  /// Each element is read once from memory. One product for the element itself, and for each
  /// distance the sum of six, their product and its addition.
  Work work(const Parameters& p) const { return copied<T>(elements(p), 1 + 7 * radius); }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto nx = p.as_size("nx");
    const auto ny = p.as_size("ny");
    const auto nz = p.as_size("nz");
    const auto is_inside = [](std::size_t i, std::size_t n) {
      return i >= radius && i + radius < n;
    };
    return compare_from<T>(host, [=, by_distance = weights<T>()](auto in, std::size_t i) {
      const bool inside =
          is_inside(i % nx, nx) && is_inside(i / nx % ny, ny) && is_inside(i / nx / ny, nz);
      return inside ? weighted(in, i, nx, nx * ny, by_distance)
                    : exactly(static_cast<double>(in[i]));
    });
  }

  Cases cases = {.quick = {box(256, 256, 256)},
                 .standard = {box(256, 256, 256), box(512, 512, 512), box(301, 517, 203)},
                 .host_quick = {box(64, 64, 64)},
                 .host = {box(64, 64, 64), box(301, 517, 203)}};

 private:
  /// Kernels add the six of one distance, or two of them at a time, before they multiply by the
  /// weight; where planes arrive one by one, each of the eight along z is a product of its own.
  /// Then there are sixteen products to add to the element's own: four of pairs along x, four along
  /// y, eight along z. An addition, a product and sixteen additions are eighteen roundings on the
  /// path of any term, and with pairs or sixes everywhere there are fewer. So γ₁₈ times the sum of
  /// all terms' magnitudes.
  static Expected weighted(std::span<const T> in, std::size_t i, std::size_t row, std::size_t plane,
                           const std::array<T, radius + 1>& by_distance) {
    constexpr double gamma = gamma_of<T>(18);
    Wide<T> sum = 0;
    Wide<T> magnitude = 0;
    const auto add = [&](T weight, T element) {
      const Wide<T> term = Wide<T>{weight} * Wide<T>{element};
      sum += term;
      magnitude += std::abs(term);
    };
    add(by_distance[0], in[i]);
    for (std::size_t k = 1; k < by_distance.size(); ++k)
      for (const std::size_t apart : {k, k * row, k * plane}) {
        add(by_distance[k], in[i - apart]);
        add(by_distance[k], in[i + apart]);
      }
    return within(static_cast<double>(sum), gamma * static_cast<double>(magnitude));
  }
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<WideProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"direct", "wide stencil"};
  e.question =
      "What does walking along z with a queue in registers save where an element needs 24 others?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 512, 0, 1 << 20},
      {"ny", "elements along y", 512, 0, 65535 * 4},
      {"nz", "elements along z", 512, 0, 65535 * 2},
  };
  e.variants = {
      loops("direct", "one element per thread, blocks of 32 × 4 × 2, all 25 from global memory",
            Pattern::grid, direct),
      rewritten("direct",
                "raw team ranks, the league divided by multiplication, rows of 32-bit length",
                {"indexing/matrix_view"}),
      loops("stream",
            "32 × 8 threads walk through 64 planes: the plane with its halo in shared memory, a "
            "queue of nine along z in registers; in Kokkos, which keeps no register from one range "
            "to the next, the queue in shared memory too",
            stream),
      rewritten("stream",
                "raw team ranks, the queue in registers, the league divided by multiplication, "
                "scratch memory by get_shmem, rows of 32-bit length",
                {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
                 "indexing/matrix_view"}),
      tuned_on_gpu("register_column",
                   "columns of vectors of 16 bytes, the queue and the plane that is next in "
                   "registers, all others from L1; of single elements where rows are no whole "
                   "vectors"),
      variant(
          Form::tuned, "plane_boxes",
          "the copy engine (sm_90) brings planes with their halos to shared memory, three ahead; "
          "32 × 8 threads, each with four vectors of 16 bytes, add a plane to the sums of nine "
          "when it arrives, and keep five planes of their own vectors and sums in registers; "
          "rows are a multiple of 16 bytes",
          only_native_on_gpu("Kokkos has no asynchronous copy to scratch memory")),
      tuned_on_gpu("plane_copies",
                   "as `plane_boxes`, the planes by cp.async of all threads, in vectors of 16 "
                   "bytes or, in rows of any length, element by element, where lanes of a warp "
                   "exchange elements for aligned stores; in Kokkos by CUDA's instructions in a "
                   "functor, one plane ahead: two fit into the 48 KiB of a team"),
  };
  e.ragged = {{"nx", 67}, {"ny", 37}, {"nz", 11}};
  e.tested_at = {
      {.axes = {{"nx", {0, 1, 8, 9, 31, 36, 67}}, {"ny", {0, 1, 9, 17}}, {"nz", {0, 1, 8, 9, 33}}}},
      // A second block along z.
      {.axes = {{"nx", {33, 132}}, {"ny", {13}}, {"nz", {63, 64, 65, 131}}}},
      // Around the 128 (double: 64) columns and the 32 rows of a box, walked in one to four layers.
      {.axes = {{"nx", {4, 30, 60, 64, 68, 124, 128, 132, 260}},
                {"ny", {1, 31, 32, 33, 65}},
                {"nz", {1, 4, 9, 16, 17, 33}}},
       .variant = "plane_boxes",
       .platforms = {Platform::cuda}},
      {.axes = {{"nx", {1, 4, 59, 61, 65, 66, 67, 124, 125, 127, 129, 130, 260, 261}},
                {"ny", {1, 31, 32, 33, 65}},
                {"nz", {1, 4, 9, 17, 33}}},
       .variant = "plane_copies",
       .platforms = {Platform::cuda}}};
}

}  // namespace tilebridge::stencil_wide_experiment
