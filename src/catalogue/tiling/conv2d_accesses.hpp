// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of conv2d.hpp.
#pragma once

#include <functional>

#include "access/grid.hpp"
#include "access/kernel.hpp"
#include "catalogue/real.hpp"
#include "catalogue/tiling/conv2d.hpp"

namespace tilebridge::conv2d_accesses {

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

inline Image image_of(const Parameters& p) { return {{p["rows"], p["cols"]}, real_bytes(p)}; }

/// The pixel of an output's first tap.
inline Place first_pixel(Place of_output) { return {of_output.y - radius, of_output.x - radius}; }
/// The pixel for tap `step`, where `first` is the pixel for the first one.
inline Place tap(Place first, std::int64_t step) {
  return {first.y + step / width, first.x + step % width};
}

/// All lanes read the same tap of the filter at a time.
inline auto a_tap(int bytes) {
  return [=](Place, std::int64_t step) { return step * bytes; };
}
inline Access filter_from_global(const Address& tap, int bytes) {
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

inline std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
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

/// A block's threads in consecutive order.
inline Filling in_order(Place tile) {
  const Place filled = with_halo(tile);
  const int block_size = static_cast<int>(tile.y * tile.x);
  return {[=](int rank, std::int64_t step) {
            const std::int64_t i = rank + step * block_size;
            return Place{i / filled.x, i % filled.x};
          },
          blocks_for(filled.y * filled.x, block_size)};
}

/// A row of threads fills a row of pixels, as nested loops do.
inline Filling by_rows(Place tile) {
  const std::int64_t across = blocks_for(with_halo(tile).x, static_cast<int>(tile.x));
  const std::int64_t down = blocks_for(with_halo(tile).y, static_cast<int>(tile.y));
  return {[=](int rank, std::int64_t step) {
            return Place{rank / tile.x + step / across * tile.y,
                         rank % tile.x + step % across * tile.x};
          },
          down * across};
}

/// A tile per block, a pixel per thread; halo pixels outside the image are zero.
class Tiled {
 public:
  Tiled(const ModelForm& form, const Image& image, Place tile)
      : image_(image),
        tile_(tile),
        threads_(image.extent, tile),
        filling_(form.is_plain_kokkos() ? by_rows(tile) : in_order(tile)) {}

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

inline std::vector<Kernel> with_global_filter(const Tiled& tiled) {
  Kernel kernel = tiled.kernel();
  kernel.accesses.push_back(tiled.filter());
  return {kernel};
}

inline std::vector<Kernel> tile_halo(const ModelForm& form, const Parameters& p,
                                     const HostArrays&) {
  return with_global_filter(Tiled(form, image_of(p), tile));
}

inline std::vector<Kernel> tile_halo_16x16(const ModelForm& form, const Parameters& p,
                                           const HostArrays&) {
  return with_global_filter(Tiled(form, image_of(p), {16, 16}));
}

inline std::vector<Kernel> constant_filter(const ModelForm& form, const Parameters& p,
                                           const HostArrays&) {
  return {Tiled(form, image_of(p), tile).kernel()};
}

}  // namespace tilebridge::conv2d_accesses
