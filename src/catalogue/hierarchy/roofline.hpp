// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/fma_chain.hpp"
