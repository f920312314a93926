// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/conv2d.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "access/grid.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

namespace tilebridge::conv2d_experiment {

namespace accesses {

constexpr std::int64_t radius = Filter5x5::radius;
constexpr std::int64_t width = Filter5x5::width;
constexpr std::int64_t taps = Filter5x5::taps;

/// Threads per block, unless said otherwise, and the pixels of its tile.
constexpr Place tile = {8, 32};

/// Byte offset from the beginning of an image; inactive outside it.
struct Image {
  Place extent;
  int bytes;  // per pixel

  std::int64_t operator()(Place at) const {
    const bool inside = at.y >= 0 && at.y < extent.y && at.x >= 0 && at.x < extent.x;
    return inside ? (at.y * extent.x + at.x) * bytes : inactive;
  }
};

Image image_of(const Parameters& p) { return {{p["rows"], p["cols"]}, real_bytes(p)}; }

/// The pixel of an output's first tap.
Place first_pixel(Place of_output) { return {of_output.y - radius, of_output.x - radius}; }
/// The pixel for tap `step`, where `first` is the pixel for the first one.
Place tap(Place first, std::int64_t step) {
  return {first.y + step / width, first.x + step % width};
}

/// All lanes read the same tap of the filter at a time.
auto a_tap(int bytes) {
  return [=](Place, std::int64_t step) { return step * bytes; };
}
Access filter_from_global(const Address& tap, int bytes) {
  return load("filter", bytes, tap, taps);
}

template <class Threads>
Access result(const Threads& threads, const Image& image) {
  return store("out", image.bytes, threads.each([=](Place at, std::int64_t) { return image(at); }));
}

// Pixels from global memory.

template <class Threads>
std::vector<Kernel> from_global(const Threads& threads, const Image& image) {
  const Address pixel =
      threads.each([=](Place at, std::int64_t step) { return image(tap(first_pixel(at), step)); });
  const Address of_filter = threads.each(a_tap(image.bytes));
  return {{threads.blocks(),
           threads.block_size(),
           {load("in", image.bytes, pixel, taps), filter_from_global(of_filter, image.bytes),
            result(threads, image)}}};
}

std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  const Image image = image_of(p);
  return from_global(Grid(image.extent, tile), image);
}

// Pixels from a tile with its halo in shared memory.

constexpr Place with_halo(Place tile) { return {tile.y + 2 * radius, tile.x + 2 * radius}; }

/// The position in a tile with its halo that a thread fills at `step`, of `steps`; may lie outside
/// it.
struct Filling {
  std::function<Place(int rank, std::int64_t step)> place;
  std::int64_t steps;
};

/// By a block's threads in consecutive order.
Filling in_order(Place tile) {
  const Place filled = with_halo(tile);
  const int block_size = static_cast<int>(tile.y * tile.x);
  return {[=](int rank, std::int64_t step) {
            const std::int64_t i = rank + step * block_size;
            return Place{i / filled.x, i % filled.x};
          },
          blocks_for(filled.y * filled.x, block_size)};
}

/// A tile per block, a pixel per thread; halo pixels outside the image are zero.
class Tiled {
 public:
  Tiled(const Image& image, Place tile)
      : image_(image), tile_(tile), threads_(image.extent, tile), filling_(in_order(tile)) {}

  /// The filter is in constant memory, whose reads are not accesses to global memory.
  Kernel kernel() const {
    const int bytes = image_.bytes;
    return {threads_.blocks(),
            threads_.block_size(),
            {load("in", bytes, pixel(), filling_.steps),
             in_shared(store("tile", bytes, fill(), filling_.steps)),
             in_shared(load("tile", bytes, take(), taps)), result(threads_, image_)}};
  }
  Access filter() const {
    return filter_from_global(threads_.each(a_tap(image_.bytes)), image_.bytes);
  }

 private:
  Address pixel() const {
    return of_filling_threads([threads = threads_, image = image_](Thread thread, Place at) {
      const Place first = first_pixel(threads.corner(thread.block));
      return image({first.y + at.y, first.x + at.x});
    });
  }
  Address fill() const {
    return of_filling_threads([bytes = image_.bytes, row = with_halo(tile_).x](Thread, Place at) {
      return (at.y * row + at.x) * bytes;
    });
  }
  Address take() const {
    return threads_.each([bytes = image_.bytes, tile = tile_](Place at, std::int64_t step) {
      const Place place = tap({at.y % tile.y, at.x % tile.x}, step);
      return (place.y * with_halo(tile).x + place.x) * bytes;
    });
  }

  template <class At>
  Address of_filling_threads(const At& at) const {
    return [at, filling = filling_, filled = with_halo(tile_)](Thread thread,
                                                               std::int64_t step) -> std::int64_t {
      const Place place = filling.place(thread.rank, step);
      return place.y < filled.y && place.x < filled.x ? at(thread, place) : inactive;
    };
  }

  Image image_;
  Place tile_;
  Grid threads_;
  Filling filling_;
};

std::vector<Kernel> with_global_filter(const Tiled& tiled) {
  Kernel kernel = tiled.kernel();
  kernel.accesses.push_back(tiled.filter());
  return {kernel};
}

std::vector<Kernel> tile_halo(const ModelForm&, const Parameters& p, const HostArrays&) {
  return with_global_filter(Tiled(image_of(p), tile));
}

std::vector<Kernel> tile_halo_16x16(const ModelForm&, const Parameters& p, const HostArrays&) {
  return with_global_filter(Tiled(image_of(p), {16, 16}));
}

std::vector<Kernel> constant_filter(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {Tiled(image_of(p), tile).kernel()};
}

}  // namespace accesses

using accesses::radius;
using accesses::width;

std::size_t pixels(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

template <class T>
struct Conv2dProblem {
  Conv2d<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", pixels(p)),
            .filter = arrays.uniform<T>("filter", Filter5x5::taps),
            .out = arrays.output<T>("out", pixels(p)),
            .rows = static_cast<int>(p["rows"]),
            .cols = static_cast<int>(p["cols"])};
  }
  Work work(const Parameters& p) const { return copied<T>(pixels(p), 2 * Filter5x5::taps); }
  /// 25 products in any order: a term passes through at most 25 roundings, that of its product and
  /// those of 24 additions. One more covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = Filter5x5::taps + 1;
    const std::int64_t rows = p["rows"];
    const std::int64_t cols = p["cols"];
    const auto in = host.get<T>("in");
    const auto filter = host.get<T>("filter");
    return compare_elements(host.get<T>("out"), [&](std::size_t pixel) {
      const std::int64_t y = static_cast<std::int64_t>(pixel) / cols - radius;  // of the first tap
      const std::int64_t x = static_cast<std::int64_t>(pixel) % cols - radius;
      Wide<T> sum = 0;
      Wide<T> magnitude = 0;
      for (std::int64_t j = std::max<std::int64_t>(0, -y); j < std::min(width, rows - y); ++j)
        for (std::int64_t i = std::max<std::int64_t>(0, -x); i < std::min(width, cols - x); ++i) {
          const auto term = Wide<T>{filter[static_cast<std::size_t>(j * width + i)]} *
                            Wide<T>{in[static_cast<std::size_t>((y + j) * cols + x + i)]};
          sum += term;
          magnitude += std::abs(term);
        }
      const double bound = roundings * roundoff<T> * static_cast<double>(magnitude);
      return within(static_cast<double>(sum), bound);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    if (platform == Platform::host) {
      if (quick) return {{{"rows", 256}, {"cols", 256}}};
      return {{{"rows", 2048}, {"cols", 2048}}, {{"rows", 1000}, {"cols", 1501}}};
    }
    if (quick) return {{{"rows", 4096}, {"cols", 4096}}};
    return {{{"rows", 8192}, {"cols", 8192}}, {{"rows", 5003}, {"cols", 7001}}};
  }
};

Experiment experiment() {
  constexpr std::int64_t most_rows =
      std::int64_t{65535} * 8;  // a CUDA grid has 65535 blocks in y, of 8 rows here
  constexpr std::int64_t most_cols = std::numeric_limits<int>::max() / 2;
  const std::string ranks =
      "raw team ranks, the league divided by multiplication, 8 teams per SM, 32-bit row lengths";
  const std::string tile = ranks + ", scratch memory by get_shmem, no branch around the sum";
  const std::vector<std::string> tile_idioms = {
      "team_control/vector_range", "team_control/league_division", "scratch_use/view",
      "indexing/matrix_view", "team_control/early_return"};
  Experiment e;
  e.problem = problem_in_reals<Conv2dProblem>();
  e.pattern = Pattern::tile;
  e.question = "What does a tile with a halo save when every pixel is used 25 times?";
  e.parameters = {
      {"rows", "rows of the image", 8192, 0, most_rows},
      {"cols", "columns of the image", 8192, 0, most_cols},
  };
  e.variants = {
      {.name = "direct",
       .pattern = Pattern::grid,
       .technique = "25 pixels and 25 filter taps per thread, from global memory",
       .accesses = accesses::direct},
      matched("direct", ranks + ", the outer loop over taps unrolled explicitly",
              {"indexing/matrix_view", "indexing/plain_loop"}),
      {.name = "tile_halo",
       .technique =
           "pixels from a 32×8 tile and its halo in shared memory, the filter from global memory",
       .accesses = accesses::tile_halo},
      matched("tile_halo", tile, tile_idioms),
      {.name = "tile_halo_16x16",
       .technique = "the same from a 16×16 tile and its halo: a warp's two rows of pixels meet in "
                    "four banks",
       .accesses = accesses::tile_halo_16x16},
      matched("tile_halo_16x16", tile, tile_idioms),
      {.name = "constant_filter",
       .technique = "the same tile, the filter from constant memory; in Kokkos captured by value, "
                    "and so in the constant bank of the kernel's parameters",
       .accesses = accesses::constant_filter},
      matched("constant_filter", tile, tile_idioms),
      tuned_on_gpu("register_strip",
                   "4 columns (2 for double) × 8 rows of pixels per thread in registers, every row "
                   "of the input loaded once, as vectors where rows are whole vectors; the filter "
                   "as in constant_filter"),
      construct("mdrange", "direct", "an MDRangePolicy over (row, column), all defaults"),
      construct("mdrange_tile", "direct", "the same with a tile of 8 × 32"),
  };
  add_steps(e, "tile_halo",
            {{"a team of 256 and its raw ranks instead of TeamThreadRange and ThreadVectorRange",
              "team_control/vector_range"},
             {"the league rank divided by a Divisor", "team_control/league_division"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"one-dimensional Views, row lengths of 32 bits", "indexing/matrix_view"},
             {"a condition on the store instead of a return", "team_control/early_return"},
             {"LaunchBounds<256, 8>", "policies/launch_bounds"}});
  e.ragged = {{"rows", 37}, {"cols", 67}};
  e.tested_at = {{.axes = {{"rows", {0, 1, 2, 5, 7, 8, 9, 15, 17, 37}},
                           {"cols", {0, 1, 3, 4, 8, 17, 31, 32, 33, 128, 131, 132}}}}};
  return e;
}

}  // namespace tilebridge::conv2d_experiment
