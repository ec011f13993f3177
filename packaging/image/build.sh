#!/usr/bin/env bash
# Builds the file system of the container image in TARGET, a folder for each layer that the Dockerfile copies:
#   system        C and C++ libraries from Debian, users, name resolution
#   runtime       Node
#   dependencies  packages of others, as the lock file has them
#   application   the service, its command `citewell`, and the pages
#   state         the data folder, which belongs to the user of the service
# Debian with apt-get, and Node 20.19 or newer with npm, are needed. The packages of the sources that this script lies in are
# installed and pruned in place: run it on a copy, as the Dockerfile and packaging/image.ts do.
set -euo pipefail
umask 022

target=${1:?"usage: packaging/image/build.sh TARGET"}
mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Packages that Node's binary is linked against.
libraries=(libc6 libgcc-s1 libstdc++6 libatomic1)
user=65532

build_system() {
  local root=$target/system archives package
  mkdir -p "$root"/{etc,tmp,usr/lib,usr/lib64,var/lib/dpkg/status.d}
  chmod 1777 "$root/tmp"
  ln -s usr/lib "$root/lib"
  ln -s usr/lib64 "$root/lib64"
  archives=$(mktemp -d)
  # Lists of packages are absent from fresh images, and outdated on old machines.
  (cd "$archives" && { download 2>/dev/null || { apt-get update -qq && download; }; })
  for package in "$archives"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink --no-same-owner \
      --exclude='./usr/lib/*/gconv' --exclude='./usr/share/lintian' --exclude='./usr/share/gcc' \
      --exclude='./usr/share/gdb' --exclude='*/changelog*' --exclude='*/NEWS*' --exclude='*/README*'
    # Scanners for vulnerable packages read these.
    dpkg-deb --field "$package" >"$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$package" Package)"
  done
  rm -r "$archives"
  cp --dereference /etc/os-release /etc/debian_version "$root/etc/"
  printf 'root:x:0:0:root:/root:/sbin/nologin\ncitewell:x:%d:%d:Citewell:/data:/sbin/nologin\n' "$user" "$user" >"$root/etc/passwd"
  printf 'root:x:0:\ncitewell:x:%d:\n' "$user" >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

download() {
  apt-get download -qq -o APT::Sandbox::User=root "${libraries[@]}" >&2
}

build_application() {
  local root=$target/application/opt/citewell
  mkdir -p "$root" "$target/application/usr/local/bin"
  npm ci --ignore-scripts --no-audit --no-fund --prefer-offline
  npm run --silent build:packages
  cp -r artefacts/packages/server/{lib,docs,package.json,LICENSE,.env.example} "$root/"
  # Without a shell and `env` the command names its interpreter.
  sed -i '1s|.*|#!/usr/local/bin/node|' "$root/lib/server/bin/citewell.js"
  chmod 755 "$root/lib/server/bin/citewell.js"
  ln -s /opt/citewell/lib/server/bin/citewell.js "$target/application/usr/local/bin/citewell"
}

# After build_application, which needs packages for development.
build_dependencies() {
  local root=$target/dependencies/opt/citewell
  mkdir -p "$root" "$target/runtime/usr/local/bin" "$target/runtime/usr/share/doc/node"
  npm prune --omit=dev --ignore-scripts --no-audit --no-fund
  # Every package has to lie where the service looks for it.
  if compgen -G 'packages/*/node_modules/*' >/dev/null; then
    echo "Packages of a workspace's own cannot be laid out: $(echo packages/*/node_modules/*)" >&2
    return 1
  fi
  cp node_modules/node-*/bin/node "$target/runtime/usr/local/bin/node"
  cp node_modules/node-*/LICENSE "$target/runtime/usr/share/doc/node/LICENSE"
  cp -r node_modules "$root/node_modules"
  cd "$root/node_modules"
  rm -rf .bin .cache .package-lock.json node-* @citewell
  # Types, source maps, tests and manuals are for developers; the counting of tokens is loaded as a module alone.
  find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.ts' \) -delete
  find . -type d -regextype posix-extended \
    -regex '\./((@[^/]+/)?[^/]+/node_modules/)*(@[^/]+/)?[^/]+/(tests?|__tests__|docs|examples?|bench(mark)?s?|\.github)' -prune -exec rm -r {} +
  rm -rf gpt-tokenizer/{data,src,cjs}
  find . -type d -empty -delete
  cd - >/dev/null
}

build_system
build_application
build_dependencies
mkdir -p "$target/state/data"
chmod -R a+rX,go-w "$target"/{system,runtime,dependencies,application}
chmod 1777 "$target/system/tmp"
chmod 700 "$target/state/data"
du --apparent-size --block-size=1000 --summarize "$target"/*
