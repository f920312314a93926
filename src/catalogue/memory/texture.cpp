// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/texture.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::texture_experiment {

constexpr std::int64_t radius = Neighbourhood::radius;

std::size_t pixels(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

Parameters image(std::int64_t rows, std::int64_t cols) { return {{"rows", rows}, {"cols", cols}}; }

const Cases images = {.quick = {image(4096, 4096)},
                      .standard = {image(1024, 1024), image(16384, 16384), image(5003, 7001)},
                      .host_quick = {image(512, 512)},
                      .host = {image(2048, 2048), image(1000, 1501)}};

/// The pixel of an image that is nearest to (x, y).
class Image {
 public:
  Image(std::span<const float> pixels, const Parameters& p)
      : pixels_(pixels), rows_(p["rows"]), cols_(p["cols"]) {}

  double operator()(std::int64_t y, std::int64_t x) const {
    const std::int64_t row = std::clamp<std::int64_t>(y, 0, rows_ - 1);
    const std::int64_t col = std::clamp<std::int64_t>(x, 0, cols_ - 1);
    return pixels_[static_cast<std::size_t>(row * cols_ + col)];
  }

 private:
  std::span<const float> pixels_;
  std::int64_t rows_, cols_;
};

struct MeanProblem {
  Neighbourhood make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", pixels(p)), arrays.output<float>("out", pixels(p)),
            p.as_int("rows"), p.as_int("cols")};
  }
  /// A pixel counts once, however often it is read.
  Work work(const Parameters& p) const { return copied<float>(pixels(p), Neighbourhood::pixels); }
  /// Every pixel passes through at most 9 additions, the rounding of 1/9 and that of the product;
  /// one more rounding covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = Neighbourhood::pixels + 3;
    const std::int64_t cols = p["cols"];
    const Image in(host.get<float>("in"), p);
    return compare_elements(host.get<float>("out"), [&](std::size_t pixel) {
      const std::int64_t y = static_cast<std::int64_t>(pixel) / cols;
      const std::int64_t x = static_cast<std::int64_t>(pixel) % cols;
      BoundedSum sum;
      for (std::int64_t j = y - radius; j <= y + radius; ++j)
        for (std::int64_t i = x - radius; i <= x + radius; ++i) sum.add(in(j, i));
      return within(sum.value / Neighbourhood::pixels,
                    roundings * unit_roundoff * sum.magnitudes / Neighbourhood::pixels);
    });
  }
  Cases cases = images;
};

/// A place along one axis, in pixels, and the weights of the two pixels around it.
struct Place {
  double pixels;

  std::int64_t first() const { return static_cast<std::int64_t>(std::floor(pixels)); }
  double weight_of_second() const { return pixels - std::floor(pixels); }
  /// The error of the place as a float: none where 24 bits suffice, even half a pixel further,
  /// which a texture's coordinates are; otherwise two roundings.
  double error() const {
    constexpr double exact_to = double{1 << 24} / Rotation::one;
    const double distance = std::abs(pixels) + 0.5;
    return distance <= exact_to ? 0 : 2 * unit_roundoff * distance;
  }
};

struct RotationProblem {
  double weight_error;  // of the fraction that weighs two pixels, at most

  Rotation make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", pixels(p)), arrays.output<float>("out", pixels(p)),
            p.as_int("rows"), p.as_int("cols")};
  }
  /// A pixel counts once, however often it is read. Two fractions, and three times a difference, a
  /// product and a sum.
  Work work(const Parameters& p) const { return copied<float>(pixels(p), 11); }
  /// Pixels lie in [-1, 1), so that along each axis the image rises by less than 2 per pixel:
  /// whatever displaces a place by d, an inexact weight or an inexact coordinate, changes the
  /// result by 2·d at most. Two interpolations, one of the other's results, take 5 roundings each
  /// (of a difference and a product of up to 2, and of a sum); two more cover the higher orders.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = 12;
    const Image in(host.get<float>("in"), p);
    const std::int64_t rows = p["rows"];
    const std::int64_t cols = p["cols"];
    return compare_elements(host.get<float>("out"), [&](std::size_t pixel) {
      const std::int64_t right = static_cast<std::int64_t>(pixel) % cols - cols / 2;
      const std::int64_t down = static_cast<std::int64_t>(pixel) / cols - rows / 2;
      const Place x = turned(cols / 2, Rotation::cosine * right - Rotation::sine * down);
      const Place y = turned(rows / 2, Rotation::sine * right + Rotation::cosine * down);
      const double displaced = 2 * weight_error + x.error() + y.error();
      return within(interpolated(in, y, x), 2 * displaced + roundings * unit_roundoff);
    });
  }
  Cases cases = images;

 private:
  static Place turned(std::int64_t middle, std::int64_t units) {
    return {static_cast<double>(middle) + static_cast<double>(units) / Rotation::one};
  }

  static double interpolated(const Image& in, Place y, Place x) {
    const auto between = [](double a, double b, double weight) { return a + weight * (b - a); };
    const auto along_row = [&](std::int64_t row) {
      return between(in(row, x.first()), in(row, x.first() + 1), x.weight_of_second());
    };
    return between(along_row(y.first()), along_row(y.first() + 1), y.weight_of_second());
  }
};

void describe(Experiment& e) {
  e.copies_inputs = true;
  const ProblemPointer turned = problem(RotationProblem{.weight_error = 0});
  const ProblemPointer filtered = problem(RotationProblem{.weight_error = texture_weight_error});
  // A two-dimensional texture holds no more (compute capability 8.0 and later).
  constexpr std::int64_t most_rows = 65536;
  constexpr std::int64_t most_cols = 131072;
  e.problem = problem(MeanProblem{});
  e.pattern = Pattern::grid;
  e.question =
      "What do texture reads of a pixel's neighbours save, and what does texture interpolation "
      "save?";
  e.parameters = {
      {"rows", "rows of the image", 4096, 0, most_rows},
      {"cols", "columns of the image", 4096, 0, most_cols},
  };
  e.variants = {
      loops("global", "9 pixels per thread from global memory"),
      loops("read_only", "9 pixels per thread through __ldg; in Kokkos a View with RandomAccess",
            native_and_kokkos_on_gpu()),
      native_only("texture_object",
                  "9 pixels per thread through a texture of a CUDA array, which hardware clamps at "
                  "the border; copied into the array before the launch",
                  "Kokkos has no texture objects"),
      loops("bilinear",
            "the image turned by 19.7°: 4 pixels per thread from global memory, and three linear "
            "interpolations",
            turned),
      native_only(
          "filtered",
          "the same by one fetch from a texture with a linear filter, whose weights have 8 bits of "
          "fraction",
          "Kokkos has no texture objects: a View with RandomAccess is loaded, without a filter",
          filtered),
      builtin("mdrange", "global", "an MDRangePolicy over (row, column), all defaults"),
      builtin("mdrange_tile", "global", "the same with a tile of 8 × 32"),
  };
  add_rewritten(e, {"global", "read_only", "bilinear"},
                "raw team ranks, the league divided by multiplication, rows of 32-bit length in a "
                "one-dimensional View, loops unrolled by folds",
                {"indexing/matrix_view"});
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 7, 8, 9, 37}}, {"cols", {0, 1, 2, 31, 32, 33, 131}}}}};
}

}  // namespace tilebridge::texture_experiment
