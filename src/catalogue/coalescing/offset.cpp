// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/offset.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::offset_experiment {

std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], sizeof(float));
  const auto shifted = [offset = p["offset"]](std::int64_t i) { return offset + i; };
  return {loop.kernel({loop.load("base", shifted), loop.store("out", in_order)})};
}

struct CopyProblem {
  OffsetCopy make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("base", p.as_size("offset") + n), arrays.output<float>("out", n), n,
            p.as_size("offset")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto base = host.get<float>("base");
    return compare_elements(
        host.get<float>("out"),
        [&, offset = p.as_size("offset")](std::size_t i) { return exactly(base[offset + i]); });
  }
  static std::vector<Parameters> of(std::int64_t n, std::vector<Value> offsets) {
    return every({{"n", {n}}, {"offset", std::move(offsets)}});
  }
  Cases cases = {.quick = of(32 * Mi, {0, 1, 8, 32}),
                 .standard = of(32 * Mi, {0, 1, 2, 4, 8, 16, 31, 32}),
                 .more_in_full = of(256 * Mi, {0, 1}),
                 .host_quick = of(Mi, {0, 1, 8, 32}),
                 .host = of(32 * Mi, {0, 1, 2, 4, 8, 16, 31, 32})};
};

void describe(Experiment& e) {
  e.pattern = Pattern::flat;
  e.question = "What do misaligned reads cost?";
  e.parameters = {
      {"n", "elements copied (4 bytes)", 32 * Mi, 0, 16 * Gi},
      {"offset", "first element read; 8 of them are a sector (32 bytes), 32 a line (128 bytes)", 1,
       0, 1 << 20},
  };
  e.variants = {
      loops("copy", "out[i] = base[offset + i], one element per thread", problem(CopyProblem{}),
            copy),
      rewritten("copy", by_raw_rank, {"policies/range"}),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 31, 32, 33, 255, 256, 257, 1009, 100003}},
                           {"offset", {0, 1, 8, 31, 32, 1000}}}}};
}

}  // namespace tilebridge::offset_experiment
