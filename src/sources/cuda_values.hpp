// SPDX-License-Identifier: Apache-2.0
// A kernel's variables with their dependences, its loops, and its accesses to arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sources/cuda_base.hpp"

namespace tilebridge::sources {

/// The things that a value may depend on.
namespace depends_on {
using Set = std::uint32_t;
constexpr Set thread_x = 1, thread_y = 2, thread_z = 4;
constexpr Set block_x = 8, block_y = 16, block_z = 32;
constexpr Set block_size = 64, grid_size = 128;
constexpr Set lane = 256, warp = 512;   // index in a warp, index of a warp
constexpr Set loaded = 1024;            // from global memory
constexpr Set argument = 2048;          // a number that the kernel is given
constexpr Set fixed_loop = 1 << 12;     // the variable of a loop of constant length
constexpr Set run_time_loop = 1 << 13;  // of any other
constexpr Set grid_stride = 1 << 14;    // goes on by the number of threads of the grid,
constexpr Set block_stride = 1 << 15;   // of a block
constexpr Set warp_stride = 1 << 16;    // of a warp
constexpr Set scaled = 1 << 17;         // a product with the thread's index
constexpr Set window = 1 << 18;         // neighbours: from -radius on, or an index and an offset
constexpr Set atomic = 1 << 19;         // the result of an atomic
constexpr Set part = 1 << 20;           // quotient or remainder of the thread's index
constexpr Set before = 1 << 21, behind = 1 << 22;  // the index and a constant less, or more
constexpr Set warp_size = 1 << 23;
constexpr Set thread = thread_x | thread_y | thread_z;
constexpr Set block = block_x | block_y | block_z;
constexpr Set index = thread | block | lane | warp;
/// Whether a thread's index is among them.
constexpr bool is_index(Set set) { return (set & index) != 0; }
}  // namespace depends_on

struct CudaLoop {
  Span head;  // between its brackets
  Span body;
  bool is_run_time = false;
  bool is_strided = false;  // by the threads of a grid, a block or a warp
  bool halves = false, doubles = false;
};

struct CudaAccess {
  std::string_view array;
  std::string_view root;  // the array that it points into, or itself
  bool is_offset;         // whether it points to another element than the first
  std::string_view type;  // of its elements, as written
  CudaSpace space;
  Span index;  // of all its brackets
  bool loads, stores, is_atomic;
  bool is_result_used = false;  // of an atomic
  depends_on::Set depends;      // the index
};

class CudaValues {
 public:
  /// Reads the code of expanded(), which must outlive this, of a kernel of that file.
  CudaValues(const Code& code, const CudaBase& base, std::size_t file,
             const std::vector<std::string>& template_parameters);

  const Code& code() const { return code_; }
  const std::vector<CudaLoop>& loops() const { return loops_; }
  const std::vector<CudaAccess>& accesses() const { return accesses_; }
  depends_on::Set depends(const Span& expression) const;
  depends_on::Set depends(std::string_view variable) const;
  /// How many variables are quotients or remainders of the index of a thread.
  std::size_t parts() const { return parts_; }
  bool has_matrices() const { return has_matrices_; }  // local arrays of two dimensions
  bool has_static_shared() const { return has_static_shared_; }
  bool has_dynamic_shared() const { return has_dynamic_shared_; }
  std::size_t shared_bytes() const { return shared_bytes_; }       // 0: not known
  bool has_shared_objects() const { return has_shared_objects_; }  // of a class
  bool takes_functors() const { return takes_functors_; }
  /// How often a thread makes the access: once for each turn of the loops around it whose length
  /// the text says, as if any other loop had one turn.
  std::size_t times(const CudaAccess& access) const;

 private:
  struct Array {
    CudaSpace space;
    std::string_view type;
    bool is_object = false;      // a struct, whose members and calls may be arrays
    std::string_view root = {};  // the array that a pointer was made from
    bool is_offset = false;      // at a distance
    bool is_element = false;     // a pointer that was loaded from an array of them
  };
  struct Assignment {
    std::string_view name;
    Span value;
    bool is_update;  // adds to what was there
  };

  void read_parameters();
  void read_parameter(const Span& parameter);
  void read_declarations();
  void read_shared(std::size_t mark);
  void read_aliases();
  void read_alias(std::size_t name, std::size_t before, const Span& value);
  void read_assignments();
  void read_bindings(std::size_t bracket);
  void read_steps();
  /// Whether the variable itself goes on by a stride, not one that it was computed from.
  bool is_strided(std::string_view variable) const { return strided_.contains(variable); }
  bool is_changed(std::string_view variable, const Span& span) const;
  void read_widths();
  bool is_step(std::string_view n) const;
  bool subtracts_part(std::size_t i) const;
  bool is_width(std::size_t i, bool is_mask) const;
  void read_loops();
  void read_loop(std::size_t at);
  bool is_long(const Span& condition) const;
  void read_factor(CudaLoop& loop);
  void read_for(std::size_t at, CudaLoop& loop);
  std::optional<std::int64_t> number(const Span& expression) const;
  std::size_t turns_of(const Span& first, const Span& condition, const Span& step) const;
  void spread();
  void count_parts();
  depends_on::Set of_builtin(std::size_t i) const;
  depends_on::Set of_name(std::size_t i) const;
  depends_on::Set of_function(const CudaFunction& function, int depth) const;
  depends_on::Set of_operators(const Span& expression) const;
  depends_on::Set of_division(const Span& expression, std::size_t i) const;
  depends_on::Set stride_of(const Span& step, depends_on::Set variable) const;
  std::size_t step_over_subscript(std::size_t i, depends_on::Set& set) const;
  bool is_index_call(std::size_t i, std::size_t bracket) const;

  void read_accesses();
  void read_atomic(std::size_t i);
  void read_subscript(std::size_t i);
  void read_dereference(std::size_t i);
  void read_texture(std::size_t i);
  void read_hinted(std::size_t i);
  void add_access(std::size_t name, std::size_t begin, std::size_t end, const Array& array);
  const Array* array(std::string_view name) const;
  std::size_t array_in(const Span& span) const;
  bool is_unary(std::size_t i) const;

  const Code& code_;
  const CudaBase& base_;
  std::size_t file_;
  const std::vector<std::string>& template_parameters_;
  std::unordered_map<std::string_view, Array> arrays_;
  std::unordered_map<std::string_view, depends_on::Set> variables_;
  std::vector<Assignment> assignments_;
  std::vector<CudaLoop> loops_;
  /// Turns of the loops whose length the text says, by the token `for`.
  std::unordered_map<std::size_t, std::size_t> turns_;
  std::vector<CudaAccess> accesses_;
  std::unordered_set<std::string_view> strided_;
  std::vector<std::string_view> widths_;  // by which the index in a block is divided
  std::size_t parts_ = 0;
  std::size_t shared_bytes_ = 0;
  bool has_static_shared_ = false, has_dynamic_shared_ = false, is_shared_unknown_ = false;
  bool has_shared_objects_ = false;
  bool has_matrices_ = false, takes_functors_ = false;
};

}  // namespace tilebridge::sources
