#!/bin/sh
# Installs the packages in a new Debian 12 and uses them (deb_inside.sh); needs what tools/debian_root.sh does.
#
#     deb.sh FOLDER-OF-PACKAGES FOLDER
#
# FOLDER gets the machine (root), a log for each step, and the thumbnails, to be looked at.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/debian_root.sh"
[ $# -eq 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
own_namespace "$0" "$@"

packages=$(cd "$1" && pwd)
debian_root "$2"
mkdir "$root/root/build-deb"
cp "$packages"/*.deb "$root/root/build-deb/"
cp -r "$here/../../samples" "$here/../../examples" "$here/../consumer/consumer.c" "$here/deb_inside.sh" "$root/root/"
for part in deb dev; do # as docs/INSTALL.md says
    awk -v want="sh $part" '$0 == "```" want { inside = 1; next } /^```/ { inside = 0 } inside' "$here/../../docs/INSTALL.md" \
        >"$root/root/$part.sh"
    [ -s "$root/root/$part.sh" ]
done
step desktop inside apt-get install -y --no-install-recommends man-db bash-completion libglib2.0-bin shared-mime-info file \
    xdg-utils desktop-file-utils
step install inside sh -c 'cd && sh -eux deb.sh'
step programs inside sh -c 'cd && sh -eux dev.sh'
step use inside sh -eu /root/deb_inside.sh
cp "$root"/root/thumbnail-*.png "$folder/"
step remove inside sh -c 'apt-get purge -y "*trilobite*"'
if find "$root/usr" "$root/etc" "$root/var/lib/dpkg/info" -name '*trilobite*' -o -name x-torque-interior.xml | grep .; then
    echo "FAILED: these are left"
    exit 1
fi
cat "$folder/use.log"
