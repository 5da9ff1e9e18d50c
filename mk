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
	${CROSS}gcc gcc${CROSS:+-i686-linux-gnu}
	${CROSS}ld binutils${CROSS:+-i686-linux-gnu}
	qemu-system-i386 qemu-system-x86
	/usr/share/misc/pci.ids pci.ids
	python3 python3
	gnuplot gnuplot-nox
	cpio cpio
	EOF
	if [ -z "$CROSS" ]; then
		echo /usr/lib32/crt1.o gcc-multilib
	else
		echo /usr/i686-linux-gnu/lib/crt1.o libc6-dev-i386-cross
	fi
	# an image that GRUB boots, and a second machine to boot it
	case "$CROSS $targets " in
	*" test "*|*" iso "*|*" machines "*)
		cat <<-EOF
		grub-mkrescue grub-common
		/usr/lib/grub/i386-pc/boot_hybrid.img grub-pc-bin
		xorriso xorriso
		mformat mtools
		bochs bochs
		/usr/share/bochs/BIOS-bochs-latest bochsbios
		EOF
		;;
	esac
	# GNU Pth, which the thread library is measured against
	case "$CROSS $targets " in
	*" bench "*|*" bench-pth "*)
		echo /usr/include/pth.h libpth-dev;;
	esac
	# for host tests, which have 32-bit words, where those cannot run
	native32 || echo qemu-i386 qemu-user
	case " $targets " in
	*" test "*|*" fuzz "*|*" hosttests "*)
		test -n "$CROSS" || fuzzneeds;;
	esac
}

# for the fuzzer of the console's driver
fuzzneeds()
{
	lib=$(clang-14 -print-resource-dir 2>/dev/null)/lib/linux
	echo clang-14 clang-14
	echo "$lib/libclang_rt.fuzzer-i386.a libclang-rt-14-dev"
	echo /usr/lib32/libstdc++.so.6 lib32stdc++6
}

# Does this machine run 32-bit x86 programs (or are there none to try)?
native32()
{
	test -z "$CROSS" || return 1
	test ! -e /lib/ld-linux.so.2 ||
		/lib/ld-linux.so.2 --help >/dev/null 2>&1
}

# The packages whose command or file is not there.
missing()
{
	needs | while read -r what pkg; do
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
	want=$(missing)
	test -z "$want" && return 0
	if [ "$(id -u)" != 0 ]; then
		echo "mk: missing packages; type:" >&2
		echo "sudo apt-get install -y --no-install-recommends $want" >&2
		return 1
	fi
	echo "mk: installing $want" >&2
	aptget "$want" ||
	{ apt-get update </dev/null >&2 && aptget "$want"; } ||
	{
		echo "mk: cannot install $want" >&2
		return 1
	}
}

# apt-get install without questions; $1 is a list of packages.
aptget()
{
	DEBIAN_FRONTEND=noninteractive apt-get install -y \
		--no-install-recommends $1 </dev/null >&2
}

# Set what every mkfile needs; $1 is the top of the tree.
setenv()
{
	PLAN9ROOT=$1
	objtype=386
	NPROC=$(nproc 2>/dev/null || echo 2)
	HOSTRUN=
	native32 || HOSTRUN=qemu-i386
	case :$PATH: in
	*:/usr/lib/plan9/bin:*)	;;
	*)	PATH=$PATH:/usr/lib/plan9/bin;;
	esac
	export PLAN9ROOT objtype NPROC CROSS HOSTRUN PATH
}

case $(uname -m) in
x86_64|i?86)	CROSS=;;
*)	CROSS=i686-linux-gnu-;;
esac

case ${0##*/} in
mk)
	top=$(cd "$(dirname "$0")" && pwd) || exit 1
	targets=$*
	packages && packages || exit 1	# what came may need more
	test "$1" = packages && exit 0
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
	unset -f needs fuzzneeds native32 missing packages aptget setenv
	;;
esac
