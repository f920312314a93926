// SPDX-License-Identifier: Apache-2.0
// An inventory of the kernels of a CUDA or HIP code base, from its text alone: nothing is compiled,
// and what a compiler would know is inferred from names and the usual ways of writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::sources {

/// The ways in which the threads of a kernel work. A kernel has the first one that its text shows.
enum class CudaPattern : std::uint8_t {
  row_per_warp,    // the lanes of a warp go through a row together
  scan,            // prefix sums in a warp or a block
  block_sum,       // a tree or shuffles, or atomics on one address
  atomics,         // histograms, counters, sums into elements that threads share
  tile,            // shared memory that other threads read behind a barrier
  small_matrices,  // a thread has a matrix of fixed size
  stencil,         // a thread reads neighbours in the same array
  row_per_thread,  // a thread has a loop of run-time length over global memory
  scatter,         // stores at an index that was loaded
  gather,          // loads at an index that was loaded
  row_per_block,   // the threads of a block go through a row together
  range_3d,        // an element per thread, in three dimensions
  range_2d,        // and in two
  flat,            // and in one, or a grid-stride loop
  other,
};

/// "flat loop".
std::string_view name_of(CudaPattern pattern);

struct CudaLaunch {
  std::string path;
  std::size_t line = 0;
  std::string block = {};  // as written: "dim3(32, 8)", or the name of a variable
  /// Threads in x, y, z; empty if the text does not say them.
  std::vector<std::size_t> shape = {};
  std::size_t dimensions = 0;  // of the block; 0 if they are not known
  bool has_dynamic_shared = false;
  bool has_stream = false;
};

/// A kernel, or a lambda that a kernel calls which is given functors: its name is that of the
/// function that it is in and, unless it is the first lambda there, "lambda 2".
struct CudaKernel {
  std::string name;
  std::string profiled = {};  // its name in a profile: profile::KernelTime::name()
  std::string path = {};
  std::size_t line = 0;   // of its name, from 1
  std::size_t lines = 0;  // with code, from its name to its end
  std::vector<std::string> template_parameters = {};
  std::vector<CudaLaunch> launches = {};

  CudaPattern pattern = CudaPattern::other;
  std::size_t dimensions = 0;  // of its threads' indices, from which they are; 0: not known
  bool is_grid_stride = false;
  /// The type of the arrays in global memory that it uses most: "float", "half", "T" of a template,
  /// "struct Atom"; "" if none was found.
  std::string type = {};
  bool is_type_parameter = false;

  // Counts of occurrences in the text of the kernel, its macros and the functions that it calls.
  /// A thread's accesses to global memory: one in a loop of known length counts once for each turn.
  std::size_t loads = 0, stores = 0, atomics = 0;
  std::size_t barriers = 0;        // of a block
  bool has_run_time_loop = false;  // other than a grid-stride loop
  bool calls_functor = false;      // that it is given
  bool has_shuffles = false;       // or calls CUB, which has them: threads exchange registers

  bool has_static_shared = false, has_dynamic_shared = false;
  std::size_t shared_bytes = 0;  // static; 0 if an array's size is not known

  std::set<std::string> features = {};   // concepts of models, as in backends/cuda/concepts.txt
  std::vector<std::string> doubts = {};  // what was not understood: "calls step, of no file here"

  std::size_t accesses() const { return loads + stores + atomics; }
};

struct CudaSource {
  std::string path;  // as it is shown
  std::string text;  // in any encoding that plain_text() reads
};

struct CudaInventory {
  std::vector<CudaKernel> kernels;  // by file and line
  std::size_t files = 0;
  std::size_t files_with_kernels = 0;
  std::size_t launches = 0;
  /// The concepts that the code around the kernels uses, each with the number of files.
  std::map<std::string, std::size_t> host_features = {};
  std::map<std::string, std::size_t> libraries = {};  // "cuBLAS"; files
  std::vector<std::string> doubts = {};               // "a.cu:7: macro KERNEL defines kernels"
};

/// Kernels that are defined in these files, which may use each other's macros, functions and
/// constants. Takes a time in proportion to the text, and to the functions that a kernel calls.
CudaInventory inventory_of(const std::vector<CudaSource>& files);
/// Kernels of a single file.
std::vector<CudaKernel> find_cuda_kernels(std::string_view text);

}  // namespace tilebridge::sources
