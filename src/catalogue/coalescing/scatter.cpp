// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/scatter.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::scatter_experiment {

/// The accesses leave out that the sums are set to zero.
std::vector<Kernel> one_per_thread(const ModelForm& form, const Parameters& p,
                                   const HostArrays& host) {
  const FlatLoop bins(form, p["n"], sizeof(Word));
  const FlatLoop loop(form, p["n"], sizeof(double));
  const Address sum = loop.at([bin = host.get<Word>("bin")](std::int64_t i) {
    return std::int64_t{bin[static_cast<std::size_t>(i)]};
  });
  return {loop.kernel({bins.load("bin", in_order), loop.load("in", in_order),
                       atomic("sums", sizeof(double), sum)})};
}

/// The terms of one bin.
struct Terms {
  Wide<double> value = 0;
  Wide<double> squares = 0;
  double count = 0;
};

struct ScatterProblem {
  Scatter make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<double>("in"), arrays.words("bin", {}, p.as_size("bins")),
            arrays.output<double>("sums", p.as_size("bins")), p.as_size("n"), p.as_size("bins")};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.bytes_read = n * (sizeof(double) + sizeof(Word)),
            .bytes_written = p.as_double("bins") * sizeof(double),
            .flops = n,
            .no_ceiling = true};
  }
  /// Whatever the order, no term passes through more additions than its bin has terms. A case has
  /// up to a million bins, hence the λ of 8.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<double>("in");
    const auto bin = host.get<Word>("bin");
    const auto& all = host.once<std::vector<Terms>>("terms", [&] {
      std::vector<Terms> terms(p.as_size("bins"));
      for (std::size_t i = 0; i < in.size(); ++i) {
        Terms& of_bin = terms[bin[i]];
        const Wide<double> x = in[i];
        of_bin.value += x;
        of_bin.squares += x * x;
        ++of_bin.count;
      }
      return terms;
    });
    return compare_elements(host.get<double>("sums"), [&](std::size_t b) {
      const auto& [value, squares, count] = all[b];
      const Sum sum = {.value = static_cast<double>(value),
                       .squares = static_cast<double>(squares)};
      return expected_sum<double>(sum, count, 8);
    });
  }
  static std::vector<Parameters> few_and_many(std::int64_t n) {
    return every({{"n", {n}}, {"bins", {32, Mi}}});
  }
  /// An addition to one of few sums waits for those before it.
  Cases cases = {.quick = few_and_many(4 * Mi), .host_quick = few_and_many(Mi / 4)};
};

void describe(Experiment& e) {
  e.problem = problem(ScatterProblem{});
  e.pattern = Pattern::atomic;
  e.question =
      "What does adding doubles through an index array cost, with few sums and with many, and "
      "what does a ScatterView choose?";
  e.parameters = {
      {"n", "elements to add (8 bytes each), and their bins (4 bytes each)", 4 * Mi, 0, Gi},
      {"bins", "sums that they are added to, each as often as another", Mi, 1, 16 * Mi},
  };
  e.variants = {
      loops("atomic", "one element per thread, added by atomicAdd (Kokkos: atomic_add)",
            one_per_thread),
      builtin("scatter_view", "atomic",
              "a ScatterView: atomics, or copies of the sums for each thread, as Kokkos chooses"),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 31, 32, 255, 256, 257, 1009, 65537}}, {"bins", {1, 2, 33, 1009}}}}};
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::scatter_experiment
