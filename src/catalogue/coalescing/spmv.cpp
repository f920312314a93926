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
/// One row in two has none.
std::int64_t some_empty(std::int64_t mean, std::uint64_t bits) {
  return bits >> 63U == 0 ? 0 : uniform(2 * mean, bits);
}

constexpr std::array<std::pair<const char*, Length>, 3> kinds_of_lengths = {
    {{"uniform", uniform}, {"skewed", skewed}, {"some_empty", some_empty}}};

/// Says where a row's entries are: in so many columns from `first` on.
struct Stretch {
  std::int64_t first, columns;
};

using StretchOf = Stretch (*)(std::int64_t rows, std::int64_t row, std::int64_t length);

/// Around the diagonal, one entry in four columns.
Stretch banded(std::int64_t rows, std::int64_t row, std::int64_t length) {
  const std::int64_t columns = std::min(4 * length, rows);
  return {std::clamp(row - columns / 2, std::int64_t{0}, rows - columns), columns};
}
Stretch anywhere(std::int64_t rows, std::int64_t, std::int64_t) { return {0, rows}; }

constexpr std::array<std::pair<const char*, StretchOf>, 2> kinds_of_columns = {
    {{"banded", banded}, {"random", anywhere}}};

/// Says where the entries of a matrix are. The sizes of its arrays follow from its rows' lengths,
/// so these follow from the parameters alone and not from a run's seed; they repeat after `period`
/// rows, so that counting the entries of a large matrix takes no time.
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
  /// The slice's first element. If rows are missing from the last slice, it is padded as if they
  /// were not.
  std::int64_t slice_begin(std::int64_t slice) const {
    return repeated(slice_begins_, slice, period / slice_rows);
  }

  /// The row's stretch of columns is divided into as many parts as it has entries; entry k is
  /// anywhere in part k. So columns ascend, and none comes twice.
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

  /// The i-th of ascending numbers that begin with `begins` and go on alike.
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

/// An array of value_of(row, k, random) for every entry k of every row, one row after another.
template <class V, class ValueOf>
ArraySpec in_rows(std::string name, const Matrix& a, const ValueOf& value_of) {
  const auto rows = static_cast<std::size_t>(a->rows());
  return {std::move(name), static_cast<std::size_t>(a->entries()) * sizeof(V), Role::input,
          [=](std::span<std::byte> bytes, const Random& random) {
            auto* const values = reinterpret_cast<V*>(bytes.data());
            in_parallel(rows, [&](std::size_t first, std::size_t last) {
              for (auto row = static_cast<std::int64_t>(first);
                   row < static_cast<std::int64_t>(last); ++row)
                for (std::int64_t k = 0; k < a->length(row); ++k)
                  values[a->begin(row) + k] = value_of(row, k, random);
            });
          }};
}

/// Returns the same in slices; 0 where there is no entry.
template <class V, class ValueOf>
ArraySpec in_slices(std::string name, const Matrix& a, const ValueOf& value_of) {
  const auto elements = static_cast<std::size_t>(a->slice_begin(a->slices()));
  return {
      std::move(name), elements * sizeof(V), Role::input,
      [=](std::span<std::byte> bytes, const Random& random) {
        const std::span<V> values(reinterpret_cast<V*>(bytes.data()), elements);
        std::fill(values.begin(), values.end(), V{0});
        in_parallel(static_cast<std::size_t>(a->rows()), [&](std::size_t first, std::size_t last) {
          for (auto row = static_cast<std::int64_t>(first); row < static_cast<std::int64_t>(last);
               ++row) {
            const std::int64_t begin = a->slice_begin(row / slice_rows) + row % slice_rows;
            for (std::int64_t k = 0; k < a->length(row); ++k)
              values[static_cast<std::size_t>(begin + k * slice_rows)] = value_of(row, k, random);
          }
        });
      }};
}

/// The order of a loop's passes as nvcc 13.0 compiles it: first count mod 4 single passes, then
/// sixteen at a time while more than twelve remain, then eight, then four. The threads of a warp
/// make each of these parts together; a thread that has no such part waits.
class UnrolledLoop {
 public:
  explicit UnrolledLoop(std::int64_t most_passes) : most_sixteens_(sixteens(most_passes)) {}

  std::int64_t steps() const { return left_over + 16 * most_sixteens_ + 8 + 4; }

  /// The pass of `count` that a thread makes in a step; `inactive` if none.
  std::int64_t pass(std::int64_t count, std::int64_t step) const {
    const std::int64_t in_sixteens = 16 * sixteens(count);
    const std::int64_t rest = count / 4 * 4 - in_sixteens, eights = rest > 4 ? 8 : 0;
    std::int64_t done = 0;
    for (const auto& [steps, passes] : {std::pair{left_over, count % 4},
                                        {16 * most_sixteens_, in_sixteens},
                                        {std::int64_t{8}, eights},
                                        {std::int64_t{4}, rest - eights}}) {
      if (step < steps) return step < passes ? done + step : inactive;
      step -= steps;
      done += passes;
    }
    return inactive;
  }

 private:
  static constexpr std::int64_t left_over = 3;

  static std::int64_t sixteens(std::int64_t count) {
    return std::max<std::int64_t>(count / 4 * 4 - 12 + 15, 0) / 16;
  }

  std::int64_t most_sixteens_;
};

/// The threads of a kernel on a matrix in CSR, `lanes` of them to a row.
class CsrThreads {
 public:
  CsrThreads(const ModelForm& form, const Parameters& p, const HostArrays& host, int lanes)
      : rows_(p["rows"]),
        lanes_(lanes),
        is_unrolled_(lanes == 1 || form.form == Form::indices),
        sums_in_scratch_(lanes > 1 && form.form == Form::indices && !form.model.is_native()),
        threads_(lanes == 1 ? flat_block_size(form) : 256),
        bytes_(real_bytes(p)),
        offsets_(host.get<int>("offsets")),
        columns_(host.get<int>("columns")) {}

  std::vector<Kernel> kernel() const {
    const std::int64_t count = is_unrolled_ ? loop_.steps() : most_entries();
    std::vector<Access> accesses = {load("offsets", 4, offset(0)),
                                    load("offsets", 4, offset(1)),
                                    load("columns", 4, of_entries(4), count),
                                    load("values", bytes_, of_entries(bytes_), count),
                                    load("x", bytes_, of_x(), count),
                                    store("y", bytes_, of_y())};
    if (sums_in_scratch_) add_scratch(accesses);
    return {{blocks_for(rows_, threads_ / lanes_), threads_, std::move(accesses)}};
  }

 private:
  std::int64_t row_of(Thread thread) const {
    const std::int64_t row = (thread.block * threads_ + thread.rank) / lanes_;
    return row < rows_ ? row : inactive;
  }
  std::int64_t begin(std::int64_t row) const { return offsets_[static_cast<std::size_t>(row)]; }
  /// The entry that a thread reads in a step.
  std::int64_t entry(Thread thread, std::int64_t step) const {
    const std::int64_t row = row_of(thread);
    if (row == inactive) return inactive;
    const std::int64_t first = begin(row) + thread.rank % lanes_;
    const std::int64_t count = (begin(row + 1) - first + lanes_ - 1) / lanes_;
    const std::int64_t pass = is_unrolled_ ? loop_.pass(count, step) : step;
    return pass != inactive && pass < count ? first + pass * lanes_ : inactive;
  }
  /// The largest number of entries that a thread reads.
  std::int64_t most_entries() const {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < rows_; ++row)
      longest = std::max(longest, begin(row + 1) - begin(row));
    return (longest + lanes_ - 1) / lanes_;
  }

  Address offset(std::int64_t next) const {
    return [=, *this](Thread thread, std::int64_t) {
      const std::int64_t row = row_of(thread);
      return row == inactive ? inactive : (row + next) * 4;
    };
  }
  Address of_entries(int bytes) const {
    return [=, *this](Thread thread, std::int64_t step) {
      const std::int64_t own = entry(thread, step);
      return own == inactive ? inactive : own * bytes;
    };
  }
  Address of_x() const {
    return [*this](Thread thread, std::int64_t step) {
      const std::int64_t own = entry(thread, step);
      if (own == inactive) return inactive;
      return std::int64_t{columns_[static_cast<std::size_t>(own)]} * bytes_;
    };
  }
  /// All lanes store their sums. The first lane of a row reads those of the others.
  void add_scratch(std::vector<Access>& accesses) const {
    const Address own = [*this](Thread thread, std::int64_t) -> std::int64_t {
      return thread.rank * bytes_;
    };
    const Address others = [*this](Thread thread, std::int64_t step) -> std::int64_t {
      const bool is_first = row_of(thread) != inactive && thread.rank % lanes_ == 0;
      return is_first ? (thread.rank + 1 + step) * bytes_ : inactive;
    };
    accesses.push_back(in_shared(store("sums", bytes_, own)));
    accesses.push_back(in_shared(load("sums", bytes_, others, lanes_ - 1)));
  }
  Address of_y() const {
    return [*this](Thread thread, std::int64_t) {
      const std::int64_t row = row_of(thread);
      return row == inactive || thread.rank % lanes_ > 0 ? inactive : row * bytes_;
    };
  }

  std::int64_t rows_;
  int lanes_;
  bool is_unrolled_, sums_in_scratch_;
  int threads_, bytes_;
  std::span<const int> offsets_, columns_;
  UnrolledLoop loop_{most_entries()};
};

template <int lanes>
std::vector<Kernel> lanes_per_row(const ModelForm& form, const Parameters& p,
                                  const HostArrays& host) {
  return CsrThreads(form, p, host, lanes).kernel();
}

/// A row per thread, whose elements are a slice's rows apart.
std::vector<Kernel> sliced_ell(const ModelForm& form, const Parameters& p, const HostArrays& host) {
  const auto slices = host.get<std::int64_t>("slices");
  const auto columns = host.get<int>("columns");
  const FlatLoop ends(form, p["rows"], sizeof(std::int64_t));
  const FlatLoop words(form, p["rows"], 4);
  const FlatLoop reals(form, p["rows"], real_bytes(p));
  const auto begin = [=](std::int64_t slice) { return slices[static_cast<std::size_t>(slice)]; };
  std::int64_t widest = 0;
  for (std::size_t slice = 1; slice < slices.size(); ++slice)
    widest = std::max(widest, slices[slice] - slices[slice - 1]);
  /// An address of every element of a slice, of which others have fewer than the widest.
  const auto of_elements = [=, rows = p["rows"]](int bytes, const auto& index_of) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t row = thread.block * flat_block_size(form) + thread.rank;
      if (row >= rows) return inactive;
      const std::int64_t slice = row / slice_rows;
      const std::int64_t element = begin(slice) + row % slice_rows + step * slice_rows;
      return element < begin(slice + 1) ? index_of(element) * bytes : inactive;
    };
  };
  const auto column = [=](std::int64_t element) {
    return std::int64_t{columns[static_cast<std::size_t>(element)]};
  };
  const int bytes = real_bytes(p);
  const std::int64_t steps = widest / slice_rows;
  return {reals.kernel({ends.load("slices", [](std::int64_t row) { return row / slice_rows; }),
                        ends.load("slices", [](std::int64_t row) { return row / slice_rows + 1; }),
                        load("columns", 4, of_elements(4, in_order), steps),
                        load("values", bytes, of_elements(bytes, in_order), steps),
                        load("x", bytes, of_elements(bytes, column), steps),
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
  /// In any order a term is rounded in its product and in all additions but its own first one, so
  /// no more than γ of the row's length times Σ|a · x|; adding zero rounds nothing. One more
  /// rounding is the reference's own. A sum of whole numbers below 1/u is exact in any order.
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

/// Compares "y" with what sum_of(row) says, which is computed once.
template <class T, class SumOf>
Validation compare_rows(const HostArrays& host, const SumOf& sum_of) {
  const auto y = host.get<T>("y");
  const auto& expected = host.once<std::vector<Expected>>("products", [&] {
    std::vector<Expected> products(y.size());
    in_parallel(y.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t row = first; row < last; ++row) products[row] = sum_of(row).expected();
    });
    return products;
  });
  return compare_elements(y, [&](std::size_t row) { return expected[row]; });
}

/// The bytes of the entries and of both vectors, each once, and of what says where rows begin.
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

/// Without the products of lengths and columns: each alone, beside uniform lengths in a band.
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
    return {.offsets = arrays.input<int>(filled<int>("offsets", rows + 1,
                                                     [a](std::size_t row, const Random&) {
                                                       return static_cast<int>(a->begin(
                                                           static_cast<std::int64_t>(row)));
                                                     })),
            .columns = arrays.input<int>(
                in_rows<int>("columns", a,
                             [a](std::int64_t row, std::int64_t k, const Random& random) {
                               return a->column(row, k, random);
                             })),
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
    const auto offsets = host.get<int>("offsets"), columns = host.get<int>("columns");
    const auto values = host.get<T>("values"), x = host.get<T>("x");
    return compare_rows<T>(host, [&](std::size_t row) {
      RowSum<T> sum;
      for (auto k = static_cast<std::size_t>(offsets[row]);
           k < static_cast<std::size_t>(offsets[row + 1]); ++k)
        sum.add(values[k], x[static_cast<std::size_t>(columns[k])]);
      return sum;
    });
  }
};

/// It is the same matrix: its arrays come in the same order, and so draw the same numbers.
template <class T>
struct EllProblem {
  static constexpr bool is_long_sum = true;

  Cases cases = cases_of_both();

  EllProduct<T> make(ArrayList& arrays, const Parameters& p) const {
    const Matrix a = matrix_of(p);
    const auto rows = static_cast<std::size_t>(a->rows());
    return {.slices = arrays.input<std::int64_t>(
                filled<std::int64_t>("slices", static_cast<std::size_t>(a->slices()) + 1,
                                     [a](std::size_t slice, const Random&) {
                                       return a->slice_begin(static_cast<std::int64_t>(slice));
                                     })),
            .columns = arrays.input<int>(
                in_slices<int>("columns", a,
                               [a](std::int64_t row, std::int64_t k, const Random& random) {
                                 return a->column(row, k, random);
                               })),
            .values = arrays.input<T>(in_slices<T>(
                "values", a,
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
    const auto columns = host.get<int>("columns");
    const auto values = host.get<T>("values"), x = host.get<T>("x");
    return compare_rows<T>(host, [&](std::size_t row) {
      const std::size_t slice = row / slice_rows;
      RowSum<T> sum;
      for (auto k = static_cast<std::size_t>(slices[slice]) + row % slice_rows;
           k < static_cast<std::size_t>(slices[slice + 1]); k += slice_rows)
        sum.add(values[k], x[static_cast<std::size_t>(columns[k])]);
      return sum;
    });
  }
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<CsrProblem>();
  e.pattern = Pattern::team_sum;
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
                   "2048 entries per block, whatever rows they are of: products by 16-byte loads "
                   "into shared memory, then as many lanes per row as there are threads for; what "
                   "rows have in later blocks is added by a second kernel"),
      vendor("cusparse", "even_shares", "cuSPARSE SpMV of compressed sparse rows"),
  };
  e.ragged = {{"rows", 1003}};
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 31, 33, 257, 1009}}, {"mean", {1, 9}}}},
      {.axes = {{"rows", {4099}}, {"mean", {64}}}},  // rows as long as two blocks' shares
      {.axes = {{"rows", {65569}}, {"mean", {3}}}},  // lengths that repeat
  };
  e.addresses_follow_data = true;
}

}  // namespace tilebridge::spmv_experiment
