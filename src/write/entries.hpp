// SPDX-License-Identifier: Apache-2.0
// Shared by the formats: the individual results of a file, and their names.
#pragma once

#include "pages/cases.hpp"

namespace tilebridge::write {

/// Every result of a case, also native code that is there only for comparison.
std::vector<pages::ShownResult> all_results(const CaseResult& c);

/// "transpose/tile/kokkos/rows:1024/cols:1024/cache:cold": the model is one component of the path,
/// and the names of a case's models differ only there.
std::string benchmark_name(const pages::ShownResult& entry);

/// "kokkos"; "kokkos@5.0.2" of a further build; with a form other than the case's "native-library".
std::string model_name(const pages::ShownResult& entry);

}  // namespace tilebridge::write
