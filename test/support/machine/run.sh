#!/usr/bin/env bash
# Runs the commands of standard input as root of a throw-away copy of this machine: changes to files go into memory, and
# it has its own network, processes and shared memory. Arguments: an empty folder, the project, and its bundled programs. Stand-ins
# replace systemd, Docker, and what would be downloaded. Called by unshare.
set -euo pipefail
folder=$1 project=$2 programs=$3
here=$(dirname "$(realpath "$0")")

ip link set lo up
mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$folder/root"
root=$folder/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
for place in /tmp /run /var/tmp /dev/shm; do mount -t tmpfs -o mode=1777 tmpfs "$root$place"; done
mkdir -p "$root/opt/project" "$root/etc/cron.daily" "$root/etc/systemd/system" "$root/root"
mount --bind "$project" "$root/opt/project"
install -m 755 "$here"/stand-ins/* "$root/usr/local/bin/"

# The release that the page unpacks: the tested programs with their migrations.
package=$root/tmp/package
mkdir -p "$package/dist" "$package/docs"
cp -r "$programs" "$package/dist/tested"
for name in server cli; do echo "await import('./tested/$name.js')" > "$package/dist/$name.js"; done
cp "$project/package.json" "$package/" && cp -r "$project/prisma" "$package/"
cp "$project/docs/mod-list-catalog.service" "$package/docs/"
tar -czf "$root/root/mod-list-catalog-VERSION.tgz" -C "$root/tmp" package
(cd "$root/root" && sha256sum ./*.tgz | sed 's,\./,,' > SHA256SUMS)

cat > "$root/tmp/commands"
exec env -i PATH="/usr/local/bin:$PATH" HOME=/root chroot "$root" bash -c 'cd /root && bash /tmp/commands' < /dev/null
