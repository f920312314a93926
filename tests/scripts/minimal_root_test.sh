#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/minimal-root.sh keeps its log and the command's output apart, with stand-ins for what makes a
# Debian and runs a command in it.
set -euo pipefail
command -v git >/dev/null || { echo "skipped: git is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/top/scripts"
cp scripts/minimal-root.sh "$folder/top/scripts/"
git -C "$folder/top" init -q
git -C "$folder/top" -c user.name=t -c user.email=t@t commit -q --allow-empty -m "the last change"
fail() {
  echo "$*"
  tail -n 20 "$folder"/{said,complained,root.log} 2>/dev/null || true
  exit 1
}
stand_in() {
  cat >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
stand_in debootstrap <<'END'
#!/bin/sh
echo "I: Retrieving $2"
echo "W: a warning" >&2
[ -z "$FAIL" ] || exit 1
mkdir -p "$3/etc/apt/apt.conf.d"
echo 12 >"$3/etc/debian_version"
END
stand_in apt-config <<'END'
#!/bin/sh
echo "Acquire::Proxy;"
END
# The command is the last argument.
stand_in unshare <<'END'
#!/bin/sh
for command; do :; done
exec sh -c "$command"
END
run() {
  status=0
  PATH=$folder/bin:$PATH MIRROR=http://mirror.test "$folder/top/scripts/minimal-root.sh" bookworm \
    "$folder/root" "$@" >"$folder/said" 2>"$folder/complained" || status=$?
}
in_log() { grep -q -- "$1" "$folder/root.log" || fail "not in the log: $1"; }

run "echo out; echo wrong >&2; exit 7"
[ "$status" -eq 7 ] || fail "status $status"
[ "$(cat "$folder/said")" = out ] || fail "standard output is not the command's"
[ "$(sed -n '$p' "$folder/complained")" = wrong ] || fail "standard error has not the command's"
grep -q '^bookworm: [0-9a-f]* the last change$' "$folder/complained" || fail "no commit"
for line in "I: Retrieving bookworm" "W: a warning" "Cloning into" "the last change"; do in_log "$line"; done

run "echo again"  # in the Debian that is there
[ "$(cat "$folder/said")" = again ] || fail "standard output is not the command's"

rm -r "$folder/root"
FAIL=1 run "echo never"
[ "$status" -eq 1 ] || fail "goes on without a Debian"
[ ! -s "$folder/said" ] || fail "standard output without a command"
grep -q "W: a warning" "$folder/complained" || fail "no reason"
