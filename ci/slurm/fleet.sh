#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=tilebridge-fleet
#SBATCH --nodes=2
#SBATCH --gpus-per-node=4
#SBATCH --exclusive
#SBATCH --no-requeue
#SBATCH --time=00:30:00
# Which GPU of these nodes is slow? Runs tilebridge on every GPU of every node at the same time, one
# task for each GPU, and compares the GPUs with one another:
#
#   sbatch --nodes=16 ci/slurm/fleet.sh --preset standard
#
# Arguments are those of `tilebridge run`. Writes results-<job>-<node>-gpu<n>.json and, what
# `tilebridge check` says of them, results-<job>.txt to the folder that the job was submitted from.
# TILEBRIDGE names the program if it is not on PATH. Exits with the status of the runs, else with
# that of the check: 1 if a GPU is slow.
set -uo pipefail
export TILEBRIDGE=${TILEBRIDGE:-tilebridge}
job=${SLURM_JOB_ID:?"run it under Slurm: sbatch ci/slurm/fleet.sh"}
gpus=${SLURM_GPUS_ON_NODE:-1}
cpus=${SLURM_CPUS_ON_NODE:-1}
# Each task sees all GPUs of its node and takes the one of its own number: an exclusive job has all of
# them, a step only as many as it asks for. An early failure of one ends no other.
# shellcheck disable=SC2016 # the task's shell expands it
srun --nodes="${SLURM_JOB_NUM_NODES:-1}" --ntasks-per-node="$gpus" \
  --cpus-per-task="$((cpus > gpus ? cpus / gpus : 1))" --gpus-per-node="$gpus" --gpu-bind=none \
  --label --kill-on-bad-exit=0 --wait=0 bash -c '
    exec "$TILEBRIDGE" run --device "$SLURM_LOCALID" "$@" \
      -o "results-$SLURM_JOB_ID-$SLURMD_NODENAME-gpu$SLURM_LOCALID.json"' task "$@"
status=$?
"$TILEBRIDGE" check "results-$job"-*-gpu*.json | tee "results-$job.txt"
checked=${PIPESTATUS[0]}
exit "$((status != 0 ? status : checked))"
