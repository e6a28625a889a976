# Devices that have no end are no files.
ulimit -t 5
trilobite info /dev/zero
trilobite info - </dev/zero
trilobite info --from nff /dev/null
