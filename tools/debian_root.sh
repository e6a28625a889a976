# For scripts that need a new Debian 12, sourced by them: a folder made by debootstrap, that their steps run in. It needs
# root, debootstrap, and apt's lists (apt-get update); packages come from where apt of this machine has Debian's from.
release=bookworm

# Goes on with mounts and processes of its own: both are gone when the script ends, however it ends.
own_namespace() { # SCRIPT ARGUMENT...
    if [ "${OWN_NAMESPACE:-}" != yes ]; then
        [ "$(id -u)" = 0 ] || { echo "$1: only root can set up a machine" >&2; exit 2; }
        OWN_NAMESPACE=yes exec unshare --mount --pid --fork --kill-child --mount-proc --propagation private sh "$@"
    fi
    trap 'exit 1' INT TERM HUP # the first process of a namespace ignores them otherwise
}

step() { # name of its log, command
    log=$folder/$1.log
    shift
    echo "$*"
    if "$@" >"$log" 2>&1; then return; fi
    tail -40 "$log"
    echo "failed: $* (all of it: $log)"
    exit 1
}

# Makes the machine, FOLDER/root; sets folder and root.
debian_root() { # FOLDER
    [ ! -e "$1/root" ] || { echo "$1/root already exists; remove it first" >&2; exit 2; }
    mkdir -p "$1"
    folder=$(cd "$1" && pwd)
    root=$folder/root

    # Where apt has the release's packages from, by its own account: address, suite and component.
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        grep " $release" | sort -u >"$folder/sources"
    address=$(awk -v release=$release '$2 == release { print $1; exit }' "$folder/sources")
    [ -n "$address" ] || { echo "apt has no source of $release; apt-get update?" >&2; exit 1; }

    step debootstrap debootstrap --include=ca-certificates $release "$root" "$address"

    # The machine reaches its packages as this one does.
    sed 's/^/deb /' "$folder/sources" >"$root/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(http|https|ftp|Check-|Retries)' >"$root/etc/apt/apt.conf.d/99fresh-machine" || true
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    if command -v npm >/dev/null 2>&1; then
        for file in $(npm config get globalconfig 2>/dev/null) $(npm config get userconfig 2>/dev/null); do
            [ ! -f "$file" ] || cat "$file" >>"$root/root/.npmrc"
        done
    fi
    certificates=/usr/local/share/ca-certificates
    [ ! -d $certificates ] || cp -r $certificates/. "$root$certificates/"
    mount -t proc proc "$root/proc"
    mount -t sysfs sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"

    # Of this machine's environment only what leads to the network.
    export -p | grep -iE '^export (https?_proxy|no_proxy|all_proxy|npm_config_[a-z_]*|NODE_EXTRA_CA_CERTS)=' \
        >"$root/root/network" || true
    step certificates inside update-ca-certificates
    step update inside apt-get update
}

inside() { # command
    # shellcheck disable=SC2016
    chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c '. /root/network; exec "$@"' sh "$@"
}
