// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/team_control.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/idioms/team_words_problem.hpp"

namespace tilebridge::team_control_experiment {

using namespace team_words;

struct TileWalkProblem {
  static constexpr std::size_t across = 37;
  static constexpr std::size_t tile_rows = TileWalk::tile_rows;
  static constexpr std::size_t tile_cols = TileWalk::tile_cols;

  TileWalk make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t tiles = p.as_size("blocks") * p.as_size("repeats");
    const std::size_t down = (tiles + across - 1) / across;
    return {.rows = arrays.words("rows", down * tile_rows),
            .columns = arrays.words("columns", across * tile_cols),
            .out = arrays.output<Word>("out", threads(p)),
            .blocks = p.as_int("blocks"),
            .repeats = p.as_int("repeats"),
            .across = static_cast<int>(across)};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = 2 * bytes_asked(p), .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto rows = host.get<Word>("rows");
    const auto columns = host.get<Word>("columns");
    const std::size_t blocks = p.as_size("blocks");
    const std::size_t tiles = blocks * p.as_size("repeats");
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      const std::size_t y = i % block_size / tile_cols;
      const std::size_t x = i % tile_cols;
      Word v = 0;
      for (std::size_t tile = i / block_size; tile < tiles; tile += blocks)
        v = expected_mixed(v) +
            (rows[tile / across * tile_rows + y] ^ columns[tile % across * tile_cols + x]);
      return exactly(v);
    });
  }
  Cases cases = repeated(64, 256);
};

struct FilterProblem {
  static constexpr std::size_t width = ColumnFilter::width;
  static constexpr std::size_t idle = 77;  // threads of the last block

  ColumnFilter make(ArrayList& arrays, const Parameters& p) const {
    ColumnFilter f{.in = arrays.words("in", (rows(p) + width - 1) * threads(p)),
                   .out = arrays.output<Word>("out", rows(p) * threads(p)),
                   .pitch = static_cast<int>(threads(p)),
                   .n = static_cast<int>(columns(p)),
                   .repeats = p.as_int("repeats"),
                   .taps = {}};
    for (std::size_t k = 0; k < width; ++k) f.taps.k[k] = tap(k);
    return f;
  }
  Work work(const Parameters& p) const {
    const double results = static_cast<double>(rows(p)) * static_cast<double>(columns(p));
    const double loads = ColumnFilter::strip + width - 1;  // for the results of a strip
    return {.bytes_read = results * loads / ColumnFilter::strip * sizeof(Word),
            .bytes_written = results * sizeof(Word),
            .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t pitch = threads(p);
    const std::size_t n = columns(p);
    return compare_from<Word>(host, [&](auto in, std::size_t i) {
      if (i % pitch >= n) return untouched();
      Word sum = 0;
      for (std::size_t k = 0; k < width; ++k) sum += tap(k) * in[i + k * pitch];
      return exactly(sum);
    });
  }
  Cases cases = repeated(2, 4, 2 * 132);

 private:
  static std::size_t rows(const Parameters& p) {
    return p.as_size("repeats") * ColumnFilter::strip;
  }
  static std::size_t columns(const Parameters& p) { return std::max(threads(p), idle) - idle; }
  static Word tap(std::size_t k) { return static_cast<Word>(k + 1) * mixing_factor; }
};

struct LineProblem {
  static constexpr int down = 1;
  static constexpr int right = -3;

  LineSums make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", threads(p)),
            .out = arrays.output<Word>("out", threads(p)),
            .rows = p.as_int("blocks"),
            .cols = LineSums::block_size,
            .repeats = p.as_int("repeats"),
            .down = down,
            .right = right};
  }
  Work work(const Parameters& p) const { return {.bytes_read = bytes_asked(p), .on_chip = true}; }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<Word>(host, [&](auto in, std::size_t i) {
      auto y = static_cast<std::int64_t>(i / block_size);
      auto x = static_cast<std::int64_t>(i % block_size);
      Word sum = 0;
      for (std::int64_t r = 0; r < p["repeats"]; ++r, y += down, x += right)
        if (0 <= y && y < p["blocks"] && 0 <= x && x < LineSums::block_size)
          sum += in[static_cast<std::size_t>(y * LineSums::block_size + x)];
      return exactly(sum);
    });
  }
  Cases cases = repeated(32, 64);
};

void describe(Experiment& e) {
  const ProblemPointer passed_round = problem(StepsProblem<Word>{.step = Move::pass_round});
  e.question = "What do ways of directing a team's threads cost?";
  e.parameters = {
      {"repeats", "steps of each thread: words, tiles or strips of 8 rows", 256, 1, 256},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 4000},
  };
  e.variants = {
      idiom("single", "one store per step by the team's first thread: Kokkos::single(PerTeam)",
            "few instructions between barriers, or a short block",
            problem(StepsProblem<Word>{.step = Move::add_first}), "vector length 1"),
      rewritten("single", "if (team.team_rank() == 0)"),
      idiom("signed_rank", "team_rank(), a signed number, in /, % and 64-bit indices",
            "index arithmetic by the rank inside a loop",
            problem(StepsProblem<Word>{.step = Move::go_round, .apart = TeamShape::padded_size}),
            "at most 1024 threads in a team"),
      rewritten("signed_rank", "static_cast<unsigned>(team.team_rank()) % 1024"),
      idiom("league_division", "row and column of a tile by / and % of a run-time int",
            "short teams, or a team that walks over tiles", problem(TileWalkProblem{}),
            "no number is negative"),
      rewritten("league_division",
                "Divisor: a multiplication by a number computed before the launch"),
      idiom("early_return", "if (i >= n) return; at the head of the team's body",
            "many constants of the functor in one kernel, few registers", problem(FilterProblem{}),
            "n is not 0"),
      rewritten("early_return",
                "no return: loads from a column that exists, a condition on the stores"),
      idiom("conditions", "four bounds tests of a load joined by &&",
            "a single guarded load; look at the machine code", problem(LineProblem{}),
            "no test guards another"),
      rewritten("conditions", "the tests joined by &"),
      idiom("team_range", "parallel_for over TeamThreadRange(team, 256), one element per thread",
            "few instructions between barriers", passed_round, "GPU, a thread per element"),
      rewritten("team_range", "the body called with the raw team rank"),
      idiom("vector_range", "a team of 8 × 32: ThreadVectorRange in TeamThreadRange",
            "few instructions between barriers", passed_round, "GPU, a thread per element"),
      rewritten("vector_range", "a team of 256, the body called with the raw team rank"),
      idiom("loop_of_one",
            "a loop from the raw team rank in steps of the team's size, one element per thread "
            "(native: no loop)",
            "few instructions between barriers", passed_round, "GPU, a thread per element"),
      rewritten("loop_of_one", "no loop: the body called with the raw team rank"),
  };
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 37, 131}}, {"repeats", {1, 2, 3, 31, 33}}}}};
}

}  // namespace tilebridge::team_control_experiment
