#!/bin/sh
# The guest's rctest by the guest's rc, which hostproc.c makes run here.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/env" "$dir/rc"
cp -R ../../root/rc/lib "$dir/rc/lib"
for word in $HOSTRUN "$PWD/hostrc"; do printf '%s\0' "$word"; done >"$dir/env/rc"
HOSTDIR=$dir $HOSTRUN ./hostrc /rc/lib/rctest
