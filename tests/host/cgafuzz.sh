#!/bin/sh
# The console driver under libFuzzer for FUZZ seconds, 10 if it is not set;
# what goes wrong is left in out/crash-* and `cgafuzz FILE` does it again.
if [ ! -x cgafuzz ]; then
	echo "ok 1 - cgafuzz # SKIP it is for x86"
	exit 0
fi
out=../../out
mkdir -p $out
log=$out/log/cgafuzz.log
mkdir -p $out/log
if $HOSTRUN ./cgafuzz -seed=${SEED:-1} -max_total_time=${FUZZ:-10} \
	-max_len=4096 -len_control=10 -artifact_prefix=$out/ >$log 2>&1
then
	echo "ok 1 - cgafuzz: $(tail -1 $log)"
else
	echo "not ok 1 - cgafuzz"
	sed 's/^/# /' $log | tail -20
	exit 1
fi
