#!/bin/sh
# Runs a program in the file system of a built image as a container engine does: in mount and process namespaces of its own, as
# a user without rights, read-only but for /tmp and the data folder.
#   unshare --mount --pid --fork --kill-child packaging/image/enter.sh ROOT DATA PROGRAM [ARGUMENT]…
set -eu
root=$1 data=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t tmpfs -o nosuid,nodev,size=64m tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
for file in hosts resolv.conf; do
  mount --bind "/etc/$file" "$root/etc/$file"
done
mount -o remount,bind,ro "$root"
setpriv=$(command -v setpriv)
unshare=$(command -v unshare)
# Inside there is the image's own PATH.
PATH=/usr/local/bin
export PATH
exec "$setpriv" --no-new-privs --clear-groups \
  "$unshare" --root="$root" --wd=/data --setgid 65532 --setuid 65532 "$@"
