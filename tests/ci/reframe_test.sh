#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The ReFrame tests, run by ReFrame on the host: reframe_test.sh TILEBRIDGE. Fails where a sound
# program does not pass, where one whose results are not valid does, or without a script for a GPU.
set -euo pipefail
command -v reframe >/dev/null || { echo "skipped: ReFrame is not installed"; exit 77; }
"$1" devices --platform host >/dev/null || { echo "skipped: tilebridge cannot run here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

reframe_on() {  # PARTITION ARGUMENTS
  reframe -C ci/reframe/settings.py -c ci/reframe --system="local:$1" --prefix="$folder" \
    -n 'experiment=stride' "${@:2}"
}
run_with() {
  reframe_on host -S tilebridge_build.installed="$1" -r
}
reframe_on h200 --dry-run
grep -rq --include=rfm_build.sh -e --preset=cuda-sm_90 "$folder/stage"
grep -rq --include=rfm_job.sh "run stride --model kokkos --platform cuda --preset full" "$folder/stage"

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
