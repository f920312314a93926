// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/stencil3d.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/volume.hpp"

namespace tilebridge::stencil3d_experiment {

using namespace volume;
using Of = Blocks::Of;

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes, walked = HeatStep<float>::walked;

/// One element per thread, all seven read from global memory.
std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {volume::direct(form, p, 1, "in", "out")};
}

std::vector<Kernel> two_launches(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {volume::direct(form, p, 1, "in", "between"),
          volume::direct(form, p, 1, "between", "out")};
}

/// A box and its halo, staged by 8 rows of 32 threads: 34 columns take two passes along a row, 60
/// rows of the box take eight.
std::vector<Kernel> tile_halo(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr Element box = {planes + 2, rows + 2, columns + 2};
  constexpr std::int64_t column_passes = 2;
  constexpr std::int64_t row_passes = 8;
  const Blocks blocks(p, {1, rows, columns}, {planes, rows, columns});
  /// The element of the box that a thread stages in a pass, and its word of shared memory.
  const auto staged = [=](Thread thread, std::int64_t step) {
    const std::int64_t row = thread.rank / columns + step / column_passes * rows;
    const std::int64_t column = thread.rank % columns + step % column_passes * columns;
    return Element{row / box.y, row % box.y, column};
  };
  const auto asked = [=](Thread thread, const Element& e) {
    const Element first = blocks.corner(thread.block);
    const Element global{first.z + e.z - 1, first.y + e.y - 1, first.x + e.x - 1};
    return e.z < box.z && e.x < box.x && blocks.holds(global) ? blocks.address(global) : inactive;
  };
  const int bytes = blocks.bytes();
  const Tile in_box = {box.y, box.x, bytes};
  const Address read = [=](Thread thread, std::int64_t step) {
    return asked(thread, staged(thread, step));
  };
  const Address stage = [=](Thread thread, std::int64_t step) {
    const Element e = staged(thread, step);
    return asked(thread, e) == inactive ? inactive : in_box(e);
  };
  std::vector<Access> accesses = {
      load("in", bytes, read, row_passes * column_passes),
      in_shared(store("tile", bytes, stage, row_passes * column_passes))};
  const auto take = [&](const Element& by, Of which) {
    const Address on_chip = [=, column = blocks.of_column(by, which)](Thread thread,
                                                                      std::int64_t plane) {
      const Element own = blocks.place(thread.rank);
      if (column(thread, plane) == inactive) return inactive;
      return in_box({plane + 1 + by.z, own.y + 1 + by.y, own.x + 1 + by.x});
    };
    accesses.push_back(in_shared(load("tile", bytes, on_chip, planes)));
  };
  take({}, Of::all);
  for (const Element& by : neighbours(1)) take(by, Of::interior);
  accesses.push_back(store("out", bytes, blocks.of_column({}, Of::all), planes));
  return blocks.kernel(std::move(accesses));
}

/// A range's loads from `turns` tiles in turn: element_of(thread, step) and its neighbours, where
/// the grid has it.
template <class ElementOf>
std::vector<Access> taken_from(const std::string& name, const Blocks& blocks, const Tile& tile,
                               int turns, std::int64_t steps, const ElementOf& element_of) {
  std::vector<Access> accesses;
  const auto take = [&](const Element& by, Of which) {
    const Address at = [=](Thread thread, std::int64_t step) {
      const Element e = element_of(thread, step), own = blocks.place(thread.rank);
      const Element taken = {(e.z + by.z + turns) % turns, own.y + 1 + by.y, own.x + 1 + by.x};
      return blocks.is_of(e, which) ? tile(taken) : inactive;
    };
    accesses.push_back(in_shared(load(name, tile.bytes, at, steps)));
  };
  take({}, Of::all);
  for (const Element& by : neighbours(1)) take(by, Of::interior);
  return accesses;
}

void append(std::vector<Access>& accesses, const std::vector<Access>& more) {
  accesses.insert(accesses.end(), more.begin(), more.end());
}

/// All planes are in shared memory: a range stages each with its halo before it is the one above.
std::vector<Kernel> stream_in_loops(const Parameters& p) {
  constexpr int turns = 4;
  const Blocks blocks(p, {1, rows, columns}, {walked, rows, columns});
  const Tile tile = {rows + 2, columns + 2, blocks.bytes()};
  const auto own = [=](Thread thread, std::int64_t step) {
    return blocks.own(thread) + Element{step, 0, 0};
  };
  std::vector<Access> accesses = staged_by_range(blocks, {-1, -1, -1}, tile, walked + 2, turns);
  append(accesses, taken_from("tile", blocks, tile, turns, walked, own));
  accesses.push_back(store("out", tile.bytes, blocks.of_column({}, Of::all), walked));
  return blocks.kernel(std::move(accesses));
}

std::vector<Kernel> stream(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return form.is_kokkos_in_loops() ? stream_in_loops(p) : streamed(p, 1, walked);
}

/// These threads take the first step, and the inner ones the second.
constexpr Element takes_first = {1, HeatStep<float>::tall, columns};
constexpr Element takes_second = {1, HeatStep<float>::tall - 2, columns - 2};

Blocks blocks_of_two_steps(const Parameters& p) {
  return {p, takes_first, {walked, takes_second.y, takes_second.x}};
}

bool is_among(const Element& place, const Element& threads) {
  return place.y >= 0 && place.y < threads.y && place.x >= 0 && place.x < threads.x;
}

/// Ranges over first steps and over second steps, with three planes of each in turn.
std::vector<Kernel> two_steps_in_loops(const Parameters& p) {
  constexpr int turns = 3;
  const Blocks blocks = blocks_of_two_steps(p);
  const int bytes = blocks.bytes();
  const Tile tile = {takes_first.y + 2, takes_first.x + 2, bytes};
  const Tile once = {takes_first.y, takes_first.x, bytes};
  const auto first_step = [=](Thread thread, std::int64_t step) {
    return blocks.own(thread) + Element{step - 1, -1, -1};
  };
  const auto second_step = [=](Thread thread, std::int64_t step) {
    const bool takes = is_among(blocks.place(thread.rank), takes_second);
    return takes ? blocks.own(thread) + Element{step, 0, 0} : Element{-1, -1, -1};
  };
  const Address keep = [=](Thread thread, std::int64_t step) {
    const Element e = first_step(thread, step), place = blocks.place(thread.rank);
    return blocks.holds(e) ? once({e.z % turns, place.y, place.x}) : inactive;
  };
  const Address result = [=](Thread thread, std::int64_t step) {
    return blocks.address_if_held(second_step(thread, step));
  };
  std::vector<Access> accesses = staged_by_range(blocks, {-2, -2, -2}, tile, walked + 4, turns);
  append(accesses, taken_from("tile", blocks, tile, turns, walked + 2, first_step));
  accesses.push_back(in_shared(store("once", bytes, keep, walked + 2)));
  append(accesses, taken_from("once", blocks, once, turns, walked, second_step));
  accesses.push_back(store("out", bytes, result, walked));
  return blocks.kernel(std::move(accesses));
}

/// A walk through first steps. The second step of an element is taken a plane later, with the first
/// steps that its neighbours left in shared memory.
std::vector<Kernel> two_steps_in_turn(const Parameters& p) {
  const Blocks blocks = blocks_of_two_steps(p);
  const int bytes = blocks.bytes();
  const PlaneWalk walk(blocks, takes_first, {-1, -1, -1}, walked + 2, 1);
  const Tile once = {takes_first.y, takes_first.x, bytes};
  const auto second_step = [=](Thread thread, std::int64_t step) {
    const Element place = blocks.place(thread.rank) + Element{0, -1, -1};
    return is_among(place, takes_second) ? walk.element(thread, step + 1) : Element{-1, -1, -1};
  };
  const auto in_once = [=](Thread thread, const Element& e, const Element& by) {
    return once(blocks.place(thread.rank) + by + Element{(e.z + 2) % 2, 0, 0});
  };
  const Address keep = [=](Thread thread, std::int64_t step) {
    const Element e = walk.element(thread, step);
    return walk.is_walked(e) ? in_once(thread, e, {}) : inactive;
  };
  const Address result = [=](Thread thread, std::int64_t step) {
    return blocks.address_if_held(second_step(thread, step));
  };
  std::vector<Access> accesses = walk.accesses();
  accesses.push_back(in_shared(store("once", bytes, keep, walk.planes())));
  for (const Element& by : neighbours_in_plane(1)) {
    const Address take = [=](Thread thread, std::int64_t step) {
      const Element e = second_step(thread, step);
      return blocks.is_of(e, Of::interior) ? in_once(thread, e, by) : inactive;
    };
    accesses.push_back(in_shared(load("once", bytes, take, walked)));
  }
  accesses.push_back(store("out", bytes, result, walked));
  return blocks.kernel(std::move(accesses));
}

std::vector<Kernel> two_steps(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return form.is_kokkos_in_loops() ? two_steps_in_loops(p) : two_steps_in_turn(p);
}

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters box(std::int64_t nx, std::int64_t ny, std::int64_t nz) {
  return {{"nx", nx}, {"ny", ny}, {"nz", nz}};
}

/// A number and how far a kernel's number may be from it.
template <class T>
struct Bounded {
  Wide<T> value = 0;
  double error = 0;
};

/// The grid of a case.
struct Grid {
  std::size_t nx, ny, nz;

  explicit Grid(const Parameters& p)
      : nx(p.as_size("nx")), ny(p.as_size("ny")), nz(p.as_size("nz")) {}

  bool is_on_boundary(std::size_t i) const {
    const std::size_t x = i % nx, y = i / nx % ny, z = i / nx / ny;
    return x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
  }
  std::array<std::size_t, 6> neighbours_of(std::size_t i) const {
    const std::size_t row = nx, plane = nx * ny;
    return {i - 1, i + 1, i - row, i + row, i - plane, i + plane};
  }
};

/// Element i after a step of `before`, which returns the Bounded elements before it.
///
/// Five additions of neighbours, then 6 · in, the difference, its product and the last sum: at most
/// nine roundings on the path of any term, so γ₉ times the sum of all terms' magnitudes. To that
/// come the terms' own errors, each as large as its factor makes it.
template <class T, class Before>
Bounded<T> heated(const Grid& grid, std::size_t i, const Before& before) {
  const Bounded<T> centre = before(i);
  if (grid.is_on_boundary(i)) return centre;
  constexpr double gamma = gamma_of<T>(9);
  const Wide<T> rate = HeatStep<T>::rate;
  const auto magnitude_of = [](const Bounded<T>& b) {
    return static_cast<double>(std::abs(b.value)) + b.error;
  };
  Wide<T> sum = 0;
  double magnitudes = 6 * magnitude_of(centre), errors = 6 * centre.error;
  for (const std::size_t neighbour : grid.neighbours_of(i)) {
    const Bounded<T> term = before(neighbour);
    sum += term.value;
    magnitudes += magnitude_of(term);
    errors += term.error;
  }
  const auto share = static_cast<double>(rate);
  return {centre.value + rate * (sum - 6 * centre.value),
          gamma * (magnitude_of(centre) + share * magnitudes) + centre.error + share * errors};
}

template <class T>
Expected expected(const Bounded<T>& b) {
  return within(static_cast<double>(b.value), b.error);
}

template <class T>
Bounded<T> given(std::span<const T> in, std::size_t i) {
  return {Wide<T>{in[i]}, 0};
}

template <class T>
struct HeatProblem {
  HeatStep<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .nx = p.as_int("nx"),
            .ny = p.as_int("ny"),
            .nz = p.as_int("nz")};
  }

  /// Each element is read once from memory; its neighbours come from a cache or a tile.
  Work work(const Parameters& p) const { return copied<T>(elements(p), 9); }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    return validate_step(host, p, "out");
  }
  /// Whether `after` is "in" after one step.
  static Validation validate_step(const HostArrays& host, const Parameters& p, const char* after) {
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>(after), [&, grid = Grid(p)](std::size_t i) {
      return expected(heated<T>(grid, i, [&](std::size_t j) { return given(in, j); }));
    });
  }

  Cases cases = {.quick = {box(256, 256, 256)},
                 .standard = {box(256, 256, 256), box(512, 512, 512), box(301, 517, 203)},
                 .host_quick = {box(64, 64, 64)},
                 .host = {box(64, 64, 64), box(301, 517, 203)}};
};

/// The problem of two steps. A boundary element is copied twice.
template <class T>
struct TwoStepsProblem : HeatProblem<T> {
  /// Results of the first step count no bytes: they could stay on the chip.
  Work work(const Parameters& p) const { return copied<T>(elements(p), 18); }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<T>(host, [grid = Grid(p)](auto in, std::size_t i) {
      const auto once = [&](std::size_t j) {
        return heated<T>(grid, j, [&](std::size_t k) { return given(in, k); });
      };
      return expected(heated<T>(grid, i, once));
    });
  }
};

/// Takes the same two steps by two launches, with an array between them.
template <class T>
struct TwoLaunchesProblem : TwoStepsProblem<T> {
  TwoHeatSteps<T> make(ArrayList& arrays, const Parameters& p) const {
    const HeatStep<T> step = HeatProblem<T>::make(arrays, p);
    T* between = arrays.output<T>("between", elements(p));
    return {{step.in, between, step.nx, step.ny, step.nz},
            {between, step.out, step.nx, step.ny, step.nz}};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return both(TwoStepsProblem<T>::validate(host, p),
                HeatProblem<T>::validate_step(host, p, "between"));
  }
};

void describe(Experiment& e) {
  const std::string no_copies = "Kokkos has no asynchronous copy to scratch memory";
  e.problem = problem_in_reals<HeatProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"direct", "7-point stencil"};
  e.question =
      "What does a 7-point stencil in 3-D cost, and what does keeping data in a tile or in "
      "registers, or two steps at once, save?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 512, 0, 1 << 20},
      {"ny", "elements along y", 512, 0, 65535 * 4},
      {"nz", "elements along z", 512, 0, 65535 * 2},
  };
  e.variants = {
      loops("direct", "one element per thread, blocks of 32 × 4 × 2, all seven from global memory",
            Pattern::grid, direct),
      rewritten("direct",
                "raw team ranks, the league divided by multiplication, 8 teams per SM, rows of "
                "32-bit length",
                {"indexing/matrix_view"}),
      loops("tile_halo",
            "a box of 32 × 8 × 4 with its halo in shared memory, 4 elements per thread", tile_halo),
      rewritten(
          "tile_halo",
          "raw team ranks, the league divided by multiplication, scratch memory by get_shmem, "
          "rows of 32-bit length",
          {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
           "indexing/matrix_view"}),
      loops(
          "stream",
          "32 × 8 threads walk through 64 planes: the plane with its halo in shared memory, below "
          "and above in registers; in Kokkos, which keeps no register from one range to the "
          "next, four planes in shared memory",
          stream),
      rewritten(
          "stream",
          "raw team ranks, below and above in registers, the league divided by multiplication, "
          "scratch memory by get_shmem, rows of 32-bit length",
          {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
           "indexing/matrix_view"}),
      native_only("cp_async",
                  "as `stream`, the planes with their halos by cp.async, element by element, to "
                  "four places: one plane is used with the one above it, two arrive",
                  no_copies),
      native_only("tma",
                  "the same by the copy engine (sm_90): one thread asks for a plane with its halo, "
                  "zeros arrive beyond the grid; rows are a multiple of 16 bytes",
                  no_copies),
      tuned_on_gpu(
          "register_column",
          "two neighbouring columns per thread, in rows of odd length 16 bytes of columns 32 "
          "apart, 8 along z, below and above kept in registers"),
      variant(
          Form::tuned, "plane_boxes",
          "the copy engine (sm_90) brings planes of 1 KiB × 8 rows to shared memory, five ahead, "
          "with a row before and behind them and what is beside them; 64 × 4 threads, each "
          "with two vectors of 16 bytes, keep the plane before in registers; rows are a "
          "multiple of 16 bytes",
          only_native_on_gpu(no_copies)),
      loops("two_launches", "two steps by two launches of `direct`", Pattern::grid,
            problem_in_reals<TwoLaunchesProblem>(), two_launches),
      loops("two_steps",
            "two steps by one launch, as `stream`: 32 × 16 threads take the first one, in shared "
            "memory, and the inner 30 × 14 the second one a plane later",
            problem_in_reals<TwoStepsProblem>(), two_steps),
      builtin("mdrange", "direct", "an MDRangePolicy over (z, y, x), all defaults"),
      builtin("mdrange_tile", "direct", "the same with a tile of 2 × 4 × 32"),
  };
  e.ragged = {{"nx", 67}, {"ny", 37}, {"nz", 11}};
  e.tested_at = {{.axes = {{"nx", {0, 1, 2, 3, 31, 32, 33, 67}},
                           {"ny", {0, 1, 2, 3, 8, 9, 13}},
                           {"nz", {0, 1, 2, 3, 5, 33}}}},
                 // A second block along z, and around the 14 rows and 30 columns of `two_steps`.
                 {.axes = {{"nx", {30, 61}}, {"ny", {14, 29}}, {"nz", {63, 64, 65, 67}}}},
                 // Rows that tensor maps take.
                 {.axes = {{"nx", {4, 36, 64, 100}}, {"ny", {1, 8, 17}}, {"nz", {1, 64, 66}}},
                  .variant = "tma",
                  .platforms = {Platform::cuda}},
                 // A second block of columns that are apart.
                 {.axes = {{"nx", {127, 128, 129, 161}}, {"ny", {9}}, {"nz", {8, 9, 17}}}},
                 // Around the 256 (double: 128) columns and the 8 rows of a box, with blocks beside
                 // it on either side, walked in one to three layers.
                 {.axes = {{"nx", {4, 124, 128, 132, 256, 260, 600}},
                           {"ny", {1, 8, 9, 17}},
                           {"nz", {1, 4, 5, 9}}},
                  .variant = "plane_boxes",
                  .platforms = {Platform::cuda}}};
}

}  // namespace tilebridge::stencil3d_experiment
