// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "sources/cuda_base.hpp"
#include "sources/cuda_lambdas.hpp"
#include "sources/cuda_patterns.hpp"
#include "sources/cuda_values.hpp"

namespace tilebridge::sources {
namespace {

/// The names of the parameters of the template whose function has that mark.
std::vector<std::string> template_parameters(const Code& code, std::size_t mark) {
  constexpr std::size_t longest = 512;
  std::size_t end = mark;
  while (end > 0 && (code.is_name(end - 1) || code.is_literal(end - 1))) --end;
  if (end == 0 || code[end - 1] != ">") return {};
  std::size_t begin = end - 1;
  for (std::size_t left = longest; begin > 0 && left > 0; --begin, --left)
    if (code[begin] == "template" && code.after_arguments(begin + 1) == end) break;
  if (code[begin] != "template") return {};
  std::vector<std::string> names;
  for (std::size_t i = begin + 2; i < end; ++i) {
    const bool is_end = code[i + 1] == "," || code[i + 1] == "=" || i + 2 == end;
    if (code.is_name(i) && is_end && !is_one_of(code[i], {"typename", "class", "int", "bool"}))
      names.emplace_back(code[i]);
  }
  return names;
}

/// Sets the kernel's type: the type of real numbers that most accesses to its arrays in global
/// memory have or, without one, their most frequent type.
void add_type(CudaKernel& kernel, const CudaValues& values, const CudaBase& base,
              std::size_t file) {
  std::map<std::string, std::size_t> counts;
  for (const CudaAccess& access : values.accesses())
    if (access.space == CudaSpace::global && !access.type.empty() && access.type != "auto")
      counts[std::string(base.type_of(access.type, file))] += 1;
  const auto is_real = [](std::string_view type) {
    return type.starts_with("float") || type.starts_with("double") || type.starts_with("half") ||
           type == "__half" || type == "__half2" || type == "__nv_bfloat16" || type == "real";
  };
  const auto is_parameter = [&](const std::string& type) {
    return std::ranges::find(kernel.template_parameters, type) != kernel.template_parameters.end();
  };
  std::size_t most = 0;
  for (const auto& [type, count] : counts) {
    const std::size_t weight = count + (is_real(type) || is_parameter(type) ? 1'000'000 : 0);
    if (weight <= most) continue;
    most = weight;
    kernel.type = type;
    kernel.is_type_parameter = is_parameter(type);
  }
  for (const CudaAccess& access : values.accesses()) {
    const std::string_view name = base.type_with_doubt(access.type, file);
    if (name.empty() || !is_real(kernel.type) || base.type_of(name, file) != kernel.type) continue;
    kernel.doubts.push_back(std::string(name) + " has several types, as macros decide: read as " +
                            kernel.type);
    return;
  }
}

void add_counts(CudaKernel& kernel, const CudaValues& values) {
  for (const CudaAccess& access : values.accesses()) {
    if (access.space != CudaSpace::global && access.space != CudaSpace::constant) continue;
    const std::size_t times = values.times(access);
    kernel.loads += access.loads ? times : 0;
    kernel.stores += access.stores ? times : 0;
    kernel.atomics += access.is_atomic ? times : 0;
  }
  for (const CudaLoop& loop : values.loops())
    kernel.has_run_time_loop = kernel.has_run_time_loop || (loop.is_run_time && !loop.is_strided);
  for (const CudaAccess& access : values.accesses())
    kernel.is_grid_stride =
        kernel.is_grid_stride || (access.depends & depends_on::grid_stride) != 0;
  kernel.barriers = barriers_in(values.code());
}

/// Functions of C++ and CUDA and, with an f or without, of mathematics, and words with brackets
/// behind them.
bool is_known_function(std::string_view name) {
  constexpr std::array<std::string_view, 103> known = {
      "if",       "for",      "while",     "switch",    "return",   "sizeof", "defined",
      "assert",   "printf",   "min",       "max",       "abs",      "fabs",   "sqrt",
      "rsqrt",    "exp",      "exp2",      "log",       "log2",     "log10",  "log1p",
      "pow",      "sin",      "cos",       "tan",       "asin",     "acos",   "atan",
      "atan2",    "sinh",     "cosh",      "tanh",      "sincos",   "floor",  "ceil",
      "round",    "rint",     "nearbyint", "trunc",     "fmod",     "fma",    "fmax",
      "fmin",     "erf",      "erfc",      "cbrt",      "hypot",    "isnan",  "isinf",
      "isfinite", "signbit",  "copysign",  "memcpy",    "memset",   "umin",   "umax",
      "mul24",    "umul24",   "clock",     "clock64",   "alignas",  "catch",  "decltype",
      "asm",      "volatile", "dim3",      "int",       "float",    "double", "unsigned",
      "long",     "short",    "char",      "bool",      "half",     "size_t", "uint",
      "rhypot",   "lround",   "llround",   "ldexp",     "frexp",    "modf",   "remainder",
      "swap",     "norm3d",   "rnorm3d",   "saturate",  "expm1",    "exp10",  "lgamma",
      "tgamma",   "curand",   "exit",      "this_grid", "offsetof", "asinh",  "acosh",
      "atanh",    "and",      "or",        "not",       "sincospi"};
  const std::string_view of_floats = name.substr(0, name.size() - (name.ends_with('f') ? 1 : 0));
  return std::ranges::find(known, name) != known.end() ||
         std::ranges::find(known, of_floats) != known.end() || name.starts_with("__") ||
         name.starts_with("make_") || name.starts_with("atomic") || name.starts_with("tex") ||
         name.starts_with("surf") || name.starts_with("static_") || name.ends_with("_cast") ||
         name.starts_with("HIP_");
}

/// Functions that the kernel calls, and that no file has.
void add_unknown_calls(CudaKernel& kernel, const Code& code, const CudaBase& base,
                       std::size_t file) {
  constexpr std::size_t most = 3;
  std::set<std::string> names;
  std::set<std::string_view> variables;
  for (std::size_t i = code.partner(0); i < code.size(); ++i) {
    if (!code.is_name(i) || code[i + 1] != "(" || is_known_function(code[i])) continue;
    const bool is_member = is_one_of(code[i - 1], {".", "->", "::"});
    const bool is_declared =
        code[i - 1] == ">" || (code[i - 1] == "," && code[code.enclosing(i)] == "{") ||
        (code.is_name(i - 1) && !is_one_of(code[i - 1], {"return", "else", "and", "or", "not"}));
    if (is_declared) variables.insert(code[i]);
    const bool is_variable = variables.contains(code[i]) || code.declared(code[i], {0, i}) < i;
    const std::string_view real = base.type_of(code[i], file);
    if (is_member || is_variable || base.is_class(code[i]) || real != code[i] ||
        base.function(code[i], file) != nullptr || code[i].find("__") != std::string_view::npos)
      continue;
    names.emplace(code[i]);
  }
  std::size_t left = most;
  for (const std::string& name : names)
    if (left-- > 0)
      kernel.doubts.push_back("calls " + name + ", which no file defines");
    else
      return;
}

std::size_t lines_with_code(const Code& code, std::size_t begin, std::size_t end) {
  std::size_t count = 0, last = 0;
  for (std::size_t i = begin; i <= end; ++i) {
    const std::size_t line = code.line(i);
    count += line != last ? 1 : 0;
    last = line;
  }
  return count;
}

CudaKernel kernel_of(const CudaBase& base, const CudaFunction& function, std::size_t& left) {
  const CudaFile& file = base.files()[function.file];
  const Code& code = *file.code;
  const std::size_t begin = function.is_lambda() ? function.lambda.begin - 1 : function.name;
  CudaKernel kernel = {.name = std::string(code[function.name]),
                       .profiled = std::string(code[function.name]),
                       .path = file.path,
                       .line = code.line(begin),
                       .lines = lines_with_code(code, begin, function.body.end),
                       .template_parameters = template_parameters(code, function.head)};
  const CudaBody body = expanded(base, function, left);
  left -= std::min(left, body.tokens.size());
  if (body.is_cut) kernel.doubts.emplace_back("is too long to be read whole");
  const Code own("", body.tokens);
  const CudaValues values(own, base, function.file, kernel.template_parameters);
  add_pattern(kernel, values);
  add_type(kernel, values, base, function.file);
  add_counts(kernel, values);
  kernel.has_static_shared = values.has_static_shared();
  kernel.has_dynamic_shared = values.has_dynamic_shared();
  kernel.shared_bytes = values.shared_bytes();
  kernel.features = features_in(own);
  if (code.contains({function.head, function.name}, "__launch_bounds__"))
    kernel.features.emplace("launch bounds");
  if (code.contains({function.head, function.name}, "__cluster_dims__"))
    kernel.features.emplace("cluster");
  for (const CudaAccess& access : values.accesses())
    if (access.space == CudaSpace::constant) kernel.features.emplace("constant memory");
  kernel.calls_functor = values.takes_functors();
  if (kernel.calls_functor) kernel.doubts.emplace_back("calls a function that it is given");
  add_unknown_calls(kernel, own, base, function.file);
  return kernel;
}

/// Replaces the kernels that call a functor which they are given by the lambdas that they are
/// given.
void add_lambdas(CudaInventory& inventory, const CudaBase& base, std::size_t& left) {
  std::vector<std::string> launchers;
  for (const CudaKernel& kernel : inventory.kernels)
    if (kernel.calls_functor) launchers.push_back(kernel.name);
  std::set<std::string> used;
  for (const CudaLambda& lambda : lambdas_for(launchers, base)) {
    CudaKernel kernel = kernel_of(base, lambda.function, left);
    const Code& code = *base.files()[lambda.function.file].code;
    const std::size_t indices = code.arguments(lambda.function.lambda.begin - 1).size();
    kernel.profiled = fmt::format("{} lambda({}) {}", kernel.name, indices, lambda.alike);
    if (lambda.ordinal > 1) kernel.name += fmt::format(" lambda {}", lambda.ordinal);
    kernel.launches =
        std::ranges::find(inventory.kernels, *lambda.launchers.begin(), &CudaKernel::name)
            ->launches;
    used.insert(lambda.launchers.begin(), lambda.launchers.end());
    inventory.kernels.push_back(std::move(kernel));
  }
  std::erase_if(inventory.kernels, [&](const CudaKernel& kernel) {
    return kernel.calls_functor && used.contains(kernel.name);
  });
  std::ranges::stable_sort(inventory.kernels, {}, [](const CudaKernel& kernel) {
    return std::tie(kernel.path, kernel.line);
  });
}

void add_host(CudaInventory& inventory, const CudaBase& base) {
  for (const CudaFile& file : base.files()) {
    for (const std::string& name : host_features_in(*file.code)) ++inventory.host_features[name];
    for (const std::string& name : libraries_in(file.tokens)) ++inventory.libraries[name];
  }
}

void add_doubts(CudaInventory& inventory, const CudaBase& base) {
  for (const auto& [name, macro] : base.kernel_macros()) {
    const CudaFile& file = base.files()[macro.file];
    const auto line =
        1 + std::count(file.text.begin(),
                       file.text.begin() + static_cast<std::ptrdiff_t>(macro.begin), '\n');
    inventory.doubts.push_back(file.path + ":" + std::to_string(line) + ": macro " +
                               std::string(name) + " defines kernels");
  }
  for (CudaKernel& kernel : inventory.kernels)
    if (kernel.launches.empty())
      kernel.doubts.emplace_back(base.is_in_macro(kernel.name) ? "is launched by a macro"
                                                               : "no launch was found");
}

}  // namespace

CudaInventory inventory_of(const std::vector<CudaSource>& files) {
  const CudaBase base(files);
  CudaInventory inventory;
  inventory.files = files.size();
  // Functions are read once for each kernel that calls them: what that takes is bounded.
  std::size_t left = 2'000'000;
  for (const CudaFile& file : base.files()) left += 8 * file.tokens.size();
  for (const CudaFunction& function : base.kernels())
    inventory.kernels.push_back(kernel_of(base, function, left));
  add_launches(inventory, base);
  add_lambdas(inventory, base, left);
  std::set<std::string> with_kernels;
  for (const CudaKernel& kernel : inventory.kernels) with_kernels.insert(kernel.path);
  inventory.files_with_kernels = with_kernels.size();
  add_host(inventory, base);
  add_doubts(inventory, base);
  return inventory;
}

std::vector<CudaKernel> find_cuda_kernels(std::string_view text) {
  return inventory_of({{"", std::string(text)}}).kernels;
}

}  // namespace tilebridge::sources
