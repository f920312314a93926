#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a linter, or skips where there is none: lint.sh TOOL [arguments]
command -v "$1" >/dev/null || {
  echo "skipped: $1 is not installed"
  exit 77
}
exec "$@"
