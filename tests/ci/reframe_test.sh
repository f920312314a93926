#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The ReFrame tests, run by ReFrame on the host: reframe_test.sh TILEBRIDGE. Fails where a sound
# program does not pass, or where one whose results are not valid does.
set -euo pipefail
command -v reframe >/dev/null || { echo "skipped: ReFrame is not installed"; exit 77; }
"$1" devices --platform host >/dev/null || { echo "skipped: tilebridge cannot run here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run_with() {
  reframe -C ci/reframe/settings.py -c ci/reframe --system=local:host --prefix="$folder" \
    -S tilebridge_build.installed="$1" -n 'experiment=stride' -r
}
run_with "$1" | tee "$folder/log"
grep -q "Ran 3/3 test case" "$folder/log"  # the build, native and Kokkos

cat >"$folder/wrong" <<END
#!/usr/bin/env bash
"$1" "\$@" || exit
[ "\$1" != run ] || sed -i '0,/"status": *"ok"/s//"status": "invalid"/' "\${@: -1}"
END
chmod +x "$folder/wrong"
if run_with "$folder/wrong" >"$folder/log"; then
  echo "results that are not valid passed"
  exit 1
fi
grep "results are not valid" "$folder/log"
