// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/bank_conflict.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::bank_conflict_experiment {

constexpr int word = 4;  // bytes

/// Accesses an array that has `threads` elements for every block.
Address own_of_block(int threads, int bytes = word) {
  return
      [=](Thread thread, std::int64_t) { return (thread.block * threads + thread.rank) * bytes; };
}

/// A block fills shared memory with elements of `bytes` bytes, loads them in every repeat and
/// stores the sums, in every form.
template <class FirstWord, int bytes = word>
std::vector<Kernel> loads_of(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = StridedLoads::block_size;
  constexpr std::int64_t passes = StridedLoads::words / block_size;
  const Address fill = [=](Thread thread, std::int64_t pass) {
    return (thread.rank + pass * block_size) * bytes;
  };
  const Address take = [=, stride = p["stride"]](Thread thread, std::int64_t step) {
    const std::int64_t repeat = step / StridedLoads::loads;
    return (FirstWord::first(thread.rank, stride) + repeat % 32 +
            32 * (step % StridedLoads::loads)) *
           bytes;
  };
  return {{p["blocks"],
           block_size,
           {load("in", bytes, fill, passes), in_shared(store("words", bytes, fill, passes)),
            in_shared(load("words", bytes, take, p["repeats"] * StridedLoads::loads)),
            store("out", bytes, own_of_block(block_size, bytes))}}};
}

/// Kokkos in loops keeps a thread's value across a barrier in scratch memory.
template <class Place>
std::vector<Kernel> exchange(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr int tile = TileExchange::tile;
  const std::int64_t repeats = p["repeats"];
  const Address put = [=](Thread thread, std::int64_t) {
    return Place::at(thread.rank / tile, thread.rank % tile) * std::int64_t{word};
  };
  const Address take = [=](Thread thread, std::int64_t) {
    return Place::at((thread.rank / tile + 1) % tile, thread.rank % tile) * std::int64_t{word};
  };
  Kernel kernel{p["blocks"],
                tile * tile,
                {load("in", word, own_word), in_shared(store("words", word, put, repeats)),
                 in_shared(load("words", word, take, repeats)),
                 store("out", word, own_of_block(tile * tile))}};
  if (form.is_kokkos_in_loops()) {
    kernel.accesses.push_back(in_shared(store("values", word, own_word, repeats + 1)));
    kernel.accesses.push_back(in_shared(load("values", word, own_word, repeats + 1)));
  }
  return {kernel};
}

constexpr std::size_t tile_words = std::size_t{TileExchange::tile} * TileExchange::tile;

/// Returns cases with `few` strides in quick presets, with `all` in others.
Cases at_strides(const std::vector<Value>& few, const std::vector<Value>& all) {
  const auto of = [](const std::vector<Value>& strides, std::int64_t repeats, std::int64_t blocks) {
    return every({{"stride", strides}, {"repeats", {repeats}}, {"blocks", {blocks}}});
  };
  return {.quick = of(few, 32, 8 * 132),
          .standard = of(all, 256, 8 * 132),
          .host_quick = of(few, 32, 32),
          .host = of(all, 256, 32)};
}

/// Returns how many bytes the repeats request from shared memory if every thread requests one word
/// in each; the initial fill is not counted.
double bytes_asked(std::size_t threads, const Parameters& p) {
  return static_cast<double>(threads) * p.as_double("repeats") * sizeof(Word);
}

// The places of a block's first loads, f(0), …, f(255), step by step from the definitions: the
// kernels use the structs' maps.
using Places = std::vector<std::size_t>;
constexpr std::size_t warp = 32;

Places strided_places(std::size_t stride) {
  Places places = {0};
  while (places.size() < StridedLoads::block_size)
    places.push_back((places.back() + stride) % StridedLoads::span);
  return places;
}

Places permuted_places(std::size_t) {
  Places places;
  for (std::size_t first = 0; first < StridedLoads::block_size; first += warp) {
    std::size_t place = 0;
    for (std::size_t apart = 3; places.size() < first + warp; apart += 4) {
      places.push_back(first + place);
      place = (place + apart) % warp;
    }
  }
  return places;
}

Places three_way_places(std::size_t) {
  Places places;
  for (std::size_t first = 0; places.size() < StridedLoads::block_size; first += 3 * warp)
    for (std::size_t lane = 0, bank = 0, row = 0; lane < warp; ++lane) {
      places.push_back(first + row * warp + bank);
      row = (row + 1) % 3;
      if (row == 0) ++bank;
    }
  return places;
}

template <class T>
struct LoadsProblem {
  using Loads = SharedLoads<T>;
  static constexpr std::size_t halves = sizeof(T) / sizeof(Word);  // of an element

  Places (*first_places)(std::size_t stride);
  Cases cases;

  static std::size_t threads(const Parameters& p) {
    return p.as_size("blocks") * Loads::block_size;
  }

  Loads make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.input<T>(random_words("in", halves * Loads::words)),
            arrays.output<T>("out", threads(p)), p.as_int("blocks"), p.as_int("stride"),
            p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = Loads::loads * halves * bytes_asked(threads(p), p), .on_chip = true};
  }
  /// Compares word by word: a double does not hold every element of 8 bytes.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::vector<T> sums = sums_of_block(host, p);
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      const T sum = sums[i / halves % sums.size()];
      return exactly(static_cast<Word>(sum >> 32 * (i % halves)));
    });
  }

 private:
  /// Returns the results of a block's threads, which are the same for every block.
  std::vector<T> sums_of_block(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const std::size_t repeats = p.as_size("repeats");
    std::vector<T> sums(Loads::block_size);
    const Places places = first_places(p.as_size("stride"));
#pragma omp parallel for
    for (std::size_t thread = 0; thread < sums.size(); ++thread)
      for (std::size_t r = 0; r < repeats; ++r)
        for (std::size_t k = 0; k < Loads::loads; ++k)
          sums[thread] += in[places[thread] + r % 32 + 32 * k];
    return sums;
  }
};

struct ExchangeProblem {
  static std::size_t threads(const Parameters& p) { return p.as_size("blocks") * tile_words; }

  TileExchange make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", tile_words), arrays.output<Word>("out", threads(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    const double bytes = bytes_asked(threads(p), p);
    return {.bytes_read = bytes, .bytes_written = bytes, .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<Word>(host, [&](auto in, std::size_t i) {
      return exactly(static_cast<Word>(in[stored_at(i, p)] + added(p)));
    });
  }
  Cases cases = at_strides({1}, {1});  // every variant has a stride of its own

 protected:
  /// Index of the thread whose value reaches output i.
  static std::size_t stored_at(std::size_t i, const Parameters& p) {
    return (i + p.as_size("repeats") * TileExchange::tile) % tile_words;
  }
  /// Returns the sum that the repeats add to a value.
  static Word added(const Parameters& p) {
    const std::size_t repeats = p.as_size("repeats");
    return static_cast<Word>(repeats * (repeats - 1) / 2);
  }
};

/// Returns the number that more than half of `numbers` are, if there is one (Boyer and Moore's
/// vote).
Word that_most_have(std::span<const Word> numbers) {
  Word leading = 0;
  std::size_t votes = 0;
  for (const Word number : numbers) {
    if (votes == 0) leading = number;
    if (number == leading)
      ++votes;
    else
      --votes;
  }
  return leading;
}

/// The threads of a row store to one word here. CUDA leaves open whose store remains, so
/// a row of the result may be from any of a row's elements, but all of it must be from one element.
struct SameWordProblem : ExchangeProblem {
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto out = host.get<Word>("out");
    const std::vector<Word> rows = expected_rows(host, p);
    return compare_elements(out,
                            [&](std::size_t i) { return exactly(rows[i / TileExchange::tile]); });
  }

 private:
  static std::vector<Word> expected_rows(const HostArrays& host, const Parameters& p) {
    constexpr std::size_t tile = TileExchange::tile;
    const auto in = host.get<Word>("in");
    const auto out = host.get<Word>("out");
    std::vector<Word> rows(out.size() / tile);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto stored = in.subspan(stored_at(row * tile, p), tile);
      const Word got = that_most_have(out.subspan(row * tile, tile)) - added(p);
      const auto found = std::find(stored.begin(), stored.end(), got);
      rows[row] = (found == stored.end() ? stored.front() : *found) + added(p);
    }
    return rows;
  }
};

void describe(Experiment& e) {
  using Exchange = TileExchange;
  const ProblemPointer loads = problem(LoadsProblem<Word>{
      strided_places,
      at_strides({1, 2, 4, 8, 16, 32, 33}, {1, 2, 4, 8, 16, 32, 33, 3, 5, 6, 12, 24})});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(ExchangeProblem{});
  e.pattern = Pattern::exchange;
  e.question = "What do bank conflicts in shared memory cost?";
  e.parameters = {
      {"stride",
       "distance between neighbouring threads' words (4 bytes), in words; of `strided_8_bytes` in "
       "elements of 8 bytes",
       32, 0, 33},
      {"repeats", "times a thread loads 16 words, or stores one and loads one", 256, 1, 1 << 20},
      {"blocks", "blocks (of 256 threads where threads only load, else of 1024)", 8 * 132, 0,
       1 << 20},
  };
  // Static shared memory has no equivalent in Kokkos: a team's scratch memory is always dynamic.
  e.variants = {
      loops(
          "strided",
          "strided loads from static shared memory (Kokkos: dynamic scratch); a host has no banks",
          native_and_kokkos(), loads, loads_of<StridedWords>),
      loops("broadcast", "the same loads, all lanes read one word", OnlyAt("stride", 0), loads,
            loads_of<StridedWords>),
      loops("permuted", "the words of stride 1, the lanes in an irregular order: no bank conflict",
            native_and_kokkos(), OnlyAt("stride", 1),
            problem(LoadsProblem<Word>{permuted_places, at_strides({1}, {1})}),
            loads_of<PermutedWords>),
      loops("three_way", "three lanes for a bank, 32 words apart, which no stride does",
            native_and_kokkos(), OnlyAt("stride", 32),
            problem(LoadsProblem<Word>{three_way_places, at_strides({32}, {32})}),
            loads_of<ThreeWayWords>),
      loops("strided_8_bytes",
            "strided loads of 8-byte elements: half warps take turns, 16 lanes in 32 banks",
            native_and_kokkos(),
            problem(LoadsProblem<std::uint64_t>{strided_places,
                                                at_strides({1, 2, 4, 16}, {1, 2, 4, 16})}),
            loads_of<StridedWords, 2 * word>),
      loops("row_row",
            "a 32×32 tile in static shared memory (Kokkos: dynamic scratch); a warp stores a row, "
            "loads a row",
            OnlyAt("stride", 1), exchange<Exchange::Rows>),
      loops("column_column",
            "the same tile; a warp stores a column, loads a column: 32 words in one bank",
            OnlyAt("stride", 32), exchange<Exchange::Columns>),
      loops("padded_column", "columns of a 32×33 tile: no bank conflict", OnlyAt("stride", 33),
            exchange<Exchange::PaddedColumns>),
      loops("dynamic_column", "column_column in dynamic shared memory, as Kokkos's always is",
            OnlyAt("stride", 32), exchange<Exchange::Columns>),
      loops("same_word_store",
            "all lanes of a warp store to one word, of which one store remains, then all load one",
            OnlyAt("stride", 0), problem(SameWordProblem{}), exchange<Exchange::SameWord>),
  };
  e.variants.back().races = true;
  add_rewritten(
      e, {"strided", "broadcast"},
      "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first store",
      {"team_control/team_range"});
  add_rewritten(
      e, {"row_row", "column_column", "padded_column", "dynamic_column", "same_word_store"},
      "raw team ranks, a thread's loaded value in a register, scratch memory by get_shmem",
      {"team_control/team_range", "scratch_use/kept_in_scratch"});
  e.ragged = {{"blocks", 3}};
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"repeats", {1, 2, 31, 32, 33, 100}}}}};
}

}  // namespace tilebridge::bank_conflict_experiment
