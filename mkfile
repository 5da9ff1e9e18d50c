# The top of the tree; mk help says what each target does.
<|[ $PLAN9ROOT ] || echo no environment. first type: . ./mk env
<$PLAN9ROOT/$objtype/mkfile

SYS=$PLAN9ROOT/sys/src
ROOTTAR=$PLAN9ROOT/$objtype/root.tar
PARTS=$SYS/libc $SYS/cmd $SYS/9/pc

help:QV:
	cat tests/sys/help.txt

install:QV:
	for i in $PARTS; do (cd $i && mk install) || exit 1; done
	root/mkroot $ROOTTAR

clean nuke:QV:
	for i in $PARTS tests/host; do (cd $i && mk $target) || exit 1; done
	rm -rf out
	test $target = clean || rm -rf $ROOTTAR $objtype/bin $objtype/lib
