# A format without queries: which formats have some. The same with a query and without.
trilobite query "$SAMPLES/trilobite.iqm"
echo $?
trilobite query "$SAMPLES/trilobite.iqm" ray 0 0 0 1 1 1
