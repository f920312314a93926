// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/spmv.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::spmv_experiment {

constexpr std::int64_t slice_rows = EllProduct<float>::slice_rows;

/// The number of entries of a row.
using Length = std::int64_t (*)(std::int64_t mean, std::uint64_t bits);

std::int64_t uniform(std::int64_t mean, std::uint64_t bits) {
  const std::int64_t spread = mean / 4;
  return mean - spread + static_cast<std::int64_t>(bits % static_cast<unsigned>(2 * spread + 1));
}
/// A power law: longer than l with probability (mean / 2l)².
std::int64_t skewed(std::int64_t mean, std::uint64_t bits) {
  const double share = static_cast<double>((bits >> 11U) + 1) * 0x1p-53;  // in (0, 1]
  return static_cast<std::int64_t>(static_cast<double>(mean) / 2 / std::sqrt(share) + 0.5);
}
/// Half of the rows have no entries.
std::int64_t some_empty(std::int64_t mean, std::uint64_t bits) {
  return bits >> 63U == 0 ? 0 : uniform(2 * mean, bits);
}

constexpr std::array<std::pair<const char*, Length>, 3> kinds_of_lengths = {
    {{"uniform", uniform}, {"skewed", skewed}, {"some_empty", some_empty}}};

/// Says where a row's entries are: anywhere in `columns` columns from `first` on.
struct Stretch {
  std::int64_t first, columns;
};

using StretchOf = Stretch (*)(std::int64_t rows, std::int64_t row, std::int64_t length);

/// The entries are around the diagonal, one in four columns.
Stretch banded(std::int64_t rows, std::int64_t row, std::int64_t length) {
  const std::int64_t columns = std::min(4 * length, rows);
  return {std::clamp(row - columns / 2, std::int64_t{0}, rows - columns), columns};
}
Stretch anywhere(std::int64_t rows, std::int64_t, std::int64_t) { return {0, rows}; }

constexpr std::array<std::pair<const char*, StretchOf>, 2> kinds_of_columns = {
    {{"banded", banded}, {"random", anywhere}}};

/// Says where the entries of a matrix are. The sizes of its arrays follow from its rows' lengths,
/// so the lengths follow from the parameters alone and not from a run's seed. They repeat after
/// `period` rows, so that counting the entries of a large matrix takes no time.
class SparseRows {
 public:
  explicit SparseRows(const Parameters& p)
      : rows_(p["rows"]), stretch_of_(named(kinds_of_columns, p.word("columns"))) {
    const Length length = named(kinds_of_lengths, p.word("lengths"));
    const Random random(seed_of_lengths, 0);
    const std::int64_t slices_of_period = std::min(slices(), period / slice_rows);
    for (std::int64_t slice = 0; slice < slices_of_period; ++slice) {
      std::int64_t longest = 0;
      for (std::int64_t row = slice * slice_rows; row < (slice + 1) * slice_rows; ++row) {
        const std::uint64_t bits = random.bits(static_cast<std::uint64_t>(row));
        const std::int64_t entries = std::min(length(p["mean"], bits), rows_);
        begins_.push_back(begins_.back() + entries);
        longest = std::max(longest, entries);
      }
      slice_begins_.push_back(slice_begins_.back() + slice_rows * longest);
    }
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t entries() const { return begin(rows_); }
  /// The row's first entry; `rows()` begins where the last row ends.
  std::int64_t begin(std::int64_t row) const { return repeated(begins_, row, period); }
  std::int64_t length(std::int64_t row) const { return begin(row + 1) - begin(row); }

  std::int64_t slices() const { return (rows_ + slice_rows - 1) / slice_rows; }
  /// The slice's first element. The last slice is padded as if none of its rows were missing.
  std::int64_t slice_begin(std::int64_t slice) const {
    return repeated(slice_begins_, slice, period / slice_rows);
  }

  /// The row's stretch of columns is divided into one part per entry of the row; entry k is
  /// anywhere in part k. So columns ascend, and none occurs twice.
  int column(std::int64_t row, std::int64_t k, const Random& random) const {
    const Stretch stretch = stretch_of_(rows_, row, length(row));
    const std::int64_t part = stretch.columns * k / length(row);
    const std::int64_t next = stretch.columns * (k + 1) / length(row);
    const std::uint64_t bits = random.bits(static_cast<std::uint64_t>(begin(row) + k));
    return static_cast<int>(stretch.first + part) +
           static_cast<int>(bits % static_cast<std::uint64_t>(next - part));
  }

 private:
  static constexpr std::int64_t period = 65536;  // rows: whole slices
  static constexpr std::uint64_t seed_of_lengths = 1;

  /// The i-th of ascending numbers that begin with `begins` and continue with the same differences.
  static std::int64_t repeated(const std::vector<std::int64_t>& begins, std::int64_t i,
                               std::int64_t after) {
    return i / after * begins.back() + begins[static_cast<std::size_t>(i % after)];
  }

  std::int64_t rows_;
  StretchOf stretch_of_;
  std::vector<std::int64_t> begins_ = {0}, slice_begins_ = {0};
};

using Matrix = std::shared_ptr<const SparseRows>;

Matrix matrix_of(const Parameters& p) { return std::make_shared<const SparseRows>(p); }

/// Returns the column of entry k of a row, as entries_input() asks for it.
auto column_of(const Matrix& a) {
  return [a](std::int64_t row, std::int64_t k, const Random& random) {
    return a->column(row, k, random);
  };
}

enum class Order { rows, slices };

/// An array of value_of(row, k, random) for every entry k of every row. In slices, it is 0 where
/// there is no entry.
template <class V, class ValueOf>
ArraySpec entries_input(std::string name, const Matrix& a, Order order, const ValueOf& value_of) {
  const bool in_slices = order == Order::slices;
  const auto elements =
      static_cast<std::size_t>(in_slices ? a->slice_begin(a->slices()) : a->entries());
  return {
      std::move(name), elements * sizeof(V), Role::input,
      [=](std::span<std::byte> bytes, const Random& random) {
        V* const values = reinterpret_cast<V*>(bytes.data());
        if (in_slices) std::fill_n(values, elements, V{0});
        in_parallel(static_cast<std::size_t>(a->rows()), [&](std::size_t first, std::size_t last) {
          for (auto row = static_cast<std::int64_t>(first); row < static_cast<std::int64_t>(last);
               ++row) {
            const std::int64_t begin =
                in_slices ? a->slice_begin(row / slice_rows) + row % slice_rows : a->begin(row);
            for (std::int64_t k = 0; k < a->length(row); ++k)
              values[begin + k * (in_slices ? slice_rows : 1)] = value_of(row, k, random);
          }
        });
      }};
}

/// Returns the column that the i-th element of "columns" names.
auto column_in(const HostArrays& host) {
  return [columns = host.get<int>("columns")](std::int64_t i) {
    return std::int64_t{columns[static_cast<std::size_t>(i)]};
  };
}

/// `lanes` threads share a row in compressed sparse rows. Where they have no shuffles, all of them
/// store their sums, and the first lane of a row reads the sums of the others.
template <int lanes>
std::vector<Kernel> lanes_per_row(const ModelForm& form, const Parameters& p,
                                  const HostArrays& host) {
  const int block_size = lanes == 1 ? flat_block_size(form) : CsrProduct<float>::block_size;
  const int bytes = real_bytes(p);
  const std::int64_t rows = p["rows"];
  const auto begin = [offsets = host.get<int>("offsets")](std::int64_t row) {
    return std::int64_t{offsets[static_cast<std::size_t>(row)]};
  };
  std::int64_t longest = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    longest = std::max(longest, begin(row + 1) - begin(row));
  const std::int64_t steps = (longest + lanes - 1) / lanes;

  const auto row_of = [=](Thread thread) {
    const std::int64_t row = (thread.block * block_size + thread.rank) / lanes;
    return row < rows ? row : inactive;
  };
  const auto offset = [=](std::int64_t next) -> Address {
    return [=](Thread thread, std::int64_t) {
      const std::int64_t row = row_of(thread);
      return row == inactive ? inactive : (row + next) * 4;
    };
  };
  const auto of_entries = [=](int size, const auto& index_of) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t row = row_of(thread);
      if (row == inactive) return inactive;
      const std::int64_t entry = begin(row) + thread.rank % lanes + step * lanes;
      return entry < begin(row + 1) ? index_of(entry) * size : inactive;
    };
  };
  // Calls address(thread, step) in the threads that are a row's first lane.
  const auto in_first_lane = [=](const auto& address) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const bool is_first = row_of(thread) != inactive && thread.rank % lanes == 0;
      return is_first ? address(thread, step) : inactive;
    };
  };
  const auto y = [=](Thread thread, std::int64_t) { return row_of(thread) * bytes; };
  std::vector<Access> accesses = {load("offsets", 4, offset(0)),
                                  load("offsets", 4, offset(1)),
                                  load("columns", 4, of_entries(4, in_order), steps),
                                  load("values", bytes, of_entries(bytes, in_order), steps),
                                  load("x", bytes, of_entries(bytes, column_in(host)), steps),
                                  store("y", bytes, in_first_lane(y))};
  if (lanes > 1 && form.form == Form::indices && !form.model.is_native()) {
    const auto own = [=](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * bytes; };
    const auto others = [=](Thread thread, std::int64_t step) {
      return (thread.rank + 1 + step) * bytes;
    };
    accesses.push_back(in_shared(store("sums", bytes, own)));
    accesses.push_back(in_shared(load("sums", bytes, in_first_lane(others), lanes - 1)));
  }
  return {{blocks_for(rows, block_size / lanes), block_size, std::move(accesses)}};
}

/// A row per thread, whose elements are a slice's rows apart.
std::vector<Kernel> sliced_ell(const ModelForm& form, const Parameters& p, const HostArrays& host) {
  const FlatLoop ends(form, p["rows"], sizeof(std::int64_t));
  const FlatLoop reals(form, p["rows"], real_bytes(p));
  const auto slices = host.get<std::int64_t>("slices");
  const auto begin = [=](std::int64_t slice) { return slices[static_cast<std::size_t>(slice)]; };
  std::int64_t widest = 0;
  for (std::size_t slice = 1; slice < slices.size(); ++slice)
    widest = std::max(widest, slices[slice] - slices[slice - 1]);
  const auto of_elements = [=, rows = p["rows"]](int bytes, const auto& index_of) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t row = thread.block * flat_block_size(form) + thread.rank;
      if (row >= rows) return inactive;
      const std::int64_t slice = row / slice_rows;
      const std::int64_t element = begin(slice) + row % slice_rows + step * slice_rows;
      return element < begin(slice + 1) ? index_of(element) * bytes : inactive;
    };
  };
  const int bytes = real_bytes(p);
  const std::int64_t steps = widest / slice_rows;
  return {reals.kernel({ends.load("slices", [](std::int64_t row) { return row / slice_rows; }),
                        ends.load("slices", [](std::int64_t row) { return row / slice_rows + 1; }),
                        load("columns", 4, of_elements(4, in_order), steps),
                        load("values", bytes, of_elements(bytes, in_order), steps),
                        load("x", bytes, of_elements(bytes, column_in(host)), steps),
                        reals.store("y", in_order)})};
}

/// The exact product of a row, and what it may be off by.
template <class T>
class RowSum {
 public:
  void add(T value, T x) {
    const Wide<T> term = Wide<T>{value} * Wide<T>{x};
    sum_ += term;
    magnitude_ += std::abs(term);
    terms_ += term != 0 ? 1 : 0;
    is_whole_ = is_whole_ && term == std::trunc(term);
  }
  /// In any order a term is rounded in its product and in all additions but the first, so the error
  /// is at most γ of the row's length times Σ|a · x|; adding zero rounds nothing. The reference
  /// itself is rounded once more. A sum of whole numbers below 1/u is exact in any order.
  Expected expected() const {
    const auto sum = static_cast<double>(sum_), magnitude = static_cast<double>(magnitude_);
    if (is_whole_ && magnitude < 1 / roundoff<T>) return exactly(sum);
    return within(sum, gamma_of<T>(terms_ + 1) * magnitude);
  }

 private:
  Wide<T> sum_ = 0, magnitude_ = 0;
  double terms_ = 0;
  bool is_whole_ = true;
};

/// The elements of "values" and "columns" that are a row's entries.
struct Entries {
  std::size_t first, end, apart;
};

/// Compares "y" with the sums of entries_of(row), which are computed once.
template <class T, class EntriesOf>
Validation compare_rows(const HostArrays& host, const EntriesOf& entries_of) {
  const auto columns = host.get<int>("columns");
  const auto values = host.get<T>("values"), x = host.get<T>("x"), y = host.get<T>("y");
  const auto& expected = host.once<std::vector<Expected>>("products", [&] {
    std::vector<Expected> products(y.size());
    in_parallel(y.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const Entries entries = entries_of(row);
        RowSum<T> sum;
        for (std::size_t k = entries.first; k < entries.end; k += entries.apart)
          sum.add(values[k], x[static_cast<std::size_t>(columns[k])]);
        products[row] = sum.expected();
      }
    });
    return products;
  });
  return compare_elements(y, [&](std::size_t row) { return expected[row]; });
}

/// The bytes of the entries and of both vectors, each once, and of the array of rows' begins.
template <class T>
Work multiplied(const SparseRows& a, double bytes_of_begins) {
  const auto entries = static_cast<double>(a.entries()), rows = static_cast<double>(a.rows());
  return {.bytes_read = entries * (sizeof(T) + sizeof(int)) + bytes_of_begins + rows * sizeof(T),
          .bytes_written = rows * sizeof(T),
          .flops = 2 * entries};
}

std::vector<Parameters> of_kinds(std::int64_t rows, std::int64_t mean,
                                 const std::vector<Value>& lengths,
                                 const std::vector<Value>& columns) {
  return every({{"rows", {rows}}, {"mean", {mean}}, {"lengths", lengths}, {"columns", columns}});
}

std::vector<Parameters> joined(std::vector<Parameters> cases,
                               const std::vector<std::vector<Parameters>>& more) {
  for (const std::vector<Parameters>& part : more)
    cases.insert(cases.end(), part.begin(), part.end());
  return cases;
}

/// Kinds of lengths and of columns are not combined: each is next to uniform lengths in a band.
std::vector<Parameters> quick_cases(std::int64_t rows) {
  return joined(of_kinds(rows, 16, {"uniform"}, {"random"}),
                {of_kinds(rows, 16, words_of<std::vector<Value>>(kinds_of_lengths), {"banded"})});
}

/// Short and long rows, and all kinds of mean length; each in a band, where x stays in the caches,
/// and anywhere.
std::vector<Parameters> all_cases(std::int64_t rows) {
  const auto columns = words_of<std::vector<Value>>(kinds_of_columns);
  return joined(of_kinds(4 * rows, 4, {"uniform"}, columns),
                {of_kinds(rows / 4, 64, {"uniform"}, columns),
                 of_kinds(rows, 16, words_of<std::vector<Value>>(kinds_of_lengths), columns)});
}

Cases cases_of_both() {
  return {.quick = of_kinds(Mi / 2, 16, {"uniform"}, {"banded"}),
          .standard = all_cases(4 * Mi),
          .more_in_full = of_kinds(16 * Mi, 16, {"uniform"}, {"random"}),
          .host_quick = quick_cases(Mi / 16),
          .host = all_cases(Mi / 2)};
}

template <class T>
struct CsrProblem {
  static constexpr bool is_long_sum = true;  // in the longest rows

  Cases cases = cases_of_both();

  CsrProduct<T> make(ArrayList& arrays, const Parameters& p) const {
    const Matrix a = matrix_of(p);
    const auto rows = static_cast<std::size_t>(a->rows());
    return {
        .offsets = arrays.input<int>(filled<int>("offsets", rows + 1,
                                                 [a](std::size_t row, const Random&) {
                                                   return static_cast<int>(
                                                       a->begin(static_cast<std::int64_t>(row)));
                                                 })),
        .columns = arrays.input<int>(entries_input<int>("columns", a, Order::rows, column_of(a))),
        .values = arrays.uniform<T>("values", static_cast<std::size_t>(a->entries())),
        .x = arrays.uniform<T>("x", rows),
        .y = arrays.output<T>("y", rows),
        .rows = static_cast<int>(a->rows()),
        .entries = static_cast<int>(a->entries())};
  }
  Work work(const Parameters& p) const {
    return multiplied<T>(SparseRows(p), (p.as_double("rows") + 1) * sizeof(int));
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_rows<T>(host, [offsets = host.get<int>("offsets")](std::size_t row) -> Entries {
      return {static_cast<std::size_t>(offsets[row]), static_cast<std::size_t>(offsets[row + 1]),
              1};
    });
  }
};

/// The matrix is the one of CsrProblem: its arrays come in the same order and draw the same
/// numbers.
template <class T>
struct EllProblem {
  static constexpr bool is_long_sum = true;

  Cases cases = cases_of_both();

  EllProduct<T> make(ArrayList& arrays, const Parameters& p) const {
    const Matrix a = matrix_of(p);
    const auto rows = static_cast<std::size_t>(a->rows());
    return {
        .slices = arrays.input<std::int64_t>(
            filled<std::int64_t>("slices", static_cast<std::size_t>(a->slices()) + 1,
                                 [a](std::size_t slice, const Random&) {
                                   return a->slice_begin(static_cast<std::int64_t>(slice));
                                 })),
        .columns = arrays.input<int>(entries_input<int>("columns", a, Order::slices, column_of(a))),
        .values = arrays.input<T>(entries_input<T>(
            "values", a, Order::slices,
            [a](std::int64_t row, std::int64_t k, const Random& random) {
              return random.uniform<T>(static_cast<std::uint64_t>(a->begin(row) + k));
            })),
        .x = arrays.uniform<T>("x", rows),
        .y = arrays.output<T>("y", rows),
        .rows = static_cast<int>(a->rows()),
        .elements = a->slice_begin(a->slices())};
  }
  /// Padding is no part of the work.
  Work work(const Parameters& p) const {
    const SparseRows a(p);
    return multiplied<T>(a, static_cast<double>(a.slices() + 1) * sizeof(std::int64_t));
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto slices = host.get<std::int64_t>("slices");
    return compare_rows<T>(host, [&](std::size_t row) -> Entries {
      const std::size_t slice = row / slice_rows;
      return {static_cast<std::size_t>(slices[slice]) + row % slice_rows,
              static_cast<std::size_t>(slices[slice + 1]), slice_rows};
    });
  }
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<CsrProblem>();
  e.pattern = Pattern::team_sum;
  e.known = KnownKernel{"csr_warp", "sparse matrix × vector"};
  e.question =
      "How should threads share the rows of a sparse matrix, and what do other layouts of it save?";
  e.parameters = {
      {"rows", "rows of the matrix, and its columns", 4 * Mi, 0, 16 * Mi},
      {"mean", "entries per row, on average", 16, 1, 64},
      one_of("lengths", words_of(kinds_of_lengths), "uniform",
             "entries of a row: within a quarter of the mean; by a power law, few rows being very "
             "long; none in every other row"),
      one_of("columns", words_of(kinds_of_columns), "banded",
             "where a row's entries are: near the diagonal, one in four columns, or anywhere"),
  };
  e.variants = {
      loops("csr_thread", "compressed sparse rows, a row per thread", Pattern::flat,
            lanes_per_row<1>),
      loops("csr_lanes_4", "a row per 4 lanes of a warp, whose sums are added by shuffles",
            lanes_per_row<4>),
      loops("csr_lanes_8", "the same with 8 lanes", lanes_per_row<8>),
      loops("csr_warp", "the same with 32 lanes, a whole warp", lanes_per_row<32>),
      loops("sliced_ell",
            "slices of 32 rows, stored column by column and padded to the longest of them; a row "
            "per thread",
            Pattern::flat, problem_in_reals<EllProblem>(), sliced_ell),
      tuned_on_gpu("even_shares",
                   "merge path: as many rows and entries together in every block, planned once for "
                   "a matrix, before it is timed; products by 16-byte streaming loads into shared "
                   "memory, then as many lanes per row as there are threads for; what rows have in "
                   "later blocks is added by a second kernel"),
      vendor("cusparse", "even_shares", "cuSPARSE SpMV of compressed sparse rows"),
  };
  e.ragged = {{"rows", 1003}};
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 31, 33, 257, 1009}}, {"mean", {1, 9}}}},
      // Rows and entries of a share but one, of a share and one, and of exactly two shares.
      {.axes = {{"rows", {1022, 1023, 2045}}, {"mean", {1}}}},
      {.axes = {{"rows", {4099}}, {"mean", {64}}}},  // a row with more entries than a share
      {.axes = {{"rows", {65569}}, {"mean", {3}}}},  // lengths that repeat
  };
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::spmv_experiment
