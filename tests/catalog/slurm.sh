#!/bin/sh
# The job array of docs/CATALOG.md, by a cluster of this machine alone: slurmctld and slurmd of Debian's slurm-wlm, which
# are started and stopped here and need no rights and no service.
#
#     slurm.sh TRILOBITE
set -eu
command=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../scripts/need.sh"
need slurm command -v sbatch
need slurm command -v slurmctld
need slurm command -v slurmd
cluster=$(mktemp -d)
daemons=""
stop() {
    for daemon in $daemons; do kill "$daemon" 2>/dev/null || true; done
    wait
    rm -rf "$cluster"
}
trap stop EXIT
mkdir "$cluster/state" "$cluster/spool"
host=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >"$cluster/slurm.conf" <<END
ClusterName=catalog
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmdSpoolDir=$cluster/spool
StateSaveLocation=$cluster/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=catalog Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$cluster/slurm.conf"
slurmctld -D >"$cluster/slurmctld.log" 2>&1 &
daemons=$!
slurmd -D >"$cluster/slurmd.log" 2>&1 &
daemons="$daemons $!"
for second in $(seq 60); do
    ! sinfo -h -t idle -o %n 2>/dev/null | grep -q . || break
    sleep 1
done
sinfo -h -t idle | grep -q idle || { tail -n 20 "$cluster"/*.log; exit 1; }
sh "$here/recipes.sh" "$command" slurm || { tail -n 20 "$cluster"/*.log; exit 1; }
echo "ready after $second s; the job array and the merged catalog are as they should be"
