// SPDX-License-Identifier: Apache-2.0
// The files of a CUDA code base and what they define: macros, functions for devices, constants,
// names of types.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sources/code.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::sources {

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct CudaFile {
  std::string path;
  std::string text;
  std::vector<Token> tokens;
  std::unique_ptr<Code> code;  // of the tokens that are compiled
};

struct CudaMacro {
  std::size_t file;
  std::size_t begin;  // of its name, in the file's text
  bool takes_arguments;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
};

/// A kernel, a function for devices or a lambda for them, as tokens of its file's code.
struct CudaFunction {
  std::size_t file;
  std::size_t head;  // the token __global__ or __device__
  std::size_t name;
  Span parameters;
  Span body;         // between its brackets
  Span lambda = {};  // the parameters of a lambda, of which the others are its function's

  bool is_lambda() const { return lambda.begin > 0; }
};

enum class CudaSpace : std::uint8_t { global, constant, shared, local };

/// A variable outside functions: __device__ or __constant__.
struct CudaVariable {
  std::size_t file;
  CudaSpace space;
};

/// "src/" of "src/a.cu".
inline std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// The definitions of one name in several files, each with its file.
template <class Definition>
class NamesOf {
 public:
  void add(std::string_view name, Definition definition) {
    all_[name].push_back(std::move(definition));
  }
  const std::vector<Definition>* find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string_view, std::vector<Definition>> all_;
};

class CudaBase {
 public:
  explicit CudaBase(const std::vector<CudaSource>& sources);

  const std::vector<CudaFile>& files() const { return files_; }
  const std::vector<CudaFunction>& kernels() const { return kernels_; }
  /// The macro, function or variable of that name that the file sees: its own, that of a file which
  /// it includes, or of one in the same folder. Null if there is none.
  const CudaMacro* macro(std::string_view name, std::size_t file) const;
  const CudaFunction* function(std::string_view name, std::size_t file) const;
  const CudaVariable* variable(std::string_view name, std::size_t file) const;
  /// Whether any file has a class or an enumeration of that name.
  bool is_class(std::string_view name) const { return classes_.contains(name); }
  bool is_kernel(std::string_view name) const { return kernel_names_.find(name) != nullptr; }
  /// Whether the name is __device__, or a macro for it.
  bool is_device_mark(std::string_view name) const;
  /// Macros that have __global__ and a body: each of their uses defines a kernel.
  const std::vector<std::pair<std::string_view, CudaMacro>>& kernel_macros() const {
    return kernel_macros_;
  }
  /// Whether a macro of any file names a kernel.
  bool is_in_macro(std::string_view name) const { return names_in_macros_.find(name) != nullptr; }

  /// The value of an integer expression, of tokens that outlive the call; nothing if a name in it
  /// is no visible constant of the file.
  std::optional<std::size_t> value_of(const std::vector<Token>& expression, std::size_t file) const;
  /// Whether it is a constexpr that the file sees, also one whose value no visible file says.
  bool is_constexpr(std::string_view name, std::size_t file) const;
  /// Returns the type that a name stands for: "float" of `typedef float real;`; else the name.
  std::string_view type_of(std::string_view name, std::size_t file) const;
  /// The name, or one that it stands for, which the file sees with several types, as macros decide;
  /// "" if there is none.
  std::string_view type_with_doubt(std::string_view name, std::size_t file) const;
  /// Whether the name stands for a pointer: `typedef float* pointer;`.
  bool is_pointer(std::string_view name, std::size_t file) const;

 private:
  void read_includes();
  void read_macros(std::size_t file);
  void read_macro(std::size_t file, std::size_t at);
  void read_functions(std::size_t file);
  void read_function(std::size_t file, std::size_t mark, bool is_kernel);
  void read_names(std::size_t file);
  /// Whether the name is that mark, or a macro of these files for it.
  bool stands_for(std::string_view name, std::string_view mark) const;
  /// The value of the constant, or of a macro without arguments, as tokens; none if there is no
  /// such name. With a scope, the value of that class's constant.
  std::vector<Token> constant(std::string_view name, std::size_t file,
                              std::string_view scope) const;
  static constexpr auto any = [](const auto&) { return true; };
  /// How near to the file another one is, from 4 for itself. What is elsewhere matters to a file
  /// that includes none: a part of others.
  std::size_t nearness(std::size_t other, std::size_t file) const;
  static constexpr std::size_t elsewhere = 1;
  /// The definition that the file sees, of those that `is_one` accepts.
  template <class Definition, class IsOne = decltype(any)>
  const Definition* nearest(const NamesOf<Definition>& names, std::string_view name,
                            std::size_t file, const IsOne& is_one = any) const;
  struct TypeName;
  struct Meaning {
    const TypeName* type = nullptr;
    bool is_sure = true;
  };
  Meaning meaning_of(std::string_view type, std::size_t file) const;

  struct Constant {
    std::size_t file;
    std::string_view scope;  // the class that it is a member of; "" for others
    std::vector<Token> value;
    bool is_constexpr;
  };
  struct TypeName {
    std::size_t file;
    std::string_view type;
    bool is_pointer;
  };

  std::vector<CudaFile> files_;
  std::vector<std::vector<std::size_t>> seen_;  // by each file: those that it includes, sorted
  std::vector<CudaFunction> kernels_;
  NamesOf<std::size_t> kernel_names_, names_in_macros_;
  NamesOf<CudaMacro> macros_;
  NamesOf<CudaFunction> functions_;
  NamesOf<CudaVariable> variables_;
  NamesOf<Constant> constants_;
  NamesOf<TypeName> types_;
  std::unordered_set<std::string_view> classes_;
  std::vector<std::pair<std::string_view, CudaMacro>> kernel_macros_;
  std::unordered_map<std::string_view, std::string_view> marks_;  // macros that are marks
};

template <class Definition, class IsOne>
const Definition* CudaBase::nearest(const NamesOf<Definition>& names, std::string_view name,
                                    std::size_t file, const IsOne& is_one) const {
  constexpr std::size_t most = 512;  // definitions of one name that are looked at
  const std::vector<Definition>* const all = names.find(name);
  if (all == nullptr) return nullptr;
  const Definition* best = nullptr;
  std::size_t best_rank = 0;
  for (std::size_t i = 0; i < std::min(most, all->size()); ++i) {
    const Definition& one = (*all)[i];
    if (!is_one(one)) continue;
    const std::size_t rank = nearness(one.file, file);
    if (rank > best_rank) best = &one, best_rank = rank;
  }
  return best;
}

/// The code of a kernel with its macros replaced, and behind it the functions that it calls, whose
/// parameters and variables have names of their own there.
struct CudaBody {
  std::deque<std::string> texts = {};  // of tokens that no file has
  std::vector<Token> tokens = {};      // parameters in ( ), body in { }, the functions in it
  bool is_cut = false;                 // it was too long
};

/// The body has at most `longest` tokens, which may be less than its text has.
CudaBody expanded(const CudaBase& base, const CudaFunction& kernel, std::size_t longest);

}  // namespace tilebridge::sources
