# What a user of the packages does.
cd /root
PS4='$ '
set -x
trilobite --version
trilobite info samples/rooms.dif | head -n 2
trilobite check samples/rooms.dif samples/windmill.dts
trilobite convert samples/windmill.dts windmill.glb
trilobite convert samples/windmill.dts windmill.html
trilobite catalog samples -o samples.sqlite --thumbnails

MANWIDTH=100 man trilobite | grep -q 'trilobite - opens, checks'
bash -c '. /usr/share/bash-completion/bash_completion
    _completion_loader trilobite || :
    COMP_WORDS=(trilobite conv) COMP_CWORD=1
    _trilobite
    [ "${COMPREPLY[*]}" = convert ]'

# shellcheck disable=SC2046
gcc -Wall consumer.c $(pkg-config --cflags --libs trilobite) -o consumer
./consumer
ldd consumer | grep -o 'libtrilobite.so.[0-9.]*' | head -n 1
set +x
is() { # FILE TYPE
    type=$(gio info -a standard::content-type "$1" | sed -n 's/ *standard::content-type: //p')
    [ "$type" = "$2" ] || { echo "$1 is $type, not $2"; exit 1; }
}
is samples/rooms.dif model/x-torque-interior
is samples/windmill.dts model/x-darkstar-shape
is samples/torque/weathercock.dts model/x-torque-shape
is samples/courtyard.roo model/x-meridian59-room
is samples/trilobite.iqm model/x-inter-quake-model
is samples/mission.mis text/x-torque-mission
is samples/outpost.vol application/x-darkstar-volume
is samples/textures/brick.png image/png
set -x
XDG_CURRENT_DESKTOP=GNOME xdg-mime query filetype samples/rooms.dif
gio mime model/x-torque-interior | grep -q trilobite.desktop
file -b -m /usr/share/trilobite/trilobite.magic samples/rooms.dif

set +x
# Opening a model: the desktop runs the command, which hands a page to the browser.
printf '#!/bin/sh\necho "$1" >/root/opened\n' >/usr/local/bin/browser
chmod +x /usr/local/bin/browser
BROWSER=browser gio launch /usr/share/applications/trilobite.desktop samples/windmill.dts
for _ in $(seq 30); do [ -s opened ] || sleep 1; done
grep 'windmill.dts.html$' opened

line=$(sed -n 's/^Exec=//p' /usr/share/thumbnailers/trilobite.thumbnailer)
for file in windmill.dts courtyard.roo trilobite.iqm kod/lantern.bgf; do
    eval "$(printf '%s' "$line" | sed "s|%i|/root/samples/$file|; s|%o|/root/thumbnail-$(basename $file).png|; s|%s|256|")"
done
ls -l thumbnail-*
