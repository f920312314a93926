#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=tilebridge
#SBATCH --nodes=1
#SBATCH --gpus-per-node=1
#SBATCH --exclusive
#SBATCH --no-requeue
#SBATCH --time=00:30:00
# Runs tilebridge on every GPU that the job has on its node, one after the other, so that they share
# neither the link nor the power:
#
#   sbatch ci/slurm/tilebridge.sh                      # one GPU
#   sbatch --gpus-per-node=4 ci/slurm/tilebridge.sh transpose --preset full
#
# Arguments are those of `tilebridge run`. Writes results-<job>-<node>-gpu<n>.json to the folder
# that the job was submitted from. TILEBRIDGE names the program if it is not on PATH. Exits with the
# worst status of all GPUs, after all of them.
set -euo pipefail
# An exclusive job has every GPU of its node, a step of it those that the job asked for.
step=()
[ -z "${SLURM_JOB_ID:-}" ] ||
  step=(srun --nodes=1 --ntasks=1 --cpus-per-task="${SLURM_CPUS_ON_NODE:-1}")
exec "${step[@]}" "${TILEBRIDGE:-tilebridge}" run --device all "$@" \
  -o "results-${SLURM_JOB_ID:-local}-${SLURMD_NODENAME:-$(hostname)}.json"
