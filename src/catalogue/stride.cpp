#include "catalogue/stride.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr std::int64_t largest_n = std::int64_t{1} << 34;

/// Elements that a stride through n elements meets.
std::size_t touched(const Parameters& p) {
  return static_cast<std::size_t>((p["n"] + p["stride"] - 1) / p["stride"]);
}

bool is_copy(const Variant& variant) {
  return variant.listing() == "copy" || variant.listing() == "vector_copy";
}

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const bool wrapped = variant.listing() == "wrapped";
  std::int64_t n = wrapped ? 4 * Mi : 32 * Mi;
  if (platform == Platform::host && preset == Preset::quick) n = wrapped ? Mi : 4 * Mi;
  std::vector<std::int64_t> strides = {1, 2, 4, 8, 16, 32};
  if (preset == Preset::quick) strides = {1, 2, 4, 32};
  if (variant.only_at) strides = {variant.only_at->second};
  std::vector<Parameters> result;
  for (const std::int64_t stride : strides) result.push_back({{"n", n}, {"stride", stride}});
  if (preset == Preset::full && !wrapped) result.push_back({{"n", 256 * Mi}, {"stride", 1}});
  return result;
}

Work work(const Variant& variant, const Parameters& p) {
  const bool wrapped = variant.listing() == "wrapped";
  const double count = wrapped ? static_cast<double>(p["n"]) : static_cast<double>(touched(p));
  const double bytes = count * real_bytes(p);
  if (variant.listing() == "add") return {2 * bytes, bytes, count};
  return {bytes, bytes, wrapped ? count : 0};
}

/// One rounding: the sum is exact, or nearly so, in the wider type.
template <class T>
Validation validate_add(const HostArrays& host, std::size_t stride) {
  const auto a = host.get<T>("a");
  const auto b = host.get<T>("b");
  return compare_elements(host.get<T>("c"), [&](std::size_t i) {
    if (i % stride != 0) return untouched();
    const auto sum = static_cast<double>(Wide<T>{a[i]} + Wide<T>{b[i]});
    return within(sum, roundoff<T> * std::abs(sum));
  });
}

template <class T>
struct StrideOf {
  static std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    if (variant.listing() == "add")
      return {uniform_input<T>("a", n), uniform_input<T>("b", n), output<T>("c", n)};
    if (is_copy(variant)) return {uniform_input<T>("in", n), output<T>("out", touched(p))};
    return {uniform_input<T>("in", n), output<T>("out", n)};
  }

  static std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
    const auto stride = static_cast<std::size_t>(p["stride"]);
    if (variant.listing() == "add")
      return StridedAdd<T>{at.get<const T>("a"), at.get<const T>("b"), at.get<T>("c"), touched(p),
                           stride};
    const T* in = at.get<const T>("in");
    T* out = at.get<T>("out");
    if (is_copy(variant)) return StridedCopy<T>{in, out, touched(p), stride};
    return WrappedCopy<T>{in, out, static_cast<std::size_t>(p["n"]), stride};
  }

  static Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
    const auto stride = static_cast<std::size_t>(p["stride"]);
    if (variant.listing() == "add") return validate_add<T>(host, stride);
    const auto in = host.get<T>("in");
    const auto out = host.get<T>("out");
    if (is_copy(variant))
      return compare_elements(out, [&](std::size_t i) { return exactly(in[i * stride]); });
    return compare_elements(
        out, [&](std::size_t i) { return exactly(2.0 * in[i * stride % in.size()]); });
  }
};

/// A vector a thread, and by the first threads what is too little for one, in both models.
Kernel vector_copy(std::int64_t n, int bytes) {
  constexpr int block_size = 128;
  const int width = 16 / bytes;
  const std::int64_t vectors = n / width;
  const Address whole = each(vectors, block_size, 16, [](std::int64_t v) { return v; });
  const Address rest =
      each(n % width, block_size, bytes, [=](std::int64_t i) { return width * vectors + i; });
  return {blocks_for(n, width * block_size),
          block_size,
          {load("in", 16, whole), store("out", 16, whole), load("in", bytes, rest),
           store("out", bytes, rest)}};
}

/// One element a thread.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const int block_size = flat_block_size(variant, model);
  if (model == Model::vendor) return {};
  if (variant.name == "vector_copy") return {vector_copy(p["n"], real_bytes(p))};
  const int bytes = real_bytes(p);
  const bool wrapped = variant.listing() == "wrapped";
  const std::int64_t n = p["n"];
  const std::int64_t stride = p["stride"];
  const std::int64_t count = wrapped ? n : static_cast<std::int64_t>(touched(p));
  const auto at = [&](auto index_of) { return each(count, block_size, bytes, index_of); };
  const Address strided = at([=](std::int64_t i) { return i * stride; });
  const Address in_order = at([](std::int64_t i) { return i; });
  Kernel kernel{blocks_for(count, block_size), block_size, {}};
  if (variant.listing() == "add")
    kernel.accesses = {load("a", bytes, strided), load("b", bytes, strided),
                       store("c", bytes, strided)};
  else if (wrapped)
    kernel.accesses = {load("in", bytes, at([=](std::int64_t i) { return i * stride % n; })),
                       store("out", bytes, in_order)};
  else
    kernel.accesses = {load("in", bytes, strided), store("out", bytes, in_order)};
  return {kernel};
}

}  // namespace

Experiment stride() {
  Experiment e;
  e.name = "stride";
  e.family = "coalescing";
  e.question = "What does a stride between neighbouring threads' elements cost?";
  e.sources = {{"D1", "§2.2"}, {"D2", "§5.2"}, {"D3", "§3"}};
  e.parameters = {
      {"n", "elements of each array, of which a stride of s meets every s-th", 32 * Mi, 0,
       largest_n},
      {"stride", "distance between neighbouring threads' elements, in elements", 32, 1, 1 << 20},
  };
  const std::string ranks = "teams of 256 threads, one element each by raw team rank";
  e.variants = {
      {"add", Level::textbook, "c[i·s] = a[i·s] + b[i·s], one element a thread",
       native_and_kokkos()},
      matched("add", ranks),
      {"copy", Level::textbook, "out[i] = in[i·s], one element a thread", native_and_kokkos()},
      matched("copy", ranks),
      {"wrapped", Level::textbook, "out[i] = 2·in[(i·s) mod n], one element a thread",
       native_and_kokkos()},
      matched("wrapped", ranks),
      {"vector_copy",
       Level::tuned,
       "copy of a 16-byte vector a thread, in blocks of 128 threads",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}},
       {},
       {{"stride", 1}}},
      {"driver_copy",
       Level::vendor,
       "the driver's own device-to-device copy",
       {{Model::vendor, {Platform::cuda}}},
       "vector_copy",
       {{"stride", 1}}},
  };
  e.work = work;
  e.accesses = accesses;
  ask_in_reals<StrideOf>(e, cases);
  return e;
}

}  // namespace tilebridge
