# bash completion for trilobite
_trilobite()
{
    local word=${COMP_WORDS[COMP_CWORD]} options=
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "info check dump set edit new build diff roundtrip convert view query ls extract cat pack catalog formats" -- "$word"))
        return
    fi
    case ${COMP_WORDS[1]} in
    info) options=" --json --jsonl --files-from --null --recursive --quiet --all --jobs --from --help" ;;
    check) options=" --json --jsonl --files-from --null --recursive --quiet --all --jobs --from --assets --help" ;;
    dump) options=" --json --quiet --all --map --from --help" ;;
    set) options=" --quiet --all --force --from --output --help" ;;
    edit) options=" --json --quiet --all --force --from --output --help" ;;
    new) options=" --quiet --all --help" ;;
    diff) options=" --json --quiet --all --from --help" ;;
    roundtrip) options=" --json --jsonl --files-from --null --recursive --quiet --all --jobs --from --help" ;;
    query) options=" --json --quiet --all --from --engine --help" ;;
    ls) options=" --json --quiet --all --from --long --help" ;;
    extract) options=" --quiet --all --force --jobs --from --directory --to-stdout --strip-components --help" ;;
    cat) options=" --quiet --all --help" ;;
    pack) options=" --files-from --null --quiet --all --force --to --assets --compress --kind --update --remove --help --palette" ;;
    catalog) options=" --quiet --force --jobs --assets --output --thumbnails --shard --merge --help" ;;
    formats) options=" --json --help" ;;
    esac
    case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}
complete -o filenames -F _trilobite trilobite
