#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What configuring says where libraries are missing: packages_test.sh CMAKE GENERATOR
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
"$1" -S . -B "$folder" -G "$2" -DTILEBRIDGE_TESTS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON >"$folder/log" 2>&1 || status=$?
[ "$status" -ne 0 ] || { echo "configured without fmt"; exit 1; }
tr -s '\n ' ' ' <"$folder/log" >"$folder/words"
grep -qF "Not found: fmt, CLI11. Install the libraries" "$folder/words" || { cat "$folder/log"; exit 1; }
