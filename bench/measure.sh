# What scripts that measure have in common; to be sourced.

# For what Valgrind counts: symbols are bound at the start, and glibc is told to use the code and the sizes of caches of the
# plainest x86-64: what it chooses by the processor else makes up to three times as much of small jobs.
features=$(printf -- ',-%s' AVX512F AVX512VL AVX512BW AVX2 AVX FMA FMA4 SSE4_2 SSE4_1 SSSE3 BMI1 BMI2 LZCNT MOVBE POPCNT ERMS FSRM RTM)
plainest="LD_BIND_NOW=1 GLIBC_TUNABLES=glibc.cpu.hwcaps=${features#,}:glibc.cpu.x86_data_cache_size=32768:\
glibc.cpu.x86_shared_cache_size=1048576:glibc.cpu.x86_non_temporal_threshold=786432"

# The instructions of a program: counted LOG COMMAND...
counted() {
    log=$1
    shift
    # shellcheck disable=SC2086
    env $plainest valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$log" "$@"
}
instructions_of() { sed -n 's/.* I *refs: *//p' "$1" | tr -d ,; } # LOG

# The middle one of the numbers on standard input.
median() { sort -n | awk '{ a[NR] = $1 } END { print (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2 }'; }

# A line on what the figures of a table were measured with.
machine() {
    echo "# $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(nproc) processors, a load of $(cut -d ' ' -f 1 /proc/loadavg) before, $(cc --version | head -n 1)"
}
