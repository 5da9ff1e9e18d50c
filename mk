#!/bin/sh
# mk TARGET: install what is missing, set the environment, run 9base's mk.
# . ./mk env: only set the environment, for a shell that calls mk itself.
#
# 9base's programs go to the end of PATH: in front they would shadow the
# system's sed, ls, date, grep, awk and test.

# What must be there: a command or a file, and the Debian package it is in.
needs()
{
	cat <<-EOF
	/usr/lib/plan9/bin/mk 9base
	/usr/lib/plan9/bin/rc 9base
	$1gcc $2
	${1}ld $3
	qemu-system-i386 qemu-system-x86
	/usr/share/misc/pci.ids pci.ids
	python3 python3
	perl perl
	gnuplot gnuplot-nox
	$4 $5
	EOF
}

# The packages whose command or file is not there.
missing()
{
	needs "$@" | while read -r what pkg; do
		case $what in
		/*)	test -e "$what" && continue;;
		*)	command -v "$what" >/dev/null && continue;;
		esac
		echo "$pkg"
	done | sort -u | tr '\n' ' '
}

# Install what is missing, or say the line that does.
packages()
{
	case $(uname -m) in
	x86_64|i?86)
		want=$(missing '' gcc binutils \
			/usr/share/doc/gcc-multilib gcc-multilib);;
	*)
		want=$(missing i686-linux-gnu- gcc-i686-linux-gnu \
			binutils-i686-linux-gnu qemu-i386 qemu-user);;
	esac
	test -z "$want" && return 0
	if [ "$(id -u)" != 0 ]; then
		echo "mk: missing packages; type:" >&2
		echo "sudo apt-get install -y --no-install-recommends $want" >&2
		return 1
	fi
	echo "mk: installing $want" >&2
	{
		apt-get install -y --no-install-recommends $want ||
		{ apt-get update &&
		apt-get install -y --no-install-recommends $want; }
	} </dev/null >&2 && return 0
	echo "mk: cannot install $want" >&2
	return 1
}

# Set what every mkfile needs; $1 is the top of the tree.
setenv()
{
	PLAN9ROOT=$1
	objtype=386
	NPROC=$(nproc 2>/dev/null || echo 2)
	case $(uname -m) in
	x86_64|i?86)	CROSS=;;
	*)	CROSS=i686-linux-gnu-;;
	esac
	case :$PATH: in
	*:/usr/lib/plan9/bin:*)	;;
	*)	PATH=$PATH:/usr/lib/plan9/bin;;
	esac
	export PLAN9ROOT objtype NPROC CROSS PATH
}

case ${0##*/} in
mk)
	top=$(cd "$(dirname "$0")" && pwd) || exit 1
	export DEBIAN_FRONTEND=noninteractive
	packages || exit 1
	test "$*" = packages && exit 0
	setenv "$top"
	cd "$top" && exec /usr/lib/plan9/bin/mk "$@"
	;;
*)
	# read by a shell: bash tells where from, others are at the top
	top=$(cd "$(dirname "${BASH_SOURCE:-./mk}")" && pwd)
	if [ -f "$top/386/mkfile" ]; then
		"$top/mk" packages && setenv "$top"
	else
		echo ". ./mk env: type it at the top of the tree" >&2
	fi
	;;
esac
