# The top of the tree; mk help says what each target does.
<|[ $PLAN9ROOT ] || echo no environment, first type . ./mk env
<$PLAN9ROOT/$objtype/mkfile

SYS=$PLAN9ROOT/sys/src
ROOTTAR=$PLAN9ROOT/$objtype/root.tar
PARTS=$SYS/libc $SYS/libbio $SYS/libpth $SYS/libtest $SYS/cmd $SYS/9/pc

help:QV:
	cat <<'EOF'
	mk install      build 386/9pc, 386/bin, 386/root.tar
	mk run          the main job: cat /lib/pci on every console and alarm2,
	                timed; a report in out/
	mk boot         the guest's console in this terminal, with a shell
	mk test         build, run all tests, end with N passed, N failed
	mk bench        measure every figure but the clock's; out/bench.tsv
	mk bench-cga    the console's figures
	mk bench-alarm  the alarms' figures, and a histogram
	mk bench-linux  the same of Linux in the same QEMU, and ratios
	mk bench-setjmp what holding notes off costs a setjmp
	mk bench-clock  guest time against this machine's, ten minutes
	mk bench-rfork  what a process costs
	mk bench-sys    system calls: cycles and instructions
	mk bench-pth    threads: switches a second, and GNU Pth's
	mk profile      the ten costliest kernel functions while cat prints
	mk fuzz         fuzz the console's driver, and system calls on 1 and 4
	                CPUs, each for FUZZ seconds (default 600)
	mk iso          386/9pc.iso, which GRUB boots from a CD or a USB stick
	mk machines     boot it on all kinds of machines that QEMU has
	mk lint8c       what Plan 9's compiler would reject in the shared files
	mk clean        remove objects and out/
	mk nuke         remove all that was built
	mk help         this text
	./mk packages   install the Debian packages that are missing
	Variables, as in mk SMP=2 run:
	SMP=n           CPUs of the guest (1)
	MEM=n           its memory in megabytes (256)
	KARGS='k=v ...' more boot arguments; boot(8) lists them
	ROOT=file       another root archive, plain ustar
	QEMU=name       another QEMU (qemu-system-i386)
	ACCEL=kvm       another accelerator (tcg)
	FULL=1          run, bench: all 151 loops of alarm2 also under load
	T='name ...'    test: only these tests or groups
	EOF

install:QV:
	for i in $PARTS; do (cd $i && mk install) || exit 1; done
	root/mkroot $ROOTTAR

hosttests:QV:	install
	(cd tests/host && mk all)

boot:QV:	install
	tests/sys/boot </dev/tty

run:QV:	install
	tests/sys/report

test:QV:	hosttests
	tests/sys/run $T

noports:QV:	install
	cd sys/src/9/pc && mk noports

bench:QV:	install noports
	(cd tests/sys/linux && mk all)
	tests/sys/bench cga linux alarm setjmp rfork sys pth

bench-rfork:QV:	install noports
	tests/sys/bench rfork

bench-linux:QV:	install
	(cd tests/sys/linux && mk all)
	tests/sys/bench linux

bench-%:QV:	install
	tests/sys/bench $stem

profile:QV:	install
	tests/sys/profile

fuzz:QV:	install
	(cd tests/host && mk cgafuzz)
	tests/sys/fuzz

iso:QV:	install
	tests/sys/mkiso $PLAN9ROOT/$objtype/9pc.iso

machines:QV:	install
	tests/sys/machines

lint8c:QV:
	tests/lint8c/run

clean nuke:QV:
	for i in $PARTS tests/host tests/sys/linux; do (cd $i && mk $target) || exit 1; done
	rm -rf out
	test $target = clean || rm -rf $ROOTTAR $objtype/9pc.iso $objtype/bin $objtype/lib
