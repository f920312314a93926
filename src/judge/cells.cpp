// SPDX-License-Identifier: Apache-2.0
#include "judge/cells.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "judge/match.hpp"

namespace tilebridge::judge {
namespace {

bool is_possible(double ratio) { return ratio > 1e-6 && ratio < 1e6; }

/// The first possible comparison of a kernel that `is_one` accepts with one that `is_against`
/// accepts.
template <class IsOne, class IsAgainst>
std::optional<JudgedRatio> judged(const CaseResult& c, const IsOne& is_one,
                                  const IsAgainst& is_against) {
  const auto found = std::ranges::find_if(c.comparisons, [&](const ComparisonResult& r) {
    return is_one(r.kernel) && is_against(r.against) && is_possible(r.ratio.median) &&
           is_possible(r.ratio.low) && is_possible(r.ratio.high);
  });
  if (found == c.comparisons.end()) return std::nullopt;
  return JudgedRatio{found->ratio, found->verdict, found->against};
}

/// Accepts a kernel of any build.
auto is_like(const ModelForm& kernel) {
  return [kernel](const ModelForm& other) { return other.is(kernel); };
}

auto is_reference_of(const Cell& cell) {
  return [&](const ModelForm& kernel) { return cell.of->kernels.find(kernel) == cell.reference; };
}

auto is_kernel_of(const Cell& cell) {
  return [&](const ModelForm& kernel) { return kernel == cell.kernel; };
}

/// The library is the kernel against its control, and the loop style the control against native
/// code; a launch that was measured is apart.
std::optional<Factors> factors_by_control(const Cell& cell) {
  const CaseResult& c = *cell.of;
  const auto library = judged(c, is_kernel_of(cell), is_like(control));
  const auto style_with_launch = judged(c, is_like(control), is_reference_of(cell));
  if (!library || !style_with_launch) return std::nullopt;
  Factors factors = {
      *style_with_launch, {}, *library, judged(c, is_kernel_of(cell), is_like(respelled_control))};
  const auto style = judged(c, is_like(control_in_usual_block), is_reference_of(cell));
  const auto launch = judged(c, is_like(control), is_like(control_in_usual_block));
  if (!style || !launch) return factors;
  factors.style = *style;
  factors.launch = launch;
  return factors;
}

/// By compiler, the model that is native code compiled by it.
using NativeByCompiler = std::map<std::string, Model>;

NativeByCompiler native_by_compiler(const Results& results) {
  NativeByCompiler found;
  for (const Model& model : builds_of(results))
    if (const Json build = build_of(results, model); text_at(build, "code") == Model::native.name())
      found.emplace(text_at(build, "compiler"), model);
  return found;
}

/// Takes the compiler out of the library.
void add_compiler(Factors& factors, const Cell& cell, const Model& native) {
  const auto compiler = judged(*cell.of, is_like({native, Form::indices}), is_reference_of(cell));
  if (!compiler) return;
  factors.compiler = compiler;
  factors.library.ratio = quotient(factors.library.ratio, compiler->ratio);
  factors.library.against = {native, Form::indices};
}

/// The model's own code by indices stands between.
std::optional<Factors> factors_by_indices(const Cell& cell) {
  const auto is_by_indices = is_like({Model(cell.kernel.model.name()), Form::indices});
  const auto style = judged(*cell.of, is_kernel_of(cell), is_by_indices);
  const auto library = judged(*cell.of, is_by_indices, is_reference_of(cell));
  if (!style || !library) return std::nullopt;
  return Factors{*style, {}, *library};
}

std::optional<Factors> factors_of(const Cell& cell, const Results& results,
                                  const NativeByCompiler& natives) {
  const auto& [model, form] = cell.kernel;
  if (form != Form::loops || model.is_native() || !cell.against_native) return std::nullopt;
  if (model.is(controlled)) return factors_by_control(cell);
  auto factors = factors_by_indices(cell);
  if (!factors || natives.empty()) return factors;
  const auto native = natives.find(text_at(build_of(results, model), "compiler"));
  if (native != natives.end()) add_compiler(*factors, cell, native->second);
  return factors;
}

Cell cell_of(const Results& results, const CaseResult& c, const ModelForm& kernel,
             const KernelResult& result) {
  Cell cell = {&results,
               &c,
               kernel,
               &result,
               reference_of(c),
               is_first_build(c, kernel),
               is_own_result(c, kernel)};
  if (cell.reference != nullptr)
    cell.against_native = judged(c, is_kernel_of(cell), is_reference_of(cell));
  cell.against_own = judged(c, is_kernel_of(cell), [&](const ModelForm& against) {
    return against.form == kernel.form && !against.model.is_native() &&
           against.model.name() == kernel.model.name();
  });
  return cell;
}

}  // namespace

bool Cell::is_valid() const { return result->status == Status::ok && is_whole(*result); }

Cells::Cells(const Results& results) : results_(&results) {
  const NativeByCompiler natives = native_by_compiler(results);
  for (const CaseResult& c : results.cases) {
    for (const auto& [kernel, result] : c.kernels) {
      Cell& cell = cells_.emplace_back(cell_of(results, c, kernel, result));
      cell.factors = factors_of(cell, results, natives);
    }
    first_.push_back(cells_.size());
    by_variant_[c.experiment + "/" + c.variant].push_back(&c);
  }
}

std::span<const Cell> Cells::of(const CaseResult& c) const {
  const auto index = static_cast<std::size_t>(&c - results_->cases.data());
  return std::span(cells_).subspan(first_.at(index), first_.at(index + 1) - first_.at(index));
}

const CaseResult* Cells::alike(const std::string& variant, const CaseResult& c) const {
  const auto cases = by_variant_.find(c.experiment + "/" + variant);
  if (cases == by_variant_.end()) return nullptr;
  const auto found = std::ranges::find_if(cases->second, [&](const CaseResult* other) {
    return other->parameters == c.parameters && other->cache == c.cache &&
           other->platform == c.platform;
  });
  return found == cases->second.end() ? nullptr : *found;
}

const Cell* Cells::of_kokkos(const CaseResult& c) const {
  const Cell* found = nullptr;
  for (const Cell& cell : of(c)) {
    if (!cell.kernel.model.is(controlled) || !cell.against_native) continue;
    if (name_of(cell.kernel.form) == c.form) return &cell;
    if (found == nullptr) found = &cell;
  }
  return found;
}

bool Cells::have_launches() const {
  return std::ranges::any_of(
      cells_, [](const Cell& cell) { return cell.kernel.is(control_in_usual_block); });
}

}  // namespace tilebridge::judge
