# On a terminal, a line says how far the work is after a second; nothing of it is left in the end.
mkfifo pipe
(exec >pipe; sleep 1.5; cat "$SAMPLES/rooms.dif") &
TERM=xterm script -qec "trilobite check pipe '$SAMPLES/rooms.dif' >check" /dev/null </dev/null >seen
grep -q 'of 2  pipe' seen && echo "a line was shown"
tail -c 4 seen | od -An -c
