# Names in files are orders to no terminal, and no lines of their own: not here, not in messages.
trilobite dump "$SAMPLES/rooms.dif" |
    sed 's/"name": "[^"]*"/"name": "\\u001b]0;title\\u0007\\nSecond: line \\u009b31m \\u202egnp.exe"/' >named.json
trilobite build named.json named.dif
{
    trilobite info named.dif
    trilobite check --all named.dif
    trilobite query named.dif
    trilobite dump named.dif
    trilobite dump --map named.dif
    trilobite diff named.dif "$SAMPLES/rooms.dif"
    trilobite convert named.dif named.glb
    trilobite info "$(printf 'no\033[31m\nsuch.dif')"
    trilobite convert named.dif "$(printf 'named.\033[31m')"
} >all 2>&1
LC_ALL=C.UTF-8 grep -c -P '[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}]|^Second' all
trilobite info "$(printf 'no\033[31m\nsuch.dif')"
trilobite dump named.dif triggers[0].name
trilobite diff named.dif "$SAMPLES/rooms.dif" | head -n 1
cp "$SAMPLES/../fuzz/seeds/vol/hostile-names.vol" "$(printf 'a\033b.vol')"
trilobite ls a*b.vol '#5'
# Names that look alike are told apart; so are those that are no UTF-8. JSON has the name itself.
cp "$SAMPLES/rooms.dif" "$(printf 'room\342\200\213s.dif')"
cp "$SAMPLES/rooms.dif" "$(printf 'room\303\244\377.dif')"
trilobite check room*.dif
trilobite check room*.dif | grep -c 'u200b'
trilobite check --jsonl room*.dif
trilobite ls a*b.vol none
