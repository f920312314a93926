#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a tool; 77 (skipped) where it is not installed: skip_unless_installed.sh TOOL [arguments]
command -v "$1" >/dev/null || {
  echo "skipped: $1 is not installed"
  exit 77
}
exec "$@"
