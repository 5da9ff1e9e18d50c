#!/bin/sh
# The thread library's tests with GNU Pth below them: those of what both
# have. They say whether a name means here what it means there.
if [ -x ./hostpthgnu ]; then
	exec ./hostpthgnu -g
fi
echo "ok 1 - all # SKIP libpth-dev is not installed"
