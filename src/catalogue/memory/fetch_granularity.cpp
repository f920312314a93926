// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/fetch_granularity.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::fetch_granularity_experiment {

/// The number of words that are read out of n.
std::size_t count_of(const Parameters& p) {
  return (p.as_size("n") + p.as_size("stride") - 1) / p.as_size("stride");
}

FlatLoop loop_of(const ModelForm& form, const Parameters& p) {
  return {form, static_cast<std::int64_t>(count_of(p)), sizeof(Word)};
}

std::vector<Kernel> strided(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop = loop_of(form, p);
  const auto apart = [stride = p["stride"]](std::int64_t i) { return i * stride; };
  return {loop.kernel({loop.load("in", apart), loop.store("out", in_order)})};
}

std::vector<Kernel> random(const ModelForm& form, const Parameters& p, const HostArrays& host) {
  const FlatLoop loop = loop_of(form, p);
  const auto found = [index = host.get<Word>("index"), stride = p["stride"]](std::int64_t i) {
    return index[static_cast<std::size_t>(i)] * stride;
  };
  return {loop.kernel(
      {loop.load("index", in_order), loop.load("in", found), loop.store("out", in_order)})};
}

struct ReadsProblem {
  bool at_random;

  SparseReads make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t count = count_of(p);
    SparseReads reads = {.in = arrays.words("in"),
                         .index = nullptr,
                         .out = arrays.output<Word>("out", count),
                         .count = static_cast<std::int64_t>(count),
                         .stride = p["stride"],
                         .granularity = p.as_int("granularity")};
    if (at_random) reads.index = arrays.words("index", count, std::max(count, std::size_t{1}));
    return reads;
  }
  Work work(const Parameters& p) const {
    Work work = copied<Word>(count_of(p));
    if (at_random) work.bytes_read *= 2;
    return work;
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t stride = p.as_size("stride");
    if (!at_random)
      return compare_from<Word>(host,
                                [=](auto in, std::size_t i) { return exactly(in[i * stride]); });
    const auto index = host.get<Word>("index");
    return compare_from<Word>(
        host, [=](auto in, std::size_t i) { return exactly(in[index[i] * stride]); });
  }

  static std::vector<Parameters> reads(std::int64_t n, std::vector<Value> strides) {
    return every({{"n", {n}}, {"stride", std::move(strides)}, {"granularity", {0, 32, 64, 128}}});
  }
  /// On GPUs the arrays are larger than any L2.
  Cases cases = {.quick = reads(64 * Mi, {16}),
                 .standard = reads(256 * Mi, {8, 16, 32}),
                 .host = every({{"n", {Mi}}, {"stride", {16}}, {"granularity", {0}}})};
};

void describe(Experiment& e) {
  e.pattern = Pattern::flat;
  e.question = "How much does L2 fetch from memory for one word, and can a program say?";
  e.parameters = {
      {"n", "words (4 bytes) of the array that is read", 256 * Mi, 0, 2 * Gi},
      {"stride", "words from one that is read to the next one", 16, 1, 1 << 20},
      {"granularity",
       "cudaLimitMaxL2FetchGranularity in bytes, a hint; 0 leaves it as it is, and on hosts it has "
       "no effect",
       0, 0, 128},
  };
  e.variants = {
      loops("strided", "out[i] = in[i · stride], one word per thread", problem(ReadsProblem{false}),
            strided),
      loops("random", "out[i] = in[index[i] · stride]: as many words, anywhere in the array",
            problem(ReadsProblem{true}), random),
  };
  e.ragged = {{"n", 8009}};
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 31, 33, 255, 257, 8009, 100003}},
                           {"stride", {1, 8, 16, 33}},
                           {"granularity", {0, 32}}}}};
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::fetch_granularity_experiment
