// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/cache_loads.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::cache_loads_experiment {

constexpr std::array<std::pair<const char*, LoadPattern>, 4> patterns = {{
    {"aligned", LoadPattern::aligned},
    {"misaligned", LoadPattern::misaligned},
    {"strided", LoadPattern::strided},
    {"scattered", LoadPattern::scattered},
}};

LoadPattern pattern_of(const Parameters& p) { return named(patterns, p.word("pattern")); }

template <bool past_l1>
std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], sizeof(float));
  const std::int64_t pieces = blocks_for(p["n"], PatternedCopy::piece);
  Access in = loop.load("in", [=, pattern = pattern_of(p)](std::int64_t i) {
    return PatternedCopy::source(pattern, pieces, i);
  });
  in.past_l1 = past_l1;
  return {loop.kernel({in, loop.store("out", in_order)})};
}

/// The places in a piece that its results come from with strides. Each warp of 32 reads a word of
/// every sector: the piece's first warp the first words, the next warp the second ones, and so on.
std::vector<std::size_t> strided_places() {
  std::vector<std::size_t> places;
  for (std::size_t word = 0; word < PatternedCopy::stride; ++word)
    for (std::size_t first = 0; first < PatternedCopy::piece; first += PatternedCopy::stride)
      places.push_back(first + word);
  return places;
}

/// The piece that the hash of i names: the hash's leading 32 bits, as a fraction, of all pieces.
std::size_t hashed_piece(std::size_t i, std::size_t pieces) {
  constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32U;
  const std::uint64_t hash = i * std::uint64_t{11400714819323198485U};
  return hash / two_to_32 * pieces / two_to_32;
}

/// Says which element becomes result i, without the struct's map, which all kernels use.
class ExpectedSource {
 public:
  explicit ExpectedSource(const Parameters& p)
      : pattern_(pattern_of(p)),
        pieces_(static_cast<std::size_t>(blocks_for(p["n"], PatternedCopy::piece))) {}

  std::size_t operator()(std::size_t i) const {
    const std::size_t place = i % PatternedCopy::piece;
    if (pattern_ == LoadPattern::aligned) return i;
    if (pattern_ == LoadPattern::misaligned) return i + 1;
    if (pattern_ == LoadPattern::strided) return i - place + strided_places_[place];
    return hashed_piece(i, pieces_) * PatternedCopy::piece + place;
  }

 private:
  LoadPattern pattern_;
  std::size_t pieces_;
  std::vector<std::size_t> strided_places_ = strided_places();
};

struct PatternedCopyProblem {
  PatternedCopy make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    const std::size_t pieces = (n + PatternedCopy::piece - 1) / PatternedCopy::piece;
    return {arrays.uniform("in", pieces * PatternedCopy::piece + 1), arrays.output<float>("out", n),
            n, pieces, pattern_of(p)};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const ExpectedSource source(p);
    return compare_from<float>(host,
                               [&](auto in, std::size_t i) { return exactly(in[source(i)]); });
  }
  /// Larger than the L2 cache of today's GPUs.
  static std::vector<Parameters> of_size(std::int64_t n) {
    return every({{"n", {n}}, {"pattern", words_of<std::vector<Value>>(patterns)}});
  }
  Cases cases = {.quick = of_size(32 * Mi),
                 .standard = of_size(64 * Mi),
                 .host_quick = of_size(Mi),
                 .host = of_size(16 * Mi)};
};

void describe(Experiment& e) {
  constexpr auto through_l1 = copy<false>;
  constexpr auto past_l1 = copy<true>;
  const std::string no_hint = "Kokkos has no cache hint for a load";
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(PatternedCopyProblem{});
  e.pattern = Pattern::flat;
  e.question = "How do L1 and L2 serve aligned, misaligned, strided and scattered loads?";
  e.parameters = {
      {"n", "elements copied (4 bytes)", 64 * Mi, 0, 16 * Gi},
      one_of(
          "pattern", words_of(patterns), "aligned",
          "what a warp of 32 reads: 128 bytes of a line; the same from the line's second word on; "
          "words a sector apart, of sectors that the block's other warps read too; anywhere"),
  };
  e.variants = {
      loops("default_load", "plain loads, one element per thread: L1 and L2", native_and_kokkos(),
            through_l1),
      native_only("all_caches", "__ldca: L1 and L2", no_hint, through_l1),
      native_only("l2_only", "__ldcg: bypasses L1", no_hint, past_l1),
      native_only("streaming", "__ldcs: L1 and L2, whose lines are evicted first", no_hint,
                  through_l1),
      loops("read_only", "__ldg; in Kokkos a View with RandomAccess", through_l1),
      loops("compiled_ca", "plain loads in a file compiled with -Xptxas -dlcm=ca: L1 and L2",
            through_l1),
      loops("compiled_cg", "plain loads in a file compiled with -Xptxas -dlcm=cg: L2 only",
            past_l1),
  };
  add_rewritten(e, {"default_load", "read_only", "compiled_ca", "compiled_cg"}, by_raw_rank,
                {"policies/range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 31, 32, 33, 255, 256, 257, 511, 513, 1009, 100003}}}}};
}

}  // namespace tilebridge::cache_loads_experiment
