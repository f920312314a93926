#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks what scripts/quickstart.sh prints at its end on a host: "$1" is tilebridge, for which a stand-in runs.
set -euo pipefail
tilebridge=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/scripts" "$folder/build/host/bin"
cp scripts/quickstart.sh "$folder/scripts/"
cat >"$folder/scripts/common.sh" <<'END'
say() { printf '==> %s\n' "$*"; }
fail() { printf 'failed: %s\n' "$*" >&2; exit 1; }
say_remarks() { say "note: no GPU"; }
install_build_tools() { :; }
choose_preset() { preset=host; }
build() { :; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
END
cat >"$folder/build/host/bin/tilebridge" <<END
#!/usr/bin/env bash
[ "\$1" = run ] || exec "$tilebridge" "\$@"
printf 'A CPU (x86)\n285 cases in 61 s: 427 results valid, 3 skipped\nresults: r.json\n'
exit "\${STATUS:-0}"
END
chmod +x "$folder/build/host/bin/tilebridge"

failed=0
expect() {
  grep -qE -- "$1" "$folder/said" && return
  printf 'not said: %s but:\n%s\n' "$1" "$(cat "$folder/said")"
  failed=1
}
"$folder/scripts/quickstart.sh" >"$folder/said"
expect '^==> installation checked: 427 results valid; results: results-.*\.json$'
expect '^stored results of NVIDIA H200, measured on 20[0-9-]+, not on this machine: .*h200-models.json$'
expect '^NVIDIA H200 '
expect '^  tile +0\.'
expect '^==> note: no GPU$'
[ "$(grep -c '' "$folder/said")" -lt 31 ] || { echo "more than a screen"; failed=1; }

if STATUS=3 "$folder/scripts/quickstart.sh" >"$folder/said" 2>&1; then
  echo "an invalid result is not told"
  failed=1
fi
expect '^285 cases'
expect '^failed: tilebridge run, exit status 3: A CPU'
exit $failed
