// SPDX-License-Identifier: Apache-2.0
// Kernels that are lambdas: `launch(n, [=] __device__(int i) { … });` with a function `launch` that
// gives what it is given to a kernel.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "sources/cuda_base.hpp"

namespace tilebridge::sources {

struct CudaLambda {
  CudaFunction function;  // of which it is a part; parameters are the function's, the body its own
  std::size_t ordinal;    // among the lambdas for devices in the function, from 1,
  std::size_t alike;      // and among the lambdas there with the same number of parameters
  std::set<std::string> launchers;  // the kernel that calls it, one of several of an overload
};

/// The lambdas for devices that are given to functions which launch one of these kernels, or give
/// them to another such function, by file and place.
std::vector<CudaLambda> lambdas_for(const std::vector<std::string>& launchers,
                                    const CudaBase& base);

/// A lambda as a kernel: what it uses of its function as parameters, its indices as variables:
/// tokens that a file has, and others, which `texts` keeps.
struct LambdaTokens {
  std::vector<Token> parameters;  // behind the function's own
  std::vector<Token> indices;     // declarations
};

LambdaTokens tokens_of_lambda(const CudaFunction& lambda, const Code& code);

}  // namespace tilebridge::sources
