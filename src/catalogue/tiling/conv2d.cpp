// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/conv2d.hpp"

#include "access/grid.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::conv2d_experiment {

constexpr std::int64_t radius = Filter5x5::radius;
constexpr std::int64_t width = Filter5x5::width;
constexpr std::int64_t taps = Filter5x5::taps;

constexpr Place tile = {Conv2d<float>::tile_rows, Conv2d<float>::tile_columns};

/// Gives a pixel's byte offset from the beginning of an image; pixels outside it are inactive.
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
/// The pixel of tap `step`, where `first` is the first tap's.
Place tap(Place first, std::int64_t step) {
  return {first.y + step / width, first.x + step % width};
}

/// All lanes read the same tap of the filter at a time.
Access filter_from_global(const Grid& threads, int bytes) {
  return load("filter", bytes, threads.each([=](Place, std::int64_t step) { return step * bytes; }),
              taps);
}

Access result(const Grid& threads, const Image& image) {
  return store("out", image.bytes, threads.each([=](Place at, std::int64_t) { return image(at); }));
}

/// Threads read pixels from global memory.
std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  const Image image = image_of(p);
  const Grid threads(image.extent, tile);
  const Address pixel =
      threads.each([=](Place at, std::int64_t step) { return image(tap(first_pixel(at), step)); });
  return {threads.kernel({load("in", image.bytes, pixel, taps),
                          filter_from_global(threads, image.bytes), result(threads, image)})};
}

/// Threads, one per pixel, read from a tile with its halo in shared memory, which the block fills
/// in consecutive order; halo pixels outside the image are zero. Reads of a filter in constant
/// memory are not accesses to global memory.
Accesses tile_halo(Place own, bool with_filter = true) {
  return [=](const ModelForm&, const Parameters& p, const HostArrays&) -> std::vector<Kernel> {
    const Image image = image_of(p);
    const Grid threads(image.extent, own);
    const int bytes = image.bytes;
    const int block_size = threads.block_size();
    const Place filled = {own.y + 2 * radius, own.x + 2 * radius};
    const auto staged = [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t i = thread.rank + step * block_size;
      return i < filled.y * filled.x ? i : inactive;
    };
    const Address pixel = [=](Thread thread, std::int64_t step) {
      const Place first = first_pixel(threads.corner(thread.block));
      const std::int64_t i = staged(thread, step);
      return i == inactive ? i : image({first.y + i / filled.x, first.x + i % filled.x});
    };
    const Address fill = [=](Thread thread, std::int64_t step) {
      const std::int64_t i = staged(thread, step);
      return i == inactive ? i : i * bytes;
    };
    const Address take = threads.each([=](Place at, std::int64_t step) {
      const Place place = tap({at.y % own.y, at.x % own.x}, step);
      return (place.y * filled.x + place.x) * bytes;
    });
    const std::int64_t steps = blocks_for(filled.y * filled.x, block_size);
    Kernel kernel = threads.kernel(
        {load("in", bytes, pixel, steps), in_shared(store("tile", bytes, fill, steps)),
         in_shared(load("tile", bytes, take, taps)), result(threads, image)});
    if (with_filter) kernel.accesses.push_back(filter_from_global(threads, bytes));
    return {kernel};
  };
}

std::size_t pixels(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

Parameters image(std::int64_t rows, std::int64_t cols) { return {{"rows", rows}, {"cols", cols}}; }

template <class T>
struct Conv2dProblem {
  Conv2d<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", pixels(p)), arrays.uniform<T>("filter", Filter5x5::taps),
            arrays.output<T>("out", pixels(p)), p.as_int("rows"), p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return copied<T>(pixels(p), 2 * Filter5x5::taps); }
  /// The 25 products are added in any order: a term passes through at most 25 roundings, one of its
  /// product and 24 of additions. One more covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = Filter5x5::taps + 1;
    const std::int64_t rows = p["rows"];
    const std::int64_t cols = p["cols"];
    const auto filter = host.get<T>("filter");
    return compare_from<T>(host, [&](auto in, std::size_t pixel) {
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
  Cases cases = {.quick = {image(4096, 4096)},
                 .standard = {image(8192, 8192), image(5003, 7001)},
                 .host_quick = {image(256, 256)},
                 .host = {image(2048, 2048), image(1000, 1501)}};
};

void describe(Experiment& e) {
  e.copies_inputs = true;
  constexpr std::int64_t most_rows =
      std::int64_t{65535} * 8;  // a CUDA grid has 65535 blocks in y, of 8 rows here
  constexpr std::int64_t most_cols = std::numeric_limits<int>::max() / 2;
  const std::string ranks =
      "raw team ranks, the league divided by multiplication, 8 teams per SM, 32-bit row lengths";
  e.problem = problem_in_reals<Conv2dProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"tile_halo", "convolution"};
  e.question = "What does a tile with a halo save when every pixel is used 25 times?";
  e.parameters = {
      {"rows", "rows of the image", 8192, 0, most_rows},
      {"cols", "columns of the image", 8192, 0, most_cols},
  };
  e.variants = {
      loops("direct", "25 pixels and 25 filter taps per thread, from global memory", Pattern::grid,
            direct),
      rewritten("direct", ranks + ", the outer loop over taps unrolled explicitly",
                {"indexing/matrix_view", "indexing/plain_loop"}),
      loops("tile_halo",
            "pixels from a 32×8 tile and its halo in shared memory, the filter from global memory",
            tile_halo(tile)),
      loops(
          "tile_halo_16x16",
          "the same from a 16×16 tile and its halo: a warp's two rows of pixels meet in four banks",
          tile_halo({16, 16})),
      loops("constant_filter",
            "the same tile, the filter from constant memory; in Kokkos captured by value, and so "
            "in the constant bank of the kernel's parameters",
            tile_halo(tile, false)),
      tuned_on_gpu(
          "register_strip",
          "4 columns (2 for double) × 8 rows of pixels per thread in registers, every row "
          "of the input loaded once, as vectors; the filter as in constant_filter. In rows "
          "that are no whole vectors, strips are skewed in CUDA, so that their vectors are "
          "aligned, and lanes exchange the pixels beside them by shuffles; Kokkos has no "
          "portable shuffle within a team, and loads single pixels"),
      builtin("mdrange", "direct", "an MDRangePolicy over (row, column), all defaults"),
      builtin("mdrange_tile", "direct", "the same with a tile of 8 × 32"),
  };
  add_rewritten(e, {"tile_halo", "tile_halo_16x16", "constant_filter"},
                ranks + ", scratch memory by get_shmem, no branch around the sum",
                {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
                 "indexing/matrix_view", "team_control/early_return"});
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
                           {"cols", {0, 1, 3, 4, 8, 17, 31, 32, 33, 128, 131, 132}}}},
                 // Skewed strips of each kind: a warp has 120 columns of floats, 60 of pairs of
                 // floats, 56 of doubles.
                 {.axes = {{"rows", {1, 2, 7, 8, 9, 33}},
                           {"cols", {2, 5, 55, 57, 58, 62, 111, 113, 119, 121, 123, 130, 241}}},
                  .variant = "register_strip",
                  .platforms = {Platform::cuda, Platform::hip}}};
}

}  // namespace tilebridge::conv2d_experiment
