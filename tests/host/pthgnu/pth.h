/*
 * GNU Pth's own header, and what its set of signals needs.
 */
#include <signal.h>
#include_next <pth.h>
