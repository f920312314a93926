#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a test program; 77 (skipped) where it cannot even start because a shared library is missing,
# as a Kokkos with CUDA cannot without the NVIDIA driver.
set -u
missing=$(ldd "$1" | grep 'not found')
if [ -n "$missing" ]; then
  echo "skipped: $1 cannot start here:$missing"
  exit 77
fi
exec "$@"
