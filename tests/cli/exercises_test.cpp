// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "catalogue/catalogue.hpp"
#include "pages/grade.hpp"
#include "run/output.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> exercises = {"coalescing",   "structure_of_arrays",
                                            "tile",         "padding",
                                            "halo",         "matrix_product",
                                            "registers",    "missing_barrier",
                                            "reduction",    "histogram",
                                            "port_tile",    "layout",
                                            "vector_loads", "overlap"};

/// The learner has to find a mistake in these; a host sees a missing barrier in CUDA alone.
bool is_wrong_as_given(const std::string& exercise, const std::string& language) {
  return exercise == "halo" || (exercise == "missing_barrier" && language == "cuda");
}

TEST(CliExercises, AreListedAndWrittenWithoutTheirSolutions) {
  const TemporaryFolder folder;
  const Outcome list = run_tilebridge("new --exercise list", folder);
  EXPECT_EQ(std::ranges::count(list.out, '\n'), std::ssize(exercises));
  for (const std::string& name : exercises) {
    EXPECT_THAT(list.out, HasSubstr(name + " "));
    for (const char* language : {"cuda", "kokkos"}) {
      const std::string in = std::string(" --in ") + language;
      ASSERT_EQ(run_tilebridge("new --exercise " + name + " work" + in, folder).status, 0);
      ASSERT_EQ(run_tilebridge("new --exercise " + name + in + " --solution", folder).status, 0);
      EXPECT_NE(file_text(folder / "work" / "yours.hpp"),
                file_text(folder / (name + "_solution") / "yours.hpp"));
      EXPECT_THAT(file_text(folder / "work" / "pair.cpp"),
                  AllOf(HasSubstr("#include \"" + name + ".hpp\""), Not(HasSubstr("#if"))));
      const char* const ported = in == " --in cuda" ? "in_kokkos.hpp" : "in_cuda.hpp";
      EXPECT_EQ(std::filesystem::exists(folder / "work" / ported), name == "port_tile");
      std::filesystem::remove_all(folder / "work");
      std::filesystem::remove_all(folder / (name + "_solution"));
    }
  }
}

TEST(CliExercises, AreRefusedInOneLine) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "tile");
  for (const char* arguments :
       {"--exercise tile", "--exercise none", "--exercise tile x --in fortran",
        "--exercise tile x --team", "x --in kokkos", "x --solution", ""})
    expect_refused(run_tilebridge(std::string("new ") + arguments, folder), "");
}

/// A solution with a mistake: in the solution's kernel, `from` becomes `to`. What it says of it.
struct Mistake {
  std::string exercise, from, to;
  std::string said;
};

const std::vector<Mistake> mistakes = {
    {"coalescing", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "Never written: the last 40 elements, from 19968 on. Is the number of threads rounded up?"},
    {"coalescing", "blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x", "threadIdx.x",
     "the last 19752 elements, from 256 on. Does every block compute elements of its own"},
    {"coalescing", "a.x[i]", "a.x[i + 1]",
     "Wrong: all 20008 elements. Element 0 has the value of element 1. Is element i of y"},
    {"coalescing", "if (i < a.n) a.y[i] = 2 * a.x[i] + 1;",
     "if (2 * i < a.n) a.y[2 * i] = 2 * a.x[2 * i] + 1;",
     "Never written: of every 2 elements number 1. Which of these does a thread compute"},
    {"structure_of_arrays", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "Never written: the last 216 elements"},
    {"structure_of_arrays", "m * a.n + i", "m + i",
     "global memory, from the kernel's begin on. Do both mean the same element? Check the index."},
    {"structure_of_arrays", "step < Arguments::steps", "step <= Arguments::steps",
     "Wrong: all 2008 elements. Do two members"},
    {"structure_of_arrays", "= a.v0[i]", "= a.v0[i / 32 * 32]",
     "Wrong: of every 32 elements number 1 to 31. Which lane of a warp"},
    {"tile", "__syncthreads();", "", "no barrier is between them: shared memory"},
    {"tile", "* a.rows + x]", "* a.cols + x]",
     "Wrong: all rows but the first. Row 1, column 0 has the value of row 1, column 32. How many "
     "elements of the output are in a row?"},
    {"tile", "staged[threadIdx.x][threadIdx.y + j]", "staged[threadIdx.y + j][threadIdx.x]",
     "all but the diagonals of tiles of 32 × 32. Row 0, column 1 has the value of row 1, column "
     "0. Is a tile that was written by rows read by columns"},
    {"tile",
     "x = blockIdx.y * tile + threadIdx.x;  // the tile's place in the output\n"
     "  y = blockIdx.x * tile + threadIdx.y;",
     "x = blockIdx.x * tile + threadIdx.x;\n  y = blockIdx.y * tile + threadIdx.y;",
     "Are the tile's own row and column exchanged"},
    {"tile", "__syncthreads();", "if (x >= a.cols) return; __syncthreads();",
     "does not reach: it has ended"},
    {"padding", "tilebridge::covering(a.rows, Arguments::tile)", "a.rows / Arguments::tile",
     "Never written: the last 8 columns, from 96 on. Do the tiles at the edge"},
    {"padding", "__syncthreads();", "if (x >= a.cols) return; __syncthreads();",
     "does not reach: it has ended"},
    {"padding", "__syncthreads();", "__syncwarp();", "no barrier is between them: shared memory"},
    {"padding", "staged[threadIdx.x][threadIdx.y + j]", "staged[threadIdx.y + j][threadIdx.x]",
     "all but the diagonals of tiles of 32 × 32"},
    {"halo", "__syncthreads();", "", "no barrier is between them: shared memory"},
    {"halo", "blockIdx.y * tile - 1,", "blockIdx.y * tile,",
     "Wrong: all 7488 elements. Row 0, column 0 has the value of row 1, column 0. Where in its "
     "tile"},
    {"halo", "tilebridge::covering(a.rows, Arguments::tile)", "unsigned(a.rows / Arguments::tile)",
     "Never written: the last 8 rows, from 96 on"},
    {"halo", "__syncthreads();", "if (x0 + int(threadIdx.x) >= a.cols) return; __syncthreads();",
     "does not reach: it has ended"},
    {"halo", "y >= 0 && y < a.rows && x >= 0 && x < a.cols", "y > 0 && y < a.rows && x > 0",
     "the matrix's border"},
    {"matrix_product", "__syncthreads();\n    for", "for",
     "no barrier is between them: shared memory, from the kernel's begin on"},
    {"matrix_product", "__syncthreads();  // all", "// all",
     "no barrier is between them: shared memory, after line "},
    {"matrix_product", "first < p.k;", "first + tile <= p.k;",
     "Wrong: all 2240 elements. Is what lies outside of a or b 0"},
    {"matrix_product", "tilebridge::covering(p.m, Arguments::tile)",
     "unsigned(p.m / Arguments::tile)", "Never written: the last 8 rows, from 32 on"},
    {"registers", "__syncthreads();  // all", "// all",
     "no barrier is between them: shared memory, after line "},
    {"registers", "x = x0 + threadIdx.x + s * threads;", "x = x0 + sums * threadIdx.x + s;",
     "of every 64 columns. Row 0, column 1 has the value of row 0, column 16."},
    {"registers", "y = y0 + threadIdx.y + r * threads,", "y = y0 + sums * threadIdx.y + r,",
     "Row 1, column 0 has the value of row 16, column 0. Is each sum stored where its row of a"},
    {"registers",
     "      a[e / depth][e % depth] =\n"
     "          y < p.m && a_column < p.k ? p.a[std::int64_t{y} * p.k + a_column] : 0;\n"
     "      b[e / tile][e % tile] = b_row < p.k && x < p.n ? p.b[std::int64_t{b_row} * p.n + x] : "
     "0;",
     "      if (y < p.m && a_column < p.k)\n"
     "        a[e / depth][e % depth] = p.a[std::int64_t{y} * p.k + a_column];\n"
     "      if (b_row < p.k && x < p.n)\n"
     "        b[e / tile][e % tile] = p.b[std::int64_t{b_row} * p.n + x];",
     "Wrong: all 22080 elements. Is each sum stored"},
    {"registers", "if (y < p.m && x < p.n)", "if (y < p.m)", "and none beyond the last column?"},
    {"registers", "if (y < p.m && x < p.n)", "if (s == 0 && y < p.m && x < p.n)",
     "Never written: of every 64 columns number 16 to 63. Which of these does a thread compute"},
    {"registers", "tilebridge::covering(p.n, Arguments::tile)", "unsigned(p.n / Arguments::tile)",
     "Never written: the last 56 columns, from 128 on. Which rows and columns of c are a thread's? "
     "Does it store all of its sums"},
    {"registers", "= b[i][threadIdx.x + s * threads]", "= b[i][threadIdx.x]",
     "Wrong: of every 64 columns number 16 to 63. Row 0, column 16 has the value of row 0, column "
     "0."},
    {"missing_barrier",
     "__syncthreads();\n    std::", "std::", "shared memory, from the kernel's begin on"},
    {"missing_barrier", "__syncthreads();  // before", "// before",
     "no barrier is between them: shared memory, after line "},
    {"missing_barrier", "k >= 0", "k > 0", "What keeps a fast warp"},
    {"missing_barrier", "tilebridge::covering(a.pieces, Arguments::pieces_per_block)",
     "unsigned(a.pieces / Arguments::pieces_per_block)",
     "Never written: the last 512 elements, from 6144 on. Does every piece"},
    {"reduction", "__syncthreads();", "", "no barrier is between them"},
    {"reduction", "__syncthreads();", "if (thread < half) __syncthreads();",
     "waits at the barrier in line "},
    {"reduction", "i < a.n", "i < a.n - 1", "It is smaller than expected, by "},
    {"reduction", "atomicAdd(sum, sums[0])",
     "atomicAdd(reinterpret_cast<unsigned*>(sum), unsigned(sums[0]))",
     "It is off by 2 · 2^32. Which number of 32 bits overflows?"},
    {"reduction", "tilebridge::launch(queue, 1, 1, clear, sum);", "",
     "It is one less than expected, and outputs begin as -1. Is it set to 0"},
    {"reduction", "if (thread == 0) atomicAdd(sum, sums[0]);", "atomicAdd(sum, sums[thread]);",
     "It is larger than expected, by "},
    {"histogram", "__syncthreads();", "", "no barrier is between them"},
    {"histogram", "i < a.n", "i < a.n - 1",
     "Wrong: element 241. The first one is smaller than expected, by 1. Is anything left out"},
    {"histogram", "tilebridge::launch(queue, 1, Arguments::bins, clear, a);", "",
     "Wrong: all 256 elements. The first one is one less than expected"},
    {"histogram", "counts[thread] = 0;\n  __syncthreads();", "",
     "Is anything added more than once, or to a number that was not set to 0?"},
    {"port_tile", "sums[row][column] = sum;\n  }\n  __syncthreads();",
     "sums[row][column] = sum;\n  }", "no barrier is between them: shared memory, after line "},
    {"port_tile", "- radius, x = x0", ", x = x0",
     "Row 0, column 0 has the value of row 3, column 0. Follow one element"},
    {"port_tile", "tilebridge::covering(a.cols, Arguments::tile_columns)",
     "unsigned(a.cols / Arguments::tile_columns)", "Never written: the last 8 columns, from 96 on"},
    {"port_tile", "i < staged_rows * staged_columns", "i < tile_rows * staged_columns",
     "Wrong: of every 8 rows number 2 to 7."},
    {"port_tile", "x >= 0 && x < a.cols", "x >= x0 && x < x0 + tile_columns && x < a.cols",
     "elements at edges of tiles of 32 columns. Which threads load"},
    {"layout", "tilebridge::covering(a.sections, threads)", "unsigned(a.sections / threads)",
     "Never written: the last 232 columns, from 768 on. Does every section have a thread?"},
    {"layout", "a.left[std::int64_t{point} * a.sections + section]",
     "a.left[std::int64_t{point} * a.points + section]",
     "no barrier is between them: global memory, from the kernel's begin on. Do both mean the same "
     "element? Check the index."},
    {"layout", "a.water[i]", "a.water[std::int64_t{section} * a.points + p]",
     "Is the output 24 rows of 1000, or the other way round?"},
    {"layout", "  highest = 0;\n", "", "Is the highest point of each side found anew"},
    {"vector_loads", "  if (i < rest) a.y[4 * fours + i] = a.x[4 * fours + i] / 2;\n", "",
     "Never written: the last 2 elements, from 20004 on. Which thread computes the elements "
     "behind the last whole four?"},
    {"vector_loads", "= a.x[4 * fours + i]", "= a.x[fours + i]",
     "Wrong: the last 2 elements, from 20004 on. Element 20004 has the value of element 5001. What "
     "is different behind the last whole block?"},
    {"vector_loads", "fours = a.n / 4", "fours = (a.n + 3) / 4", "it wrote beyond the array"},
    {"vector_loads", "x.w / 2", "x.z / 2",
     "of every 4 elements number 3. Element 3 has the value of element 2. Which lane of a warp"},
    {"vector_loads", "reinterpret_cast<const float4*>(a.x)[i]",
     "*reinterpret_cast<const float4*>(a.x + i)",
     "accesses a float4 at an address that is no multiple of 16"},
    {"overlap", "put_after(begin_and_end, a.streams[s])", "a.streams[s]",
     "the queue does not wait for the copy to the host in line "},
    {"overlap", "put_after(a.streams[s], begin_and_end)", "a.streams[s]",
     "does not wait for what the queue was given before this launch"},
    {"overlap", "a.numbers + first, bytes, cudaMemcpyDeviceToHost, stream",
     "a.numbers + first, bytes, cudaMemcpyDeviceToHost, a.streams[(piece + 1) % 3]",
     "reads what the kernel in line "},
    {"overlap", "cudaMemcpyAsync(a.numbers + first, a.in", "cudaMemcpyAsync(a.numbers, a.in",
     "writes what the copy to the host in line "},
    {"overlap",
     "    tilebridge::launch(stream, tilebridge::covering(count, threads), threads, kernel,\n"
     "                       a.numbers + first, count, a.steps);\n"
     "    check(cudaMemcpyAsync(a.out + first, a.numbers + first, bytes, cudaMemcpyDeviceToHost, "
     "stream));",
     "    check(cudaMemcpyAsync(a.out + first, a.numbers + first, bytes, cudaMemcpyDeviceToHost, "
     "stream));\n"
     "    tilebridge::launch(stream, tilebridge::covering(count, threads), threads, kernel,\n"
     "                       a.numbers + first, count, a.steps);",
     "is it copied back after its kernel?"},
    {"overlap",
     "const std::int64_t length = tilebridge::covering(a.n, pieces);\n"
     "  for (std::int64_t first = 0, piece = 0; first < a.n;",
     "const std::int64_t length = a.n / pieces;\n"
     "  for (std::int64_t first = 0, piece = 0; piece < pieces;",
     "Never written: the last 6 elements, from 20000 on. Which piece has the last elements?"},
};

/// Right solutions that access too much.
const std::vector<Mistake> wastes = {
    {"coalescing", "2 * a.x[i] + 1;", "2 * a.x[i] + 1 + 0 * a.x[4 * i % a.n];",
     "3.0 times the reference's sectors, of at most 1.1 times"},
    {"coalescing", "blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x",
     "threadIdx.x * std::int64_t{gridDim.x} + blockIdx.x",
     "A load takes 31.7 sectors, one of the reference's 7.99. Which elements do the 32 threads"},
    {"structure_of_arrays", "m * a.n + i", "i * 2 + m / 4",
     "A load takes 15.1 sectors, one of the reference's 7.97."},
    {"tile",
     "  x = blockIdx.y * tile + threadIdx.x;  // the tile's place in the output\n"
     "  y = blockIdx.x * tile + threadIdx.y;\n"
     "  for (int j = 0; j < tile; j += rows_per_pass)\n"
     "    if (x < a.rows && y + j < a.cols)\n"
     "      a.out[std::int64_t{y + j} * a.rows + x] = staged[threadIdx.x][threadIdx.y + j];",
     "  for (int j = 0; j < tile; j += rows_per_pass)\n"
     "    if (x < a.cols && y + j < a.rows)\n"
     "      a.out[std::int64_t{x} * a.rows + y + j] = staged[threadIdx.y + j][threadIdx.x];",
     "A store takes 24 sectors, one of the reference's 3.25. Which of the two matrices"},
    {"padding", "tile + 1]", "tile]", "times the reference's wavefronts"},
    {"padding", "tile + 1]", "tile + 2]",
     "A load from shared memory takes 1.75 wavefronts, one of the reference's 1. In which banks "
     "is"},
    {"registers", "of_a[r] * of_b[s];", "of_a[r] * b[i][threadIdx.x + s * threads];",
     "Warps execute 46080 times a load from shared memory, of 1 wavefront; the reference's 18432 "
     "times. How many words does a thread read from shared memory"},
    {"registers", "threadIdx.x + s * threads", "sums * threadIdx.x + s",
     "A load from shared memory takes 1.5 wavefronts, one of the reference's 1. How many words"},
    {"missing_barrier", "sum += staged[k];",
     "sum += staged[k] + (staged[(thread * 31 + k) % piece] < 0 ? 1 : 0);",
     "times the reference's wavefronts"},
    {"reduction", "if (thread == 0) atomicAdd(sum, sums[0]);",
     "if (thread < 32) atomicAdd(sum, thread == 0 ? sums[0] : 0);\n"
     "  for (int i = 0; i < 8; ++i) atomicAdd(sum, Word{0});",
     "times the reference's atomics, of at most 8.0 times"},
    {"reduction",
     "for (std::int64_t i = blockIdx.x * std::int64_t{threads} + thread; i < a.n;\n"
     "       i += std::int64_t{gridDim.x} * threads)",
     "const std::int64_t first = (blockIdx.x * std::int64_t{threads} + thread) * 64;\n"
     "  for (std::int64_t i = first; i < first + 64 && i < a.n; ++i)",
     "A load takes 31.3 sectors, one of the reference's 4. Which elements do the 32 threads of a "
     "warp load at the same time?"},
    {"port_tile", "sum += staged[row][column + k];",
     "{\n      const int y = y0 + row - radius, x = x0 + column + k - radius;\n"
     "      if (y >= 0 && y < a.rows && x >= 0 && x < a.cols)\n"
     "        sum += a.in[std::int64_t{y} * a.cols + x];\n    }",
     "Warps execute 2548 times a load, of 4.02 sectors; the reference's 431 times."},
    {"port_tile", "threadIdx.y * tile_columns + threadIdx.x;",
     "threadIdx.x * tile_rows + threadIdx.y;",
     "A load takes 20.6 sectors, one of the reference's 5.02. Which elements do the threads of a "
     "warp"},
    {"layout", "a.left[std::int64_t{point} * a.sections + section]",
     "a.left[std::int64_t{section} * a.points + point]",
     "one of the reference's 3.91. Which index do"},
    {"layout", "a.right[std::int64_t{point} * a.sections + section]",
     "a.right[std::int64_t{section} * a.points + point]", "in both arrays"},
    {"vector_loads", "const float4 x = reinterpret_cast<const float4*>(a.x)[i];",
     "const float4 x = make_float4(a.x[4 * i], a.x[4 * i + 1], a.x[4 * i + 2], a.x[4 * i + 3]);",
     "times the reference's requests, of at most 1.3 times"},
    {"overlap", "a.streams[piece % Arguments::stream_count]", "a.streams[0]",
     "Copies and kernels are on 1 stream, the reference's on 3. A copy in, a kernel and"},
    {"overlap", "a.streams[piece % Arguments::stream_count]", "a.streams[piece % 2]",
     "Copies and kernels are on 2 streams, the reference's on 3."},
    {"overlap", "cudaMemcpyDeviceToHost, stream));",
     "cudaMemcpyDeviceToHost, stream));\n    check(cudaStreamSynchronize(stream));",
     "The host waits 15 times before all is enqueued, the reference's 0 times."},
    {"overlap", "pieces = 16", "pieces = 3",
     "The longest copy or kernel is 5.1 times the reference's."},
    {"overlap", "pieces = 16", "pieces = 500",
     "There are 1464 copies and kernels, the reference's 48."},
    {"overlap", "const std::size_t bytes = count",
     "if (piece > 0) put_after(stream, a.streams[(piece - 1) % 3]);\n"
     "    const std::size_t bytes = count",
     "There are as many streams and pieces as in the reference, but pieces wait for each other."},
};

/// Mistakes in Kokkos that a host sees, where a team has one thread.
const std::vector<Mistake> kokkos_mistakes = {
    {"tile", "held[k] = staged(column(k), row(k))", "held[k] = staged(row(k), column(k))",
     "all but the diagonals of tiles of 32 × 32"},
    {"registers", "= b_tile(i, column + s * side)", "= b_tile(i, column)",
     "of every 64 columns number 1 to 63. Row 0, column 1 has the value of row 0, column 0."},
    {"registers", "first < k;", "first + depth <= k;", "Wrong: all 22080 elements. Is each sum"},
    {"port_tile", "y0 = team.league_rank() / across", "y0 = team.league_rank() % across",
     "Never written: "},
    {"port_tile", "column + k)", "column)", "Follow one element"},
    {"layout", "Water = Kokkos::View<std::int32_t**, Kokkos::LayoutRight",
     "Water = Kokkos::View<std::int32_t**, Kokkos::LayoutLeft",
     "Is the output 24 rows of 1000, or the other way round?"},
    {"vector_loads", "if (i < rest)", "if (false)",
     "Never written: the last 2 elements, from 20004 on"},
    {"overlap", "first + length < a.n ? length : a.n - first", "first + length < a.n ? length : 0",
     "Never written: the last 1241 elements, from 18765 on. Which piece has the last elements?"},
    {"overlap", "out(a.out + first, count)", "out(a.out, count)",
     "Element 0 has the value of element 18765. Does every piece have its own place"},
};

/// Replaces all of `from`.
void make(const Mistake& mistake, const std::filesystem::path& file) {
  std::string text = file_text(file);
  ASSERT_THAT(text, HasSubstr(mistake.from));
  for (std::size_t at = 0; (at = text.find(mistake.from, at)) != std::string::npos;
       at += mistake.to.size())
    text.replace(at, mistake.from.size(), mistake.to);
  std::ofstream(file) << text;
}

/// Each mistake of an exercise is in a group of its own: "wrong_0", with its place in `all`.
std::map<std::string, std::vector<Mistake>> in_groups(const std::string& prefix,
                                                      const std::vector<Mistake>& all) {
  std::map<std::string, std::vector<Mistake>> groups;
  std::map<std::string, int> of_exercise;
  for (const Mistake& mistake : all)
    groups[prefix + std::to_string(of_exercise[mistake.exercise]++)].push_back(mistake);
  return groups;
}

/// Expects what is said of the mistake in the output of a run.
void expect_said(const Mistake& mistake, const std::string& out) {
  const std::size_t begin = out.find("wrong: " + mistake.exercise + "/");
  ASSERT_NE(begin, std::string::npos) << mistake.exercise << out;
  std::string said = out.substr(begin, out.find("refused", begin) - begin);
  std::ranges::replace(said, '\n', ' ');
  EXPECT_THAT(said, HasSubstr(mistake.said));
  if (said.find("hint: ") == std::string::npos) return;  // it was stopped, and has no results
  EXPECT_THAT(said, HasSubstr("element "));
  const bool has_map = mistake.exercise != "reduction";  // which has one element
  EXPECT_EQ(said.find("wrong elements (x) of rows of") != std::string::npos, has_map) << said;
}

/// Exercises in folders, all built by one project.
class Project {
 public:
  explicit Project(std::string language) : language_(std::move(language)) {}

  /// Written with `options`, as "given/tile": the object is that, with ".so".
  std::filesystem::path add(const std::string& group, const std::string& name,
                            const std::string& options = "") {
    std::filesystem::create_directory(folder / group);
    EXPECT_EQ(run_tilebridge("new --exercise " + name + " " + group + "/" + name + " --in " +
                                 language_ + options,
                             folder)
                  .status,
              0);
    const std::string target = group + "_" + name;
    lists_ += "tilebridge_add_pair(" + target +
              (language_ == "cuda" ? " WITHOUT_KOKKOS COUNTED " : " ") + group + "/" + name +
              "/pair.cpp)\nset_target_properties(" + target + " PROPERTIES OUTPUT_NAME " + name +
              " LIBRARY_OUTPUT_DIRECTORY objects/" + group + ")\n";
    return folder / group / name / "yours.hpp";
  }
  /// Adds one by the CMakeLists.txt that was written for it: "build/tile/tile.so".
  void add_by_its_own_lists(const std::string& name) {
    const std::string of = "new --exercise " + name + " --in " + language_;
    EXPECT_EQ(run_tilebridge(of, folder).status, 0);
    lists_ += "add_subdirectory(" + name + ")\n";
  }
  Outcome build() const {
    std::ofstream(folder / "CMakeLists.txt")
        << "cmake_minimum_required(VERSION 3.22)\nproject(exercises LANGUAGES CXX)\n"
           "find_package(tilebridge REQUIRED)\n"
        << lists_;
    return run_command(
        cmake_command() +
            " -S . -B build -DCMAKE_PREFIX_PATH=" TILEBRIDGE_BUILD
            " -DCMAKE_BUILD_TYPE=Test -DCMAKE_CXX_FLAGS=-O0 && cmake --build build --parallel 2",
        folder);
  }
  Outcome run(const std::string& objects) const {
    return run_tilebridge("run --platform host --budget 0.01 " + objects, folder);
  }
  /// Adds every exercise, as given and solved.
  void add_all() {
    for (const std::string& name : exercises) {
      add("given", name);
      add("solved", name, " --solution");
    }
  }
  /// Adds each solution with its mistake.
  void add_groups(const std::map<std::string, std::vector<Mistake>>& groups) {
    for (const auto& [group, all] : groups)
      for (const Mistake& mistake : all) make(mistake, add(group, mistake.exercise, " --solution"));
  }
  Outcome run_group(const std::string& group, const std::vector<Mistake>& mistakes_in_it) const {
    std::vector<std::string> names;
    for (const Mistake& mistake : mistakes_in_it) names.push_back(mistake.exercise);
    return run_of(group, names);
  }
  /// Runs all exercises of a group.
  Outcome run_group(const std::string& group) const { return run_of(group, exercises); }
  /// Runs those as given that are right, or those that are wrong.
  Outcome run_given(bool wrong) const {
    std::vector<std::string> names;
    for (const std::string& name : exercises)
      if (is_wrong_as_given(name, language_) == wrong) names.push_back(name);
    return run_of("given", names);
  }

  TemporaryFolder folder;

 private:
  Outcome run_of(const std::string& group, const std::vector<std::string>& names) const {
    std::string objects;
    for (const std::string& name : names) objects += " build/objects/" + group + "/" + name + ".so";
    return run(objects);
  }

  std::string language_, lists_;
};

class CliExercisesOnAHost : public RunningTest {
 protected:
  void SetUp() override {
    RunningTest::SetUp();
    if (!is_installed("cmake")) GTEST_SKIP() << "no CMake";
  }
};

TEST_F(CliExercisesOnAHost, KernelsInCudaAreGraded) {
  Project project("cuda");
  project.add_all();
  project.add_by_its_own_lists("reduction");
  ASSERT_EQ(project.build().status, 0);

  const Outcome given = project.run_given(false);
  EXPECT_EQ(given.status, 1) << given.out << given.err;
  const Outcome wrong_as_given = project.run_given(true);
  EXPECT_EQ(wrong_as_given.status, 3) << wrong_as_given.out << wrong_as_given.err;
  const Outcome solved = project.run_group("solved");
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  for (const std::string& name : exercises) {
    if (is_wrong_as_given(name, "cuda")) {
      EXPECT_THAT(wrong_as_given.out, HasSubstr("\n" + name + ": refused: "));
    } else {
      EXPECT_THAT(given.out, HasSubstr("\n" + name + ": not yet: "));
    }
    EXPECT_THAT(solved.out,
                HasSubstr("\n" + name + ": passed as counted: 1.0 times the reference"));
  }
  EXPECT_THAT(given.out, HasSubstr("yours: 4 sectors per load, 32 sectors per store"));
  EXPECT_THAT(wrong_as_given.out, HasSubstr("corners of tiles of 16 × 16"));  // of halo
  for (const Outcome& right : {given, solved})  // the ratio of an emulator says nothing
    EXPECT_THAT(right.out, Not(testing::AnyOf(HasSubstr("faster"), HasSubstr("slower"))));
  const Outcome alone = project.run("build/reduction/reduction.so");
  EXPECT_THAT(alone.out, HasSubstr("\nnot yet: "));
}

TEST_F(CliExercisesOnAHost, MistakesInCudaAreRefusedWithTheirHints) {
  Project project("cuda");
  const auto groups = in_groups("wrong_", mistakes);
  project.add_groups(groups);
  ASSERT_EQ(project.build().status, 0);
  for (const auto& [group, mistakes_in_it] : groups) {
    const Outcome wrong = project.run_group(group, mistakes_in_it);
    EXPECT_EQ(wrong.status, 3) << wrong.err;
    for (const Mistake& mistake : mistakes_in_it) expect_said(mistake, wrong.out);
  }
}

TEST_F(CliExercisesOnAHost, WastefulKernelsInCudaDoNotPass) {
  Project project("cuda");
  const auto groups = in_groups("waste_", wastes);
  project.add_groups(groups);
  ASSERT_EQ(project.build().status, 0);
  for (const auto& [group, wastes_in_it] : groups) {
    Outcome wasted = project.run_group(group, wastes_in_it);
    EXPECT_EQ(wasted.status, 1) << wasted.out << wasted.err;
    std::ranges::replace(wasted.out, '\n', ' ');
    for (const Mistake& waste : wastes_in_it) {
      EXPECT_THAT(wasted.out, HasSubstr("not yet: "));
      EXPECT_THAT(wasted.out, HasSubstr(waste.said));
    }
  }
}

TEST_F(CliExercisesOnAHost, KernelsInKokkosAreGraded) {
  Project project("kokkos");
  project.add_all();
  const auto wrong_groups = in_groups("wrong_", kokkos_mistakes);
  make({"tile", "team.team_barrier();", "// team.team_barrier();", ""},
       project.add("unseen", "tile", " --solution"));
  project.add_groups(wrong_groups);
  const Outcome built = project.build();
  if (built.err.find("Kokkos") != std::string::npos && built.status != 0 &&
      !std::filesystem::exists(project.folder / "build" / "CMakeFiles" / "given_tile.dir"))
    GTEST_SKIP() << "no installed Kokkos: " << built.err;
  ASSERT_EQ(built.status, 0) << built.out << built.err;
  const Outcome given = project.run_given(false);
  if (given.status == 2) GTEST_SKIP() << "this Kokkos is for a GPU: " << given.err;
  const Outcome solved = project.run_group("solved");
  const Outcome wrong = project.run_given(true);
  EXPECT_EQ(given.status, 0) << given.out << given.err;
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  EXPECT_EQ(wrong.status, 3) << wrong.out << wrong.err;
  for (const std::string& name : exercises) {
    EXPECT_THAT(solved.out, HasSubstr("\n" + name + ": validated: 0."));
    const Outcome& as_given = is_wrong_as_given(name, "kokkos") ? wrong : given;
    EXPECT_THAT(as_given.out,
                HasSubstr(&as_given == &wrong ? "\nrefused: " : "\n" + name + ": validated: 0."));
  }
  EXPECT_THAT(given.out, HasSubstr("yours.hpp has 1 team_barrier(), the solution 2."));
  EXPECT_THAT(solved.out, Not(HasSubstr("team_barrier(), the solution")));
  EXPECT_THAT(output_of(project.run("build/objects/unseen/tile.so")),
              HasSubstr("yours.hpp has 0 team_barrier(), the solution 1."));
  for (const auto& [group, mistakes_in_it] : wrong_groups) {
    const Outcome mistaken = project.run_group(group, mistakes_in_it);
    EXPECT_EQ(mistaken.status, 3) << mistaken.err;
    for (const Mistake& mistake : mistakes_in_it) expect_said(mistake, mistaken.out);
  }
}

/// An exercise on a GPU in which "yours" reaches a share of the reference.
Results graded(double median, double low) {
  CaseResult c;
  c.experiment = "tile";
  c.variant = pair_variant;
  c.platform = "cuda";
  c.work.bytes_read = 3e6;
  c.kernels[native_code].status = Status::ok;
  KernelResult& yours = c.kernels[kokkos_code];
  yours.status = Status::ok;
  yours.timing.emplace().seconds = {1e-5, 1e-5, 1e-5};
  c.comparisons.push_back({kokkos_code, native_code, {median, low, 2 * median - low}});
  Results results;
  results.ceilings.copy_bytes_per_s = 3e12;
  results.builds["pairs"] =
      Json::array({{{"name", "tile"},
                    {"exercise",
                     "at-least 0.9\nslow stride/copy stride=32,real=double\ngood "
                     "stride/copy\nslowness Why?\n"}}});
  results.cases.push_back(c);
  return results;
}

std::string grade_of(const Results& results, double at_least = 0) {
  return write::as_text(
      pages::grade_page(exercises_of(results).at(0), results, at_least, catalogue()), {});
}

TEST(CliExercises, AGradeIsPassedByTheLowerEndOfTheInterval) {
  EXPECT_EQ(grade_of(graded(0.95, 0.93)), "passed: 0.95 of the reference, 0.90 asked for\n");
  EXPECT_EQ(run::status_of(graded(0.95, 0.93), false, false), ExitStatus::fine);
  EXPECT_THAT(grade_of(graded(0.95, 0.85)),
              HasSubstr("not yet: 0.95 of the reference (but perhaps 0.85), 0.90 asked for\n"));
  EXPECT_EQ(run::status_of(graded(0.95, 0.85), false, false), ExitStatus::threshold_failed);
  EXPECT_EQ(grade_of(graded(0.55, 0.53), 0.5), "passed: 0.55 of the reference, 0.50 asked for\n");
  EXPECT_EQ(run::status_of(graded(0.55, 0.53), false, false, 0.5), ExitStatus::fine);
}

TEST(CliExercises, KokkosMayHaveAShareOfItsOwn) {
  Results results = graded(0.75, 0.74);
  results.builds["pairs"][0]["exercise"] = "at-least 0.9 0.7\n";
  EXPECT_EQ(grade_of(results), "passed: 0.75 of the reference, 0.70 asked for\n");
  for (auto& [kernel, result] : results.cases[0].kernels)
    if (kernel.model.is(Model::kokkos)) kernel.model = Model("yours");
  results.cases[0].comparisons[0].kernel.model = Model("yours");
  EXPECT_THAT(grade_of(results), HasSubstr("not yet: 0.75 of the reference, 0.90 asked for\n"));
}

TEST(CliExercises, ASlowKernelIsGivenItsRateAndWhatTheAccessModelCounts) {
  EXPECT_THAT(grade_of(graded(0.1, 0.1)),
              AllOf(HasSubstr("0.10 of what a copy moves"), HasSubstr("hint: Why?"),
                    HasSubstr("slow: stride/copy stride=32,real=double: 32 sectors per load"),
                    HasSubstr("good: stride/copy: 4 sectors per load"),
                    HasSubstr("not yet: 0.10 of the reference, 0.90 asked for\n")));
}

TEST(CliExercises, AWrongKernelIsRefusedHoweverFast) {
  Results results = graded(2, 2);
  results.cases[0].kernels[kokkos_code].status = Status::invalid;
  EXPECT_THAT(grade_of(results), testing::EndsWith("refused: the results are wrong\n"));
  EXPECT_EQ(run::status_of(results, false, false), ExitStatus::invalid);
}

TEST(CliExercises, CountersOfAProfileAreShownPerRequest) {
  Results results = graded(1, 1);
  KernelResult& yours = results.cases[0].kernels[kokkos_code];
  yours.counters = Counters{1,
                            {{Counter::global_load_requests, 10},
                             {Counter::global_load_sectors, 320},
                             {Counter::warps_active_percent, 50}}};
  EXPECT_THAT(
      write::as_text(pages::counted_page(exercises_of(results)[0], results, catalogue()), {}),
      HasSubstr("yours: 32 sectors per load; 50% of the warps active"));
  EXPECT_EQ(run::status_of(results, false, false), ExitStatus::fine);
}

}  // namespace
}  // namespace tilebridge::cli
