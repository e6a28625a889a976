# need THING COMMAND...: goes on where the command finds the thing. Else the test is skipped (77), or fails where
# TLB_REQUIRED names the thing among its words, as `make test` does with what `make setup` installs.
need() {
    thing=$1
    shift
    ! "$@" >/dev/null 2>&1 || return 0
    case " ${TLB_REQUIRED:-} " in
    *" $thing "*) echo "FAILED: there is no $thing" && exit 1 ;;
    esac
    echo "skipped: there is no $thing"
    exit 77
}
need_node() { need node command -v node; }
# Packages of npm: the folder that they are installed in.
need_packages() { need node test -d "$1/node_modules"; }
need_chromium() { need chromium test -x "${CHROMIUM:-/usr/bin/chromium-headless-shell}"; }
