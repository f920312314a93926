#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Slurm scripts, without Slurm: the runs that they start, the files that these write, and the
# status at the end.
set -euo pipefail
scripts=$PWD/ci/slurm
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# A program that notes what it is asked for, leaves the file of -o, and fails on the device FAILS.
cat >fake <<'END'
#!/usr/bin/env bash
echo "$*" >>calls
if [ "$1" = check ]; then
  echo checked
  exit "${CHECKS:-0}"
fi
touch "${*: -1}"
[ "$3" != "${FAILS:-none}" ] || exit 3
END
# Every task of every node in turn, the highest status at the end, as srun has it.
cat >srun <<'END'
#!/usr/bin/env bash
status=0
while [[ $1 == --* ]]; do
  echo "$1" >>options
  [[ $1 != --ntasks* ]] || tasks=${1#*=}
  [[ $1 != --nodes=* ]] || nodes=${1#*=}
  shift
done
for SLURMD_NODENAME in $(seq -f n%g "$nodes"); do
  for ((SLURM_LOCALID = 0; SLURM_LOCALID < tasks; SLURM_LOCALID++)); do
    export SLURMD_NODENAME SLURM_LOCALID
    "$@" || { last=$? && status=$((last > status ? last : status)); }
  done
done
exit "$status"
END
chmod +x fake srun
export TILEBRIDGE=./fake PATH=$PWD:$PATH

expect_status() {
  local expected=$1 status=0
  shift
  "$@" >log || status=$?
  [ "$status" -eq "$expected" ] || { echo "status $status, not $expected: $*"; exit 1; }
}

SLURM_JOB_ID=7 SLURMD_NODENAME=n1 SLURM_CPUS_ON_NODE=64 "$scripts/tilebridge.sh" dot --preset full
diff calls - <<'END'
run --device all dot --preset full -o results-7-n1.json
END
diff options - <<'END'
--nodes=1
--ntasks=1
--cpus-per-task=64
END

rm calls options
export SLURM_JOB_ID=8 SLURM_JOB_NUM_NODES=2 SLURM_GPUS_ON_NODE=2 SLURM_CPUS_ON_NODE=64
expect_status 0 "$scripts/fleet.sh" dot --set "n=1Mi"
diff calls - <<'END'
run --device 0 dot --set n=1Mi -o results-8-n1-gpu0.json
run --device 1 dot --set n=1Mi -o results-8-n1-gpu1.json
run --device 0 dot --set n=1Mi -o results-8-n2-gpu0.json
run --device 1 dot --set n=1Mi -o results-8-n2-gpu1.json
check results-8-n1-gpu0.json results-8-n1-gpu1.json results-8-n2-gpu0.json results-8-n2-gpu1.json
END
diff results-8.txt - <<<checked
grep -qx -e --cpus-per-task=32 options
grep -qx -e --gpus-per-node=2 options

rm calls
export SLURM_JOB_ID=9
FAILS=0 expect_status 3 "$scripts/fleet.sh"
[ "$(wc -l <calls)" -eq 5 ] || { echo "a failure ended the other GPUs' runs, or the check"; exit 1; }
SLURM_JOB_ID=10 CHECKS=1 expect_status 1 "$scripts/fleet.sh"
env -u SLURM_JOB_ID "$scripts/fleet.sh" 2>log && { echo "it runs without Slurm"; exit 1; }
grep -q "run it under Slurm" log
