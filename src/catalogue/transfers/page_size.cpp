// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/page_size.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::page_size_experiment {

std::size_t words(const Parameters& p) { return p.as_size("bytes") / sizeof(Word); }
std::size_t apart(const Parameters& p) { return p.as_size("apart") / sizeof(Word); }
std::size_t touched(const Parameters& p) { return (words(p) + apart(p) - 1) / apart(p); }

ArraySpec links(const Parameters& p) {
  const auto step = static_cast<Word>(apart(p));
  return placed_in(Space::managed,
                   filled<Word>("next", words(p), [=](std::size_t i, const Random&) {
                     return static_cast<Word>(i) + step;
                   }));
}

struct TouchProblem {
  bool in_turn;

  PageTouch make(ArrayList& arrays, const Parameters& p) const {
    return {.next = arrays.add<Word>(links(p)),
            .out = arrays.output<Word>("out", touched(p)),
            .bytes = words(p) * sizeof(Word),
            .touched = touched(p),
            .apart = static_cast<Word>(apart(p))};
  }
  Work work(const Parameters& p) const {
    const auto number = static_cast<double>(touched(p));
    if (in_turn) return {.steps = number};
    return {.bytes_written = number * sizeof(Word), .to_device = number * sizeof(Word)};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_elements(host.get<Word>("out"), [step = apart(p)](std::size_t k) {
      return exactly(static_cast<double>((k + 1) * step));
    });
  }
  Cases cases = {.quick = every({{"bytes", {Mi}},
                                 {"apart", in_turn ? std::vector<Value>{4 * Ki, 64 * Ki}
                                                   : std::vector<Value>{4 * Ki}}}),
                 .standard = every({{"bytes", {16 * Mi}}, {"apart", {4 * Ki, 64 * Ki, 2 * Mi}}})};
};

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(TouchProblem{.in_turn = false});
  e.pattern = Pattern::transfer;
  e.question = "How much memory does a page fault of the device move?";
  e.parameters = {
      in_multiples_of(
          4, {"bytes", "bytes of managed memory, all on the host before a launch", 16 * Mi, 0, Gi}),
      in_multiples_of(4, {"apart", "bytes from one word that is read to the next", 4 * Ki, 4, Gi}),
  };
  e.variants = {
      loops("one_by_one",
            "a thread reads the words in turn: a word that was moved with one before costs no "
            "fault; the pages' way back to the host is timed too",
            problem(TouchProblem{.in_turn = true})),
      loops("all_at_once", "the same with a thread for each word: faults are served together"),
  };
  e.tested_at = {{.axes = {{"bytes", {0, 4, 4096, 4100, 65540, 1000000}},
                           {"apart", {4, 4096, 65536, 1 << 21}}}}};
}

}  // namespace tilebridge::page_size_experiment
