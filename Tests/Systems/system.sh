# Functions for fresh Debian systems, to be sourced in the project's root. They need root, debootstrap, and for another
# architecture qemu-user-static. `system` is the folder of the current system, `programs` a folder that its PATH has in addition, and
# `tree` the place of the project inside.

work=$PWD/.build-systems
mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\(http[^ ]*\/debian\/\{0,1\}\) .*/\2/p' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1) || true
programs=
tree=/opt/opencapture
shown=()

# Makes a minimal system of a release and an architecture, and makes it the current one: unpack_system NAME RELEASE [ARCHITECTURE].
# The files are downloaded once.
unpack_system() {
  local release=$2 architecture=${3:-$(dpkg --print-architecture)}
  local archive=$work/$release-$architecture.tar
  system=$work/$1
  mkdir -p "$work"
  if [ ! -e "$archive" ]; then
    rm -rf "$system"
    debootstrap --variant=minbase --arch="$architecture" "$release" "$system" "$mirror" > "$work/debootstrap.log"
    tar -C "$system" -cf "$archive" .
  fi
  rm -rf --one-file-system "$system"
  mkdir "$system"
  tar -C "$system" -xf "$archive"
  cp /etc/resolv.conf "$system/etc/"
  cp /etc/apt/apt.conf.d/*proxy* "$system/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/gitconfig "$system/etc/" 2>/dev/null || true
  # Mirrors can lag behind.
  echo 'Acquire::Check-Valid-Until "false";' > "$system/etc/apt/apt.conf.d/90lag"
}

# Makes folders of this system visible at the same paths in the current one, or a folder at another path: show FOLDER [PATH].
show() {
  local target=$system${2:-$1}
  mkdir -p "$target"
  mount --rbind "$1" "$target"
  mount --make-rslave "$target"
  shown+=("$target")
}
hide_all() {
  local index
  for ((index = ${#shown[@]} - 1; index >= 0; index--)); do umount -l "${shown[index]}"; done
  shown=()
}
trap hide_all EXIT

# Runs a command in the current system.
inside() {
  chroot "$system" env -i PATH="/usr/sbin:/usr/bin:/sbin:/bin${programs:+:$programs}" HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# Copies the tree, with the changes that are not committed yet.
copy_tree() {
  git clone --quiet --no-hardlinks . "$system$tree"
  git ls-files -z --modified --others --exclude-standard | xargs -0r ls -d 2>/dev/null \
    | tar -c -T - | tar -x -C "$system$tree"
}
