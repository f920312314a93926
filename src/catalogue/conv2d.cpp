#include "catalogue/conv2d.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "access/grid.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t radius = Filter5x5::radius;
constexpr std::int64_t width = Filter5x5::width;
constexpr std::size_t taps = std::size_t{Filter5x5::width} * Filter5x5::width;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool quick = preset == Preset::quick;
  if (platform == Platform::host) {
    if (quick) return {{{"rows", 512}, {"cols", 512}}};
    return {{{"rows", 2048}, {"cols", 2048}}, {{"rows", 1000}, {"cols", 1501}}};
  }
  if (quick) return {{{"rows", 4096}, {"cols", 4096}}};
  return {{{"rows", 8192}, {"cols", 8192}}, {{"rows", 5003}, {"cols", 7001}}};
}

std::size_t pixels(const Parameters& p) {
  return static_cast<std::size_t>(p["rows"]) * static_cast<std::size_t>(p["cols"]);
}

template <class T>
struct Conv2dOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    return {uniform_input<T>("in", pixels(p)), uniform_input<T>("filter", taps),
            output<T>("out", pixels(p))};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Conv2d<T>{at.get<const T>("in"), at.get<const T>("filter"), at.get<T>("out"),
                     static_cast<int>(p["rows"]), static_cast<int>(p["cols"])};
  }

  /// 25 products in any order: a term passes through no more than 25 roundings, its product's and
  /// those of 24 additions. One more covers what is of second order.
  static Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
    constexpr double roundings = taps + 1;
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
};

/// Bytes from the beginning of an image of rows × cols; inactive beyond its border.
struct Image {
  std::int64_t rows, cols;
  int bytes;  // of a pixel

  std::int64_t operator()(Place at) const {
    const bool inside = at.y >= 0 && at.y < rows && at.x >= 0 && at.x < cols;
    return inside ? (at.y * cols + at.x) * bytes : inactive;
  }
};

constexpr auto all_taps = static_cast<std::int64_t>(taps);

/// A tap's pixel lies `tap` after the first one's.
Place first_pixel(Place of_output) { return {of_output.y - radius, of_output.x - radius}; }
Place tap(Place first, std::int64_t step) {
  return {first.y + step / width, first.x + step % width};
}

/// All lanes read one tap at a time.
auto a_tap(int bytes) {
  return [=](Place, std::int64_t step) { return step * bytes; };
}
Access filter_from_global(const Address& tap, int bytes) {
  return load("filter", bytes, tap, all_taps);
}

template <class Threads>
Access result(const Threads& threads, const Image& image) {
  return store("out", image.bytes, threads.each([=](Place at, std::int64_t) { return image(at); }));
}

template <class Threads>
Kernel direct(const Threads& threads, const Image& image) {
  const Address pixel =
      threads.each([=](Place at, std::int64_t step) { return image(tap(first_pixel(at), step)); });
  return {
      threads.blocks(),
      threads.block_size(),
      {load("in", image.bytes, pixel, all_taps),
       filter_from_global(threads.each(a_tap(image.bytes)), image.bytes), result(threads, image)}};
}

/// Which place of a tile with its halo a thread fills at `step`, of `steps`; may lie beyond it.
struct Filling {
  std::function<Place(int rank, std::int64_t step)> place;
  std::int64_t steps;
};

constexpr Place with_halo(Place tile) { return {tile.y + 2 * radius, tile.x + 2 * radius}; }

/// A block's threads one after another.
Filling in_order(Place tile) {
  const std::int64_t columns = with_halo(tile).x;
  const int block_size = static_cast<int>(tile.y * tile.x);
  return {[=](int rank, std::int64_t step) {
            const std::int64_t i = rank + step * block_size;
            return Place{i / columns, i % columns};
          },
          blocks_for(with_halo(tile).y * columns, block_size)};
}

/// A row a row of threads, as nested loops have it.
Filling by_rows(Place tile) {
  const std::int64_t across = blocks_for(with_halo(tile).x, static_cast<int>(tile.x));
  const std::int64_t down = blocks_for(with_halo(tile).y, static_cast<int>(tile.y));
  return {[=](int rank, std::int64_t step) {
            return Place{rank / tile.x + step / across * tile.y,
                         rank % tile.x + step % across * tile.x};
          },
          down * across};
}

/// A tile with its halo, a zero for what lies beyond the border. `sums_all`: threads beyond it sum
/// too, and store nothing. A filter in constant memory is none of global memory's accesses.
Kernel tile_halo(const Grid& threads, Place tile, const Filling& filling, bool sums_all,
                 const Image& image, bool filter_is_global) {
  const auto summing = [&](const auto& at) {
    return sums_all ? threads.everywhere(at) : threads.each(at);
  };
  const Place staged = with_halo(tile);
  const int bytes = image.bytes;
  const auto filled = [=](const auto& address) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const Place at = filling.place(thread.rank, step);
      return at.y < staged.y && at.x < staged.x ? address(thread, at) : inactive;
    };
  };
  const Address pixel = filled([=](Thread thread, Place at) {
    const Place first = first_pixel(threads.corner(thread.block));
    return image({first.y + at.y, first.x + at.x});
  });
  const Address fill = filled([=](Thread, Place at) { return (at.y * staged.x + at.x) * bytes; });
  const Address take = summing([=](Place at, std::int64_t step) {
    const Place place = tap({at.y % tile.y, at.x % tile.x}, step);
    return (place.y * staged.x + place.x) * bytes;
  });
  Kernel kernel{threads.blocks(),
                threads.block_size(),
                {load("in", bytes, pixel, filling.steps),
                 in_shared(store("tile", bytes, fill, filling.steps)),
                 in_shared(load("tile", bytes, take, all_taps)), result(threads, image)}};
  if (filter_is_global) kernel.accesses.push_back(filter_from_global(summing(a_tap(bytes)), bytes));
  return kernel;
}

/// Of every row of pixels that a thread reads or writes: `count` packs of `pixels`, the first one
/// `from` pixels right of the thread's first pixel and the next ones `apart`.
struct Packs {
  std::int64_t pixels;
  std::int64_t from;
  std::int64_t apart = 0;
  std::int64_t count = 1;
};

/// A strip of pixels a thread, from registers; the filter is in constant memory. Native threads
/// below the image return, Kokkos's read those of its rows that lie in their halo.
class Strips {
 public:
  Strips(Model model, const Image& image)
      : image_(image),
        columns_(16 / image.bytes),
        threads_({model == Model::kokkos ? down(image) * block.y : strips(image),
                  blocks_for(image.cols, static_cast<int>(columns_))},
                 block) {}

  Kernel kernel() const {
    Kernel kernel{threads_.blocks(), threads_.block_size(), {}};
    if (image_.cols % columns_ == 0)
      kernel.accesses = {read({radius, -radius, columns_ + radius, 2}), read({columns_, 0}),
                         write({columns_, 0})};
    else
      kernel.accesses = {read({1, -radius, 1, columns_ + 2 * radius}), write({1, 0, 1, columns_})};
    return kernel;
  }

 private:
  static constexpr int rows = 8;           // of a thread's strip
  static constexpr Place block = {4, 32};  // threads

  static std::int64_t strips(const Image& image) { return blocks_for(image.rows, rows); }
  static std::int64_t down(const Image& image) { return blocks_for(strips(image), block.y); }

  Access read(const Packs& packs) const {
    return load("in", bytes(packs), rows_from(-radius, packs), (rows + 2 * radius) * packs.count);
  }
  Access write(const Packs& packs) const {
    return store("out", bytes(packs), rows_from(0, packs), rows * packs.count);
  }
  int bytes(const Packs& packs) const { return static_cast<int>(packs.pixels) * image_.bytes; }
  /// Row after row, the first one `first` below the thread's first pixel.
  Address rows_from(std::int64_t first, const Packs& packs) const {
    return threads_.each([=, image = image_, columns = columns_](Place at, std::int64_t step) {
      return image({at.y * rows + first + step / packs.count,
                    at.x * columns + packs.from + step % packs.count * packs.apart});
    });
  }

  Image image_;
  std::int64_t columns_;  // of a thread's strip: a vector of 16 bytes
  Grid threads_;
};

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  constexpr Place tile = {8, 32};
  const std::string& name = variant.problem();
  const bool is_matched = variant.level == Level::matched;
  const Place extent = {p["rows"], p["cols"]};
  const Image image{extent.y, extent.x, real_bytes(p)};
  if (name == "register_strip") return {Strips(model, image).kernel()};
  if (name == "mdrange") return {direct(RowsFirst(extent), image)};
  if (name == "mdrange_tile") return {direct(RowsFirst(extent, {8, 32}), image)};
  const Grid threads(extent, tile);
  if (name == "direct") return {direct(threads, image)};
  const bool plain = model == Model::kokkos && !is_matched;
  return {tile_halo(threads, tile, plain ? by_rows(tile) : in_order(tile), is_matched, image,
                    name == "tile_halo")};
}

}  // namespace

Experiment conv2d() {
  constexpr std::int64_t most_rows =
      std::int64_t{65535} * 8;  // a CUDA grid has 65535 blocks in y, of 8 rows here
  constexpr std::int64_t most_cols = std::numeric_limits<int>::max() / 2;
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  const std::string ranks =
      "raw team ranks, the league divided by multiplication, 8 teams an SM, images of 32-bit rows";
  const std::string tile = ranks + ", scratch memory by get_shmem, no branch around the sum";
  Experiment e;
  e.name = "conv2d";
  e.family = "tiling";
  e.question = "What does a tile with a halo save where every pixel is used 25 times?";
  e.sources = {{"D5", "§3.2"}, {"D5", "§6"}};
  e.parameters = {
      {"rows", "rows of the image", 8192, 0, most_rows},
      {"cols", "columns of the image", 8192, 0, most_cols},
  };
  e.variants = {
      {"direct", Level::textbook, "25 pixels and 25 filter taps a thread, from global memory",
       native_and_kokkos()},
      matched("direct", ranks + ", the outer loop of taps written out"),
      {"tile_halo", Level::textbook,
       "pixels from a 32×8 tile and its halo in shared memory, the filter from global memory",
       native_and_kokkos()},
      matched("tile_halo", tile),
      {"constant_filter", Level::textbook,
       "the same tile, the filter from constant memory; in Kokkos captured by value, and so in the "
       "constant bank of the kernel's parameters",
       native_and_kokkos()},
      matched("constant_filter", tile),
      {"register_strip", Level::tuned,
       "4 columns (of doubles 2) × 8 rows of pixels a thread in registers, every row of the input "
       "loaded once, as vectors where rows consist of them; the filter as in constant_filter",
       on_gpu},
      {"mdrange", Level::idiomatic, "an MDRangePolicy over (row, column), all defaults", kokkos,
       "direct"},
      {"mdrange_tile", Level::idiomatic, "the same with a tile of 8 × 32", kokkos, "direct"},
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto count = static_cast<double>(pixels(p));
    const double bytes = count * real_bytes(p);
    return Work{bytes, bytes, 2 * taps * count};
  };
  e.accesses = accesses;
  ask_in_reals<Conv2dOf>(e, cases);
  return e;
}

}  // namespace tilebridge
