# A new document of every format that is written can be built at once, and then has no errors and no warnings.
formats=$(trilobite formats --json | sed -n 's/^.*"name": "\([a-z0-9-]*\)".*$/\1/p')
for format in $formats; do
    trilobite new "$format" >"$format.json" 2>messages || {
        sed 1q messages
        continue
    }
    trilobite build "$format.json" "$format" 2>/dev/null && trilobite check "$format" --from "$format" 2>/dev/null
done
trilobite new dts
trilobite new nonsense
echo "exit $?"
